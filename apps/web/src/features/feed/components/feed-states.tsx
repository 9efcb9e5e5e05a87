import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button';
import { ErrorState } from '../../../components/ui/error-state';
import { Spinner } from '../../../components/ui/spinner';
import { cx } from '../../../lib/class-names';

/** Skeletons with what is being loaded said above them (F §2). */
export const FeedLoading = ({ skeletons }: { skeletons: ReactNode }) => (
  <div aria-busy>
    <p
      role="status"
      className="flex items-center justify-center gap-2.5 py-3 text-meta font-medium text-muted"
    >
      <Spinner size={16} />
      Loading fresh content...
    </p>
    {skeletons}
  </div>
);

interface RetryProps {
  retrying: boolean;
  onRetry: () => void;
}

const RetryButton = ({ retrying, onRetry, quiet = false }: RetryProps & { quiet?: boolean }) => (
  <Button {...(quiet ? { variant: 'soft', size: 'sm' } : {})} busy={retrying} onClick={onRetry}>
    {retrying ? 'Retrying...' : 'Try Again'}
  </Button>
);

/** The first page failed (F §2). */
export const FeedError = (props: RetryProps) => (
  <ErrorState
    title="Something went wrong"
    text="Unable to load posts. Please check your connection and try again."
    action={<RetryButton {...props} />}
  />
);

interface FeedTailProps extends RetryProps {
  state: 'loading' | 'error' | 'end' | 'idle';
}

/** Below the last post: more is coming, more failed to come, or this is the end (F §2). */
export const FeedTail = ({ state, retrying, onRetry }: FeedTailProps) => (
  // at rest nothing is in it, for a spinner keeps the browser at work even out of sight; nor can it be seen, for then it
  // would be seen to move while the heights of cards above it are being learnt
  <div
    className={cx('grid min-h-28 place-items-center px-4 py-6 text-center', state === 'idle' && 'invisible')}
  >
    {state === 'loading' ? (
      <span className="text-muted">
        <Spinner size={22} label="Loading more posts" />
      </span>
    ) : null}
    {state === 'error' ? (
      <div role="alert" className="flex flex-col items-center gap-3">
        <p className="text-body text-muted">Failed to load more posts</p>
        <RetryButton quiet retrying={retrying} onRetry={onRetry} />
      </div>
    ) : null}
    {state === 'end' ? (
      <p className="flex w-full items-center gap-4 text-meta text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        You&apos;ve reached the end!
      </p>
    ) : null}
  </div>
);
