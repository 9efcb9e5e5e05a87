import { t } from '@lingui/core/macro';
import { untitledPost, type LinkPreview } from '@social-feed/contracts';
import { useEffect, useState } from 'react';
import { Skeleton } from '../../../../components/ui/skeleton';
import { api } from '../../../../lib/api-client';
import { cx } from '../../../../lib/class-names';
import { LANGUAGE } from '../../../../lib/words/language';

const Picture = ({ image, round }: { image: NonNullable<LinkPreview['image']>; round: boolean }) => {
  const [failed, setFailed] = useState(false);
  if (failed) return null;
  return (
    <img
      src={image.url}
      alt={image.alt}
      width={72}
      height={72}
      onError={() => setFailed(true)}
      className={cx('size-18 shrink-0 object-cover', round ? 'rounded-full' : 'rounded-media')}
    />
  );
};

/** The preview of the shared page, as crawlers get it, in the language of this page. */
const Shared = ({ type, title, description, language, author, image }: LinkPreview) => {
  // a post without a title is named by its author, who stands above it
  const named = type === 'article' && title === untitledPost(author?.name ?? '');
  return (
    <>
      {image ? <Picture image={image} round={type === 'profile'} /> : null}
      <div className="min-w-0 flex-1">
        {type === 'article' && author ? (
          <p dir="auto" className="truncate text-meta text-muted">
            {author.name}
          </p>
        ) : null}
        {named ? null : (
          <p lang={language} dir="auto" className="truncate text-title font-semibold">
            {title}
          </p>
        )}
        <p
          lang={language}
          dir="auto"
          className={cx('text-body break-words', named ? 'line-clamp-3' : 'line-clamp-2')}
        >
          {description}
        </p>
      </div>
    </>
  );
};

const Loading = () => (
  <>
    <Skeleton className="size-18 shrink-0" />
    <span className="flex flex-1 flex-col gap-2">
      <Skeleton className="h-4 w-1/3" />
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="h-4 w-full" />
    </span>
  </>
);

/**
 * Shows what was shared, as its page's head tells crawlers. Load it lazily.
 * @param address the path of the shared page
 */
export const SharedPreview = ({ address }: { address: string }) => {
  const [preview, setPreview] = useState<LinkPreview | null>();
  useEffect(() => {
    const leaving = new AbortController();
    api.call('linkPreview', { query: { address, language: LANGUAGE }, signal: leaving.signal }).then(
      ({ data }) => setPreview(data),
      () => {
        if (!leaving.signal.aborted) setPreview(null);
      },
    );
    return () => leaving.abort();
  }, [address]);
  return (
    <div aria-busy={preview === undefined} className="flex min-w-0 flex-1 items-center gap-3">
      {preview === undefined ? <Loading /> : null}
      {preview === null ? (
        <p className="text-body text-muted">{t`You can open this page without an account.`}</p>
      ) : null}
      {preview ? <Shared {...preview} /> : null}
    </div>
  );
};
