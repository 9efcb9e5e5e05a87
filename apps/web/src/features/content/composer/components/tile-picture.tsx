import { t } from '@lingui/core/macro';
import { CloudOff, Play } from 'lucide-react';
import { useState } from 'react';
import type { Media } from '@social-feed/contracts';
import { cx } from '../../../../lib/class-names';
import type { Attachment } from '../model/attachments';

interface TilePictureProps {
  attachment: Attachment;
  /** Reports the size in pixels if it was unknown. */
  onSize: (size: Pick<Media, 'width' | 'height'>) => void;
}

/** The picture of a tile, or the first frame of a video. */
export const TilePicture = ({ attachment, onSize }: TilePictureProps) => {
  const { media, preview, state } = attachment;
  const [missing, setMissing] = useState(false);
  const src = preview ?? media.url;
  const dimmed = state === 'done' ? '' : 'opacity-60';
  const measure = (width: number, height: number): void => {
    if (media.width === 0 && width > 0 && height > 0) onSize({ width, height });
  };
  // The tile shows the upload state above it.
  if (missing && state !== 'done') return null;
  if (missing)
    return (
      <span className="grid size-full content-center justify-items-center gap-1.5 p-3 text-center text-meta text-muted">
        <CloudOff size="1.375em" aria-hidden />
        <span>
          {media.kind === 'image' ? t`This picture cannot be shown` : t`This video cannot be shown here`}
        </span>
      </span>
    );
  if (media.kind === 'image' || (media.poster && !preview))
    return (
      <>
        <img
          src={media.kind === 'image' ? src : media.poster}
          alt={media.alt || attachment.name}
          draggable={false}
          className={cx('size-full object-cover transition-opacity', dimmed)}
          onLoad={({ currentTarget: img }) => measure(img.naturalWidth, img.naturalHeight)}
          onError={() => setMissing(true)}
        />
        {media.kind === 'video' ? <ClipMark /> : null}
      </>
    );
  return (
    <>
      <video
        src={src}
        muted
        playsInline
        preload="metadata"
        aria-label={media.alt || attachment.name}
        className={cx('size-full object-cover transition-opacity', dimmed)}
        onLoadedMetadata={({ currentTarget: clip }) => measure(clip.videoWidth, clip.videoHeight)}
        onError={() => setMissing(true)}
      />
      {state === 'done' ? <ClipMark /> : null}
    </>
  );
};

/** Marks a video. */
const ClipMark = () => (
  <span className="pointer-events-none absolute inset-0 grid place-items-center">
    <span className="grid size-11 place-items-center rounded-full bg-black/55 text-white">
      <Play size="1.25em" fill="currentColor" className="ms-0.5" aria-hidden />
    </span>
  </span>
);
