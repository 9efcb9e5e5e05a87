import { t } from '@lingui/core/macro';
import type { Media } from '@social-feed/contracts';
import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cx } from '../../../../lib/class-names';
import { prefersReducedMotion } from '../../../../lib/browser';
import { savesData, usePreferences } from '../../../../lib/preferences';
import { placeholderStyle } from '../model/media-items';

interface ClipProps {
  item: Media;
  /** How the clip fills its frame. */
  fit: 'cover' | 'contain';
  /** Draws no placeholder, since the clip lies on another background. */
  bare?: boolean;
  onFail: () => void;
}

/** Pauses the other clips that are heard, if this one is. */
const silenceOthers = (clip: HTMLVideoElement): void => {
  const isHeard = ({ paused, muted }: HTMLVideoElement): boolean => !paused && !muted;
  if (!isHeard(clip)) return;
  for (const other of document.querySelectorAll('video')) if (other !== clip && isHeard(other)) other.pause();
};

/** `MEDIA_ERR_NETWORK`: the connection broke after the clip was found. */
const BROKEN_OFF = 2;

/** Share of a clip that must be visible before it plays automatically. */
const IN_SIGHT = 0.5;

/**
 * A clip behind its poster and a play button. Its controls appear on the first press. It autoplays, muted, only if
 * enabled in Settings, and pauses when out of sight. With data saver on it neither autoplays nor fetches its poster
 * (which has one size only) and shows the placeholder instead. Load it lazily.
 */
export const Clip = ({ item, fit, bare = false, onFail }: ClipProps) => {
  const saving = usePreferences(savesData);
  const autoplay = usePreferences((state) => state.autoplay === 'on') && !saving && !prefersReducedMotion();
  const [started, setStarted] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  // if the user pauses it, it does not autoplay again
  const stopped = useRef(false);
  const away = useRef(false);

  useEffect(() => {
    const node = video.current;
    if (!node || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        const share = entries.at(-1)?.intersectionRatio ?? 0;
        // picture-in-picture stays in sight while the page scrolls
        if (share === 0 && !node.paused && document.pictureInPictureElement !== node) {
          away.current = true;
          node.pause();
        } else if (autoplay && share >= IN_SIGHT && node.paused && !stopped.current) {
          node.muted = true;
          node.play().catch(() => undefined);
        }
      },
      { threshold: [0, IN_SIGHT] },
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, [autoplay]);

  const play = () => {
    setStarted(true);
    const node = video.current;
    if (!node) return;
    // the browser may refuse to play: show the native controls, which also make the video focusable
    node.controls = true;
    node.play().catch(() => undefined);
    node.focus();
  };
  return (
    <span className="relative block size-full">
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- people's uploads come without captions */}
      <video
        ref={video}
        src={item.url}
        {...(item.poster && !saving ? { poster: item.poster } : {})}
        controls={started}
        playsInline
        loop={autoplay}
        preload={item.poster || saving ? 'none' : 'metadata'}
        aria-label={item.alt || t`Video`}
        style={bare ? undefined : placeholderStyle(item.placeholder)}
        className={cx(
          'size-full bg-cover bg-center',
          !bare && 'bg-fill',
          fit === 'cover' ? 'object-cover' : 'object-contain',
        )}
        onPlay={({ currentTarget }) => {
          setStarted(true);
          stopped.current = false;
          silenceOthers(currentTarget);
        }}
        onVolumeChange={({ currentTarget }) => silenceOthers(currentTarget)}
        onPause={() => {
          stopped.current = !away.current;
          away.current = false;
        }}
        onError={({ currentTarget: node }) => {
          if (node.error?.code !== BROKEN_OFF) {
            onFail();
            return;
          }
          // the next press plays on from there
          const { currentTime } = node;
          node.load();
          node.currentTime = currentTime;
          setStarted(false);
        }}
      />
      {started ? null : (
        <button
          type="button"
          aria-label={item.alt ? t`Play video: ${item.alt}` : t`Play video`}
          onClick={play}
          className="group/play absolute inset-0 grid place-items-center focus-visible:-outline-offset-4"
        >
          <span className="grid size-14 place-items-center rounded-full bg-black/55 text-white [backdrop-filter:blur(16px)] transition-[scale,background-color] group-hover/play:scale-105 group-hover/play:bg-black/70">
            <Play size="1.625em" fill="currentColor" className="ms-0.5" aria-hidden />
          </span>
        </button>
      )}
    </span>
  );
};
