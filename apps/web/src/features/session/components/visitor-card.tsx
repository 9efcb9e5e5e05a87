import type { LinkPreview } from '@social-feed/contracts';
import { useEffect, useState } from 'react';
import { buttonClass } from '../../../components/ui/button';
import { Skeleton } from '../../../components/ui/skeleton';
import { api } from '../../../lib/api-client';
import { cx } from '../../../lib/class-names';
import type { Elements } from '../../../lib/elements';

/** A card whose button continues without an account. */
const VisitorCard = ({
  label,
  onRead,
  children,
}: {
  label: string;
  onRead: () => void;
  children?: Elements;
}) => (
  <section aria-label="Without an account" className="rounded-card border border-line bg-surface p-3">
    {children}
    <button type="button" onClick={onRead} className={buttonClass({ variant: 'soft', className: 'w-full' })}>
      <span>{label}</span>
    </button>
  </section>
);

/** Lets visitors in where nothing was shared with them. */
export const BrowseCard = ({ onRead }: { onRead: () => void }) => (
  <VisitorCard label="Browse without an account" onRead={onRead}>
    <p className="mb-3 px-1 text-body text-muted">Look around first, and join whenever you like.</p>
  </VisitorCard>
);

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

/** What crawlers are told of the shared page. */
const Shared = ({ type, title, description, author, image }: LinkPreview) => {
  // a post without a title is named by its author, who stands above it
  const named = type === 'article' && title === `Post by ${author?.name}`;
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
          <p dir="auto" className="truncate text-title font-semibold">
            {title}
          </p>
        )}
        <p dir="auto" className={cx('text-body break-words', named ? 'line-clamp-3' : 'line-clamp-2')}>
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
 * Shows what was shared, as its page's head tells crawlers, to a visitor at the sign-in page. Its height is the same
 * before, with and without an answer, so that the form below stays in place.
 * @param address the path that led here
 */
export const SharedCard = ({ address, onRead }: { address: string; onRead: () => void }) => {
  const [preview, setPreview] = useState<LinkPreview | null>();
  useEffect(() => {
    const leaving = new AbortController();
    api.call('linkPreview', { query: { address }, signal: leaving.signal }).then(
      ({ data }) => setPreview(data),
      () => {
        if (!leaving.signal.aborted) setPreview(null);
      },
    );
    return () => leaving.abort();
  }, [address]);
  return (
    <VisitorCard label="Read without an account" onRead={onRead}>
      <div aria-busy={preview === undefined} className="mb-3 flex min-h-[5.5rem] items-center gap-3">
        {preview === undefined ? <Loading /> : null}
        {preview === null ? (
          <p className="text-body text-muted">You can open this page without an account.</p>
        ) : null}
        {preview ? <Shared {...preview} /> : null}
      </div>
    </VisitorCard>
  );
};
