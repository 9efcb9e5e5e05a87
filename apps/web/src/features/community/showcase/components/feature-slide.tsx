import type { ShownPost } from '@social-feed/contracts';
import { useState } from 'react';
import { captionOf } from '../model/caption';
import type { PictureSlide } from '../model/slides';
import { ShownPicture } from './shown-picture';

interface FeatureSlideProps {
  slide: PictureSlide;
  /** The public post whose picture it shows. */
  post?: ShownPost | undefined;
  /** Whether it is known which posts there are. */
  isKnown: boolean;
}

/** A full-size picture with text and three stats at the bottom. */
export const FeatureSlide = ({ slide, post, isKnown }: FeatureSlideProps) => {
  const [failed, setFailed] = useState(false);
  const shown = failed ? undefined : post;
  const picture = shown?.picture ?? { url: slide.image, alt: '', width: 0, placeholder: '' };
  return (
    <>
      {isKnown ? (
        <ShownPicture key={picture.url} picture={picture} sizes="50vw" onError={() => setFailed(true)} />
      ) : null}
      <div className="fade-foot absolute inset-x-0 bottom-0 h-2/3" />
      <div className="absolute inset-x-0 bottom-0 px-8 pb-24 text-white xl:px-10">
        {shown ? (
          // above the text, which keeps its place when the post comes or its picture fails
          <p className="absolute inset-x-8 bottom-full mb-4 line-clamp-2 text-meta wrap-anywhere text-white/85 xl:inset-x-10">
            {shown.title ? (
              <>
                <bdi lang={shown.language}>{captionOf(shown.title)}</bdi>
                <span>{' · '}</span>
              </>
            ) : null}
            <bdi>{shown.author}</bdi>
          </p>
        ) : null}
        <h2 className="text-page font-bold tracking-tight text-balance serif:font-serif serif:font-semibold">
          {slide.title}
        </h2>
        <p className="mt-2 max-w-md text-title text-balance text-white/85">{slide.text}</p>
        <dl className="mt-6 grid max-w-md grid-cols-3 gap-4">
          {slide.stats.map(({ value, label }) => (
            <div key={label} className="flex flex-col-reverse justify-end border-s border-white/30 ps-4">
              <dt className="text-meta text-white/80">{label}</dt>
              <dd className="text-section font-bold">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
};
