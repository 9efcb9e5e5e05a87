import { useParams } from 'react-router-dom';
import { PhotoScreen } from '../post/photo-screen';

/** /{username}/status/{id}/photo/{num} (A §2.1). */
export const PhotoRoute = () => {
  const { postId = '', number = '1' } = useParams();
  return <PhotoScreen key={postId} postId={postId} number={number} />;
};
