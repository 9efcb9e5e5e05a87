import { useParams } from 'react-router-dom';
import { PostScreen } from '../post/post-screen';

/** /p/{postId} (F §2). */
export const PostRoute = () => {
  const { postId = '' } = useParams();
  return <PostScreen key={postId} postId={postId} />;
};
