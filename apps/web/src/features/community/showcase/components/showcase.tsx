import { t } from '@lingui/core/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../../../../lib/class-names';
import { SLIDES } from '../model/slides';
import { FeatureSlide } from './feature-slide';
import { VideoSlide } from './video-slide';
import { useShownPosts } from '../hooks/use-shown-posts';
import { useSlides } from '../hooks/use-slides';

const COUNT = SLIDES.length;
const ARROW =
  'grid size-11 place-items-center rounded-full bg-white/15 text-white outline-white [backdrop-filter:blur(16px)] transition-colors hover:bg-white/25';

const placeText = (place: number): string =>
  t({ message: `${place} of ${COUNT}`, comment: 'Which slide of how many.' });
const showText = (place: number, title: string): string => t`Show slide ${place}: ${title}`;

/** Offset of a slide in widths. 0 is the current slide; the others take the shorter way around. */
const offsetOf = (slide: number, index: number): number => {
  const ahead = (slide - index + COUNT) % COUNT;
  return ahead > COUNT / 2 ? ahead - COUNT : ahead;
};

/** The rotating showcase of the sign-in page (A §2.2, §4.7). */
export const Showcase = () => {
  const [playing, setPlaying] = useState(false);
  const { index, previous, goTo, paused, focusProps } = useSlides(COUNT, playing);
  const posts = useShownPosts()?.data;

  const show = (next: number): void => {
    // Leaving the slide stops the clip.
    setPlaying(false);
    goTo(next);
  };

  return (
    <section
      aria-roledescription={t`carousel`}
      aria-label={t`Showcase`}
      className="absolute inset-0 bg-[oklch(0.2_0.04_275)]"
      {...focusProps}
    >
      <div aria-live={paused ? 'polite' : 'off'}>
        {SLIDES.map((slide, place) => (
          <div
            key={slide.title}
            role="group"
            aria-roledescription={t({ message: 'slide', comment: 'A picture of a carousel.' })}
            aria-label={placeText(place + 1)}
            inert={place !== index}
            className={cx(
              'absolute inset-0 transition-transform duration-300 ease-out',
              place !== index && place !== previous && 'invisible',
            )}
            style={{ transform: `translateX(calc(${offsetOf(place, index) * 100}% * var(--toward-end)))` }}
          >
            {slide.kind === 'feature' ? (
              <FeatureSlide slide={slide} post={posts?.[slide.post]} isKnown={posts !== undefined} />
            ) : (
              <VideoSlide
                slide={slide}
                active={place === index}
                playing={playing}
                onPlayingChange={setPlaying}
              />
            )}
          </div>
        ))}
      </div>
      <div className="absolute inset-x-0 bottom-0 flex items-center gap-2 px-6 pb-6 xl:px-8">
        <div className="-ms-1 flex flex-1">
          {SLIDES.map((slide, place) => (
            <button
              key={slide.title}
              type="button"
              aria-label={showText(place + 1, slide.title)}
              aria-current={place === index ? 'true' : undefined}
              onClick={() => show(place)}
              className="group grid h-11 min-w-8 place-items-center rounded-full px-1 outline-white"
            >
              <span
                className={cx(
                  'h-2 rounded-full transition-[background-color]',
                  place === index ? 'w-7 bg-white' : 'w-2 bg-white/50 group-hover:bg-white/80',
                )}
              />
            </button>
          ))}
        </div>
        <button
          type="button"
          aria-label={t`Previous slide`}
          title={t`Previous slide`}
          onClick={() => show(index - 1)}
          className={ARROW}
        >
          <ChevronLeft size="1.375em" aria-hidden />
        </button>
        <button
          type="button"
          aria-label={t`Next slide`}
          title={t`Next slide`}
          onClick={() => show(index + 1)}
          className={ARROW}
        >
          <ChevronRight size="1.375em" aria-hidden />
        </button>
      </div>
    </section>
  );
};
