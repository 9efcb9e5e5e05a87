import { t } from '@lingui/core/macro';
import { Check, Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cx } from '../../../../lib/class-names';
import type { ClipSlide } from '../model/slides';
import { isAbort } from '../../../../lib/api-error';

interface VideoSlideProps {
  slide: ClipSlide;
  active: boolean;
  playing: boolean;
  onPlayingChange: (playing: boolean) => void;
}

/** A clip with a poster, text and four features. Leaving the slide stops it (A §2.2). */
export const VideoSlide = ({ slide, active, playing, onPlayingChange }: VideoSlideProps) => {
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (active || !video.current) return;
    video.current.pause();
    video.current.currentTime = 0;
  }, [active]);

  const handlePlay = async (): Promise<void> => {
    setFailed(false);
    onPlayingChange(true);
    try {
      await video.current?.play();
    } catch (error) {
      // Leaving the slide aborts the start, which is not an error.
      if (isAbort(error)) return;
      setFailed(true);
      onPlayingChange(false);
    }
  };

  const stop = (): void => {
    video.current?.pause();
    onPlayingChange(false);
  };

  const Icon = playing ? Pause : Play;
  return (
    <div className="absolute inset-0 flex flex-col justify-center bg-[oklch(0.2_0.04_275)] px-8 pt-8 pb-24 text-white xl:px-10">
      <div className="relative overflow-hidden rounded-card bg-black shadow-float">
        {/* No captions: the clip has no speech. */}
        <video
          ref={video}
          src={slide.clip}
          poster={slide.poster}
          preload="none"
          playsInline
          muted
          aria-label={slide.title}
          className="block aspect-video w-full object-cover"
          onEnded={() => onPlayingChange(false)}
        />
        {/* Stop button during playback: visible on keyboard focus, pressed by a click on the clip. */}
        <button
          type="button"
          aria-label={playing ? t`Pause video` : t`Play video`}
          onClick={() => (playing ? stop() : void handlePlay())}
          className={cx(
            'group absolute inset-0 grid place-items-center transition-colors focus-visible:-outline-offset-4',
            playing ? 'opacity-0 focus-visible:opacity-100' : 'bg-black/20 hover:bg-black/30',
          )}
        >
          <span className="grid size-18 place-items-center rounded-full bg-white text-black shadow-float transition-[scale] group-hover:scale-105 group-active:scale-95">
            <Icon size="1.875em" fill="currentColor" aria-hidden className={playing ? '' : 'ms-1'} />
          </span>
        </button>
      </div>
      <p role="status" className="mt-2 text-meta text-white/80 empty:mt-0">
        {failed ? t`The video could not be played.` : null}
      </p>
      <h2 className="mt-7 text-page font-bold tracking-tight text-balance serif:font-serif serif:font-semibold">
        {slide.title}
      </h2>
      <p className="mt-2 max-w-md text-title text-white/85">{slide.text}</p>
      <ul className="mt-6 grid gap-3 text-body">
        {slide.bullets.map((bullet) => (
          <li key={bullet} className="flex items-center gap-3">
            <span className="grid size-6 shrink-0 place-items-center rounded-full bg-white/15">
              <Check size="0.9375em" strokeWidth={2.6} aria-hidden />
            </span>
            <span>{bullet}</span>
          </li>
        ))}
      </ul>
    </div>
  );
};
