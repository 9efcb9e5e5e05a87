import { useParams } from 'react-router-dom';
import { DialogHost } from '../post/dialog-host';
import { PostScreen } from '../post/post-screen';

/** /p/{postId} (F §2). */
export const PostRoute = () => {
  const { postId = '' } = useParams();
  return (
    <>
      <PostScreen key={postId} postId={postId} />
      <DialogHost />
    </>
  );
};
