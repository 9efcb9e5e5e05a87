import type { Media } from '@social-feed/contracts';
import { useState } from 'react';
import { Film, ImageOff } from 'lucide-react';
import { cx } from '../../../lib/class-names';
import { placeholderStyle } from '../model/media-items';

export interface MediaItemProps {
  item: Media;
  /** `cover` fills the frame; `contain` shows all of it. */
  fit: 'cover' | 'contain';
  /** The first picture of the page: fetched at once and first. */
  eager?: boolean;
}

/**
 * One picture or clip filling its frame, which reserves the space. Videos never start by themselves and fetch nothing
 * until asked.
 */
export const MediaItem = ({ item, fit, eager = false }: MediaItemProps) => {
  const [failed, setFailed] = useState(false);
  const fitClass = fit === 'cover' ? 'object-cover' : 'object-contain';
  const style = placeholderStyle(item.placeholder);
  if (failed)
    return (
      <span
        className="grid size-full place-items-center bg-fill text-muted"
        role="img"
        aria-label={item.alt || 'Media unavailable'}
      >
        {item.kind === 'video' ? <Film size={28} aria-hidden /> : <ImageOff size={28} aria-hidden />}
      </span>
    );
  if (item.kind === 'video')
    return (
      // people's own clips come without captions
      // eslint-disable-next-line jsx-a11y/media-has-caption -- no captions exist for uploads
      <video
        src={item.url}
        {...(item.poster ? { poster: item.poster } : {})}
        controls
        playsInline
        preload={item.poster ? 'none' : 'metadata'}
        aria-label={item.alt || 'Video'}
        width={item.width}
        height={item.height}
        style={style}
        className={cx('size-full bg-fill bg-cover bg-center', fitClass)}
        onError={() => setFailed(true)}
      />
    );
  return (
    <img
      src={item.url}
      alt={item.alt}
      width={item.width}
      height={item.height}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      style={style}
      className={cx('size-full bg-fill bg-cover bg-center', fitClass)}
      onError={() => setFailed(true)}
    />
  );
};
