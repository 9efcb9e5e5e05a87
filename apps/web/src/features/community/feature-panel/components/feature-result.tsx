import { t } from '@lingui/core/macro';
import { ExternalLink, RefreshCw, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '../../../../components/ui/button';
import { Skeleton } from '../../../../components/ui/skeleton';
import { isAbort } from '../../../../lib/api-error';
import { cx } from '../../../../lib/class-names';
import { endOrPatience } from '../../../../lib/at-least';
import { shareOrCopy } from '../../../../lib/copy-text';
import { showAlert } from '../../../../lib/dialogs';
import { toast } from '../../../../lib/toast';
import type { FeatureId, FeatureResult as Result } from '../model/feature-result';

/** Posters and book covers are upright, next to the text; dishes are above it. */
const UPRIGHT = new Set<FeatureId>(['movie', 'book']);

const Picture = ({ src, upright }: { src: string; upright: boolean }) => {
  const [failed, setFailed] = useState(false);
  if (failed) return null;
  return (
    <img
      src={src}
      alt=""
      referrerPolicy="no-referrer"
      decoding="async"
      className={cx(
        'shrink-0 rounded-media bg-fill object-cover',
        upright ? 'aspect-[2/3] w-24 self-start' : 'aspect-[16/10] w-full',
      )}
      onError={() => setFailed(true)}
    />
  );
};

/** Skeleton in the shape of a result. */
export const FeatureSkeleton = ({ feature }: { feature: FeatureId }) => (
  <div
    role="status"
    aria-label={t`Fetching`}
    className={cx('flex gap-4', !UPRIGHT.has(feature) && 'flex-col')}
  >
    {UPRIGHT.has(feature) ? <Skeleton className="aspect-[2/3] w-24 rounded-media" /> : null}
    {feature === 'recipe' ? <Skeleton className="aspect-[16/10] w-full rounded-media" /> : null}
    <div className="flex flex-1 flex-col gap-2">
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-5/6" />
    </div>
  </div>
);

interface FeatureResultProps {
  result: Result;
  onAnother: () => void;
}

/** The result of a card, with Get Another, Share and More (A §2.10). External content is rendered as text only. */
export const FeatureResult = ({ result, onAnother }: FeatureResultProps) => {
  const [sharing, setSharing] = useState(false);
  /** Uses the browser's share sheet, or copies to the clipboard and shows a toast (A §8). */
  const handleShare = async (): Promise<void> => {
    const { title, content, shareUrl: url } = result;
    setSharing(true);
    const handedOver = shareOrCopy({ title, text: content, url }, `${title}\n\n${content}\n\n${url}`, () =>
      showAlert(t`Content copied to clipboard!`),
    ).catch((error: unknown) => {
      // Closing the share sheet is not an error.
      if (!isAbort(error)) toast.error(t`Failed to share. Please try again.`);
    });
    await endOrPatience(handedOver);
    setSharing(false);
  };
  const upright = UPRIGHT.has(result.feature);
  return (
    <>
      <div className={cx('flex gap-4', !upright && 'flex-col')}>
        {result.imageUrl ? <Picture key={result.imageUrl} src={result.imageUrl} upright={upright} /> : null}
        <div className="min-w-0">
          <h3 className="text-title font-semibold text-balance wrap-anywhere" dir="auto">
            {result.title}
          </h3>
          <p className="mt-1.5 text-pretty wrap-anywhere text-muted" dir="auto">
            {result.content}
          </p>
        </div>
      </div>
      <div className="mt-5 grid grid-cols-2 gap-2">
        <Button size="sm" className="col-span-2" onClick={onAnother}>
          <RefreshCw size="1em" aria-hidden />
          <span>{t`Get Another`}</span>
        </Button>
        <Button size="sm" variant="soft" busy={sharing} onClick={() => void handleShare()}>
          {sharing ? null : <Share2 size="1em" aria-hidden />}
          <span>{t`Share`}</span>
        </Button>
        <a
          href={result.redirectUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ size: 'sm', variant: 'soft' })}
        >
          <ExternalLink size="1em" aria-hidden />
          <span>
            {t({
              message: 'More',
              context: 'of a recipe or the like',
              comment: 'A link to the page it comes from.',
            })}
          </span>
        </a>
      </div>
    </>
  );
};
