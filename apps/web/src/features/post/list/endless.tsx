import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../components/ui/button';
import { Spinner } from '../../../components/ui/spinner';
import { cx } from '../../../lib/class-names';
import { useSentinel } from './use-sentinel';

/** Pause between two loads, in milliseconds (F §9). */
const COOLDOWN = 200;

/** What an endless list needs to know of its query. */
interface EndlessQuery {
  data: { pages: readonly unknown[] } | undefined;
  isPending: boolean;
  isError: boolean;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: (options?: { cancelRefetch?: boolean }) => Promise<unknown>;
  refetch: () => Promise<unknown>;
}

/** A way to try again what failed, and whether that is under way. */
export interface Retry {
  retrying: boolean;
  onRetry: () => void;
}

/** Tries again; `quiet` below what is there. */
export const RetryButton = ({ retrying, onRetry, quiet = false }: Retry & { quiet?: boolean }) => (
  <Button {...(quiet ? { variant: 'soft', size: 'sm' } : {})} busy={retrying} onClick={onRetry}>
    {retrying ? 'Retrying...' : 'Try Again'}
  </Button>
);

interface EndlessProps {
  query: EndlessQuery;
  /** Nothing to show of what was read. */
  isEmpty: boolean;
  /** While the first page loads. */
  loading: ReactNode;
  empty: ReactNode;
  /** In place of the list when its first page failed; without it the list counts as empty, with a way to try again below. */
  failed?: (retry: Retry) => ReactNode;
  /** How far below the screen the next page is fetched, in pixels. */
  margin: number;
  /** False while another read of the list is under way, which a next page would give up. */
  enabled?: boolean;
  /** A button beside endless scrolling. */
  moreButton?: boolean;
  words: { loading: string; failed: string; end: string };
  children: ReactNode;
}

/** A list that goes on as its end comes near, with what stands in its place and below it. */
export const Endless = (props: EndlessProps) => {
  const { query, failed, words, moreButton = false } = props;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const [retrying, setRetrying] = useState(false);
  const pages = query.data?.pages.length ?? 0;
  const firstFailed = query.isError && pages === 0;
  // one that is on its way is not asked for again, whoever asks
  const next = () => query.fetchNextPage({ cancelRefetch: false });
  const sentinel = useSentinel({
    enabled: hasNextPage && !query.isFetching && !isFetchNextPageError && props.enabled !== false,
    onReach: () => void next(),
    loads: pages,
    margin: props.margin,
    cooldown: COOLDOWN,
  });
  const retry = async () => {
    setRetrying(true);
    await (pages === 0 ? query.refetch() : next());
    // the button goes with what it mended: whoever pressed it reads on from the list
    flushSync(() => setRetrying(false));
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === null)
      document.querySelector<HTMLElement>('[role="feed"]')?.focus({ preventScroll: true });
  };
  const again: Retry = { retrying, onRetry: () => void retry() };

  if (query.isPending && !(retrying && failed)) return props.loading;
  const isEmpty = props.isEmpty && !hasNextPage;
  if (isEmpty && failed) return firstFailed || retrying ? failed(again) : props.empty;
  const isLost = isFetchNextPageError || firstFailed || retrying;
  const isIdle = !isLost && !isFetchingNextPage && hasNextPage && !moreButton;
  return (
    <>
      {isEmpty ? props.empty : props.children}
      <div ref={sentinel} />
      {/* At rest nothing is in it, for a spinner keeps the browser at work even out of sight. Another one after every page:
          the same would be seen to leap down as posts come in above it; not where it has what may be focused. */}
      <div
        key={moreButton || isLost ? 'kept' : pages}
        className={cx('grid min-h-28 place-items-center px-4 py-6 text-center', isIdle && 'invisible')}
      >
        {isLost ? (
          <div role="alert" className="flex flex-col items-center gap-3">
            <p className="text-body text-muted">{words.failed}</p>
            <RetryButton quiet {...again} />
          </div>
        ) : isFetchingNextPage ? (
          <Spinner size={22} label={words.loading} className="text-muted" />
        ) : hasNextPage ? (
          moreButton && (
            <Button variant="soft" onClick={() => void next()}>
              Load more
            </Button>
          )
        ) : isEmpty ? null : (
          <p className="flex w-full items-center gap-4 text-meta text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {words.end}
          </p>
        )}
      </div>
    </>
  );
};
