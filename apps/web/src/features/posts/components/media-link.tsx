import { Link } from 'react-router-dom';
import { AltBadge } from './alt-badge';
import { MediaItem, type MediaItemProps } from './media-item';

/**
 * A picture as a link to the viewer, filling its frame; a clip, which has its own controls, stays as it is. Both with
 * their description a press away: the frame must be positioned.
 */
export const MediaLink = ({ href, ...media }: MediaItemProps & { href: string }) => {
  const { alt, kind } = media.item;
  const video = kind === 'video';
  return (
    <>
      {video ? (
        <MediaItem {...media} />
      ) : (
        <Link
          to={href}
          draggable={false}
          aria-label={alt ? `Open picture: ${alt}` : 'Open picture'}
          className="block size-full focus-visible:-outline-offset-4"
        >
          <MediaItem {...media} />
        </Link>
      )}
      <AltBadge alt={alt} atTop={video} />
    </>
  );
};
