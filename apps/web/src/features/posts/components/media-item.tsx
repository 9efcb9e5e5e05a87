import type { Media } from '@social-feed/contracts';
import { Film, ImageOff, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cx } from '../../../lib/class-names';
import { placeholderStyle } from '../model/media-items';

export interface MediaItemProps {
  item: Media;
  /** `cover` fills the frame; `contain` shows all of it. */
  fit: 'cover' | 'contain';
  /** The first picture of the page: fetched at once and first. */
  eager?: boolean;
  /** On the viewer's black ground instead of the page's fill. */
  dark?: boolean;
}

interface ClipProps {
  item: Media;
  fitClass: string;
  onFail: () => void;
}

/** A clip behind its poster and a play button; its controls come with the first press. */
const Clip = ({ item, fitClass, onFail }: ClipProps) => {
  const [started, setStarted] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  // a clip that nobody sees stops
  useEffect(() => {
    const node = video.current;
    if (!started || !node || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting === false) node.pause();
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [started]);
  const play = () => {
    setStarted(true);
    // the browser may refuse; its own controls are there by then
    video.current?.play().catch(() => undefined);
    video.current?.focus();
  };
  return (
    <span className="relative block size-full">
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- people's uploads come without captions */}
      <video
        ref={video}
        src={item.url}
        {...(item.poster ? { poster: item.poster } : {})}
        controls={started}
        playsInline
        preload={item.poster ? 'none' : 'metadata'}
        aria-label={item.alt || 'Video'}
        style={placeholderStyle(item.placeholder)}
        className={cx('size-full bg-fill bg-cover bg-center', fitClass)}
        onPlay={() => setStarted(true)}
        onError={onFail}
      />
      {started ? null : (
        <button
          type="button"
          aria-label={item.alt ? `Play video: ${item.alt}` : 'Play video'}
          onClick={play}
          className="group/play absolute inset-0 grid place-items-center focus-visible:-outline-offset-4"
        >
          <span className="grid size-14 place-items-center rounded-full bg-black/55 text-white backdrop-blur transition-[scale,background-color] group-hover/play:scale-105 group-hover/play:bg-black/70">
            <Play size={26} fill="currentColor" className="ml-0.5" aria-hidden />
          </span>
        </button>
      )}
    </span>
  );
};

/**
 * One picture or clip filling its frame, which reserves the space. Videos never start by themselves and fetch nothing
 * until asked.
 */
export const MediaItem = ({ item, fit, eager = false, dark = false }: MediaItemProps) => {
  const [failed, setFailed] = useState(false);
  // where a picture does not fill its frame, its placeholder must not stay behind it
  const [loaded, setLoaded] = useState(false);
  const fitClass = fit === 'cover' ? 'object-cover' : 'object-contain';
  const style = loaded && fit === 'contain' ? {} : placeholderStyle(item.placeholder);
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
  if (item.kind === 'video') return <Clip item={item} fitClass={fitClass} onFail={() => setFailed(true)} />;
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
      className={cx('size-full bg-center', dark ? 'bg-contain bg-no-repeat' : 'bg-fill bg-cover', fitClass)}
      onLoad={() => setLoaded(true)}
      onError={() => setFailed(true)}
    />
  );
};
