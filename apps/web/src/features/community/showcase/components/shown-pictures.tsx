import { useShownPosts } from '../hooks/use-shown-posts';
import { OWN_PICTURES } from '../model/samples';
import { ShownPicture } from './shown-picture';

/** The pictures of up to three public posts; without any, pictures of the product. */
export const ShownPictures = () => {
  const known = useShownPosts();
  const posts = (known?.data ?? []).map(({ _id, picture }) => ({ key: _id, ...picture }));
  const shown = known && posts.length === 0 ? OWN_PICTURES : posts;
  return shown.map((picture) => (
    <span key={picture.key} className="relative flex-1 overflow-hidden rounded-media">
      <ShownPicture picture={picture} sizes="8rem" />
    </span>
  ));
};
