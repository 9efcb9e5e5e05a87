import { t } from '@lingui/core/macro';
import { imageAtWidth, type Media, type Sides } from '@social-feed/contracts';
import { Suspense, useEffect, useState } from 'react';
import { CardLink } from '../../../../components/ui/card-link';
import { Still } from '../../../../components/ui/still';
import { cx } from '../../../../lib/class-names';
import { showText } from '../../../../lib/dialogs';
import { noteFirstPicture } from '../../../../lib/first-picture';
import { lazyPart } from '../../../../lib/lazy';
import { savesData, usePreferences } from '../../../../lib/preferences';
import { placeholderStyle, srcSetOf } from '../model/media-items';

const BADGE =
  'absolute start-2 rounded-control bg-black/60 px-2 py-0.5 text-[0.75rem] leading-tight font-bold text-white';

/** Marks a picture as described: the viewer, which a press on the picture opens, shows the description. */
const AltMark = () => (
  <span aria-hidden className={cx(BADGE, 'pointer-events-none bottom-2')}>
    {t`ALT`}
  </span>
);

/** Marks a clip as described, and shows the description on press: a clip has no viewer. */
const AltButton = ({ alt }: { alt: string }) => (
  <button
    type="button"
    aria-label={t`ALT, description: ${alt}`}
    aria-haspopup="dialog"
    onClick={() => showText(t`Description`, alt)}
    className={cx(
      BADGE,
      // looks small, with a touch target of 44 px
      'top-2 after:absolute after:-inset-x-1 after:-inset-y-2.5 hover:bg-black/70 focus-visible:-outline-offset-2',
    )}
  >
    {t`ALT`}
  </button>
);

export interface MediaItemProps {
  item: Media;
  /** `cover` fills the frame; `contain` shows the whole item. */
  fit: 'cover' | 'contain';
  /**
   * Draws the blurred placeholder behind an item that does not fill its frame. The frame must be positioned and
   * clip.
   */
  ground?: boolean;
  /** The first picture of the page: fetched eagerly, with high priority. */
  eager?: boolean;
  /** On the viewer's black background, in a frame with the picture's own shape. */
  dark?: boolean;
  /** Called with the picture's sides once it is loaded: its pixels, if it has no `srcset`. */
  onShape?: (sides: Sides) => void;
  /** Fetches the full size, moving if it does, even with data saver on or reduced motion. */
  full?: boolean;
  /** Displayed width, as `sizes` of an `img`; defaults to the whole column. */
  sizes?: string;
}

/** Width of the column of posts: the screen minus the card's padding on phones, at most 598 px. */
const COLUMN = '(max-width: 767px) calc(100vw - 2rem), 598px';

/** The placeholder, blurred until no single pixel is visible. */
export const Ground = ({ placeholder }: { placeholder: string }) => (
  <span
    aria-hidden
    className="absolute -inset-16 bg-cover bg-center [filter:blur(40px)]"
    style={placeholderStyle(placeholder)}
  />
);

const Clip = lazyPart(() => import('./clip'), 'Clip');

/**
 * One picture or clip that fills its frame, which reserves the space. A picture that failed to load is fetched
 * again when the network is back. Clips fetch only their poster until they are played. With data saver on, clips
 * fetch no poster and pictures are small.
 */
export const MediaItem = (props: MediaItemProps) => {
  const { item, fit, ground = false, eager = false, dark = false, full = false, sizes = COLUMN } = props;
  const saving = usePreferences(savesData) && !full;
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!failed) return;
    const tryAgain = () => setFailed(false);
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, [failed]);
  const video = item.kind === 'video';
  if (failed)
    return (
      <span className="grid size-full place-items-center bg-fill p-2 text-center text-meta text-muted">
        {item.alt || (video ? t`This video is not available` : t`This picture is not available`)}
      </span>
    );
  const srcSet = saving ? undefined : srcSetOf(item);
  const url = saving ? imageAtWidth(item.url, 320) : item.url;
  const picture = (
    <img
      src={video ? item.poster : url}
      {...(srcSet ? { srcSet, sizes } : {})}
      alt={item.alt}
      width={item.width}
      height={item.height}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      style={ground ? undefined : placeholderStyle(item.placeholder)}
      className={cx(
        'relative size-full bg-cover bg-center',
        !dark && !ground && 'bg-fill',
        fit === 'cover' ? 'object-cover' : 'object-contain',
      )}
      onLoad={({ currentTarget: { style, naturalWidth, naturalHeight } }) => {
        // The picture may be transparent, or of another shape than stated. A render would restart that of the posts below.
        style.removeProperty('background-color');
        style.removeProperty('background-image');
        if (eager) noteFirstPicture();
        if (naturalWidth > 0 && naturalHeight > 0)
          props.onShape?.({ width: naturalWidth, height: naturalHeight });
      }}
      onError={() => {
        setFailed(!video);
        if (eager) noteFirstPicture();
      }}
    />
  );
  return (
    <>
      {ground ? <Ground placeholder={item.placeholder} /> : null}
      {video ? (
        <Suspense fallback={saving ? null : picture}>
          <Clip item={item} fit={fit} bare={dark || ground} onFail={() => setFailed(true)} />
        </Suspense>
      ) : (
        <Still poster={full ? undefined : item.poster}>{picture}</Still>
      )}
    </>
  );
};

interface MediaLinkProps extends MediaItemProps {
  href: string;
  /** False if another item of the post has the badge. */
  badge?: boolean;
}

/**
 * A picture as a link to the viewer, filling its frame; a clip has its own controls and is no link. A badge says that
 * there is a description. The frame must be positioned.
 */
export const MediaLink = ({ href, badge = true, ...media }: MediaLinkProps) => {
  const { alt, kind } = media.item;
  const video = kind === 'video';
  return (
    <>
      {video ? (
        <MediaItem {...media} />
      ) : (
        <CardLink
          to={href}
          draggable={false}
          aria-label={alt ? t`Open picture: ${alt}` : t`Open picture`}
          className="block size-full focus-visible:-outline-offset-4"
        >
          <MediaItem {...media} />
        </CardLink>
      )}
      {badge && alt !== '' ? video ? <AltButton alt={alt} /> : <AltMark /> : null}
    </>
  );
};
