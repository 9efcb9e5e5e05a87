import { Link } from 'react-router-dom';
import { MediaItem, type MediaItemProps } from './media-item';

/** A picture as a link to the viewer, filling its frame; a clip, which has its own controls, stays as it is. */
export const MediaLink = ({ href, ...media }: MediaItemProps & { href: string }) => {
  const { item } = media;
  if (item.kind === 'video') return <MediaItem {...media} />;
  return (
    <Link
      to={href}
      draggable={false}
      aria-label={item.alt ? `Open picture: ${item.alt}` : 'Open picture'}
      className="block size-full focus-visible:-outline-offset-4"
    >
      <MediaItem {...media} />
    </Link>
  );
};
