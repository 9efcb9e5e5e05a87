import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../../components/ui/button';
import { Spinner } from '../../../components/ui/spinner';
import { cx } from '../../../lib/class-names';
import { focusIfLost } from '../../../lib/focus';
import { Failed, type Retry } from '../../../components/ui/empty-state';
import type { PagesQuery } from '../../../components/ui/paged';
import type { Elements } from '../../../lib/elements';

/** What an endless list needs to know of its query. */
type EndlessQuery = Omit<PagesQuery, 'data'> & {
  data: { pages: readonly unknown[] } | undefined;
  isError: boolean;
};

interface NextPageOptions {
  /** How far below the screen counts as near, in pixels. */
  margin: number;
  /** Pause between two loads, in milliseconds. */
  cooldown?: number;
  /** How long the end must be near, in milliseconds. */
  delay?: number;
  enabled?: boolean | undefined;
}

/**
 * Reads the next page of a list while its end is near, at most one load after the other and `cooldown` apart. It goes on
 * by itself when a short or empty page leaves the end in sight, and not by itself once one failed.
 * @returns `next` reads it at once; `end` is the ref of the list's end
 */
export const useNextPage = (query: EndlessQuery, options: NextPageOptions) => {
  const { margin, cooldown = 0, delay = 0, enabled = true } = options;
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [near, setNear] = useState(false);
  const lastReach = useRef(Number.NEGATIVE_INFINITY);
  // tells that a load came back: one quick enough shows in nothing else
  const pages = query.data?.pages.length ?? 0;
  // one that is on its way is not asked for again, and a read of the whole list is not given up
  const next = () => query.fetchNextPage({ cancelRefetch: false });
  const reach = useEffectEvent(next);
  const isDue = enabled && near && query.hasNextPage && !query.isFetching && !query.isFetchNextPageError;

  useEffect(() => {
    if (!element || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: `${margin}px 0px`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, margin]);

  useEffect(() => {
    if (!isDue) return;
    const wait = Math.max(delay, cooldown - (performance.now() - lastReach.current));
    const timer = setTimeout(() => {
      lastReach.current = performance.now();
      void reach();
    }, wait);
    return () => clearTimeout(timer);
  }, [isDue, cooldown, delay, pages]);

  return { next, end: setElement };
};

/** Pause between two loads, in milliseconds (F §9). */
const COOLDOWN = 200;

interface EndlessProps {
  query: EndlessQuery;
  /** Nothing to show of what was read. */
  isEmpty: boolean;
  /** While the first page loads. */
  loading: ReactNode;
  empty: Elements | ((retry: Retry) => Elements);
  /** In place of the list when its first page failed; without it the list counts as empty, with a way to try again below. */
  failed?: (retry: Retry) => ReactNode;
  /** How far below the screen the next page is fetched, in pixels. */
  margin: number;
  /** False while another read of the list is under way, which a next page would give up. */
  enabled?: boolean;
  /** A button beside endless scrolling. */
  moreButton?: boolean;
  words: { loading: string; failed: string; end: string };
  children: Elements;
}

/** A list that goes on as its end comes near, with what stands in its place and below it. */
export const Endless = (props: EndlessProps) => {
  const { query, failed, words, moreButton = false } = props;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const [retrying, setRetrying] = useState(false);
  const pages = query.data?.pages.length ?? 0;
  const firstFailed = query.isError && pages === 0;
  const { next, end } = useNextPage(query, {
    margin: props.margin,
    cooldown: COOLDOWN,
    enabled: props.enabled,
  });
  const retry = async () => {
    setRetrying(true);
    await (hasNextPage ? next() : query.refetch());
    // the button goes with what it mended: whoever pressed it reads on from the list
    setRetrying(false);
    focusIfLost('[role="feed"]');
  };
  const again: Retry = { retrying, onRetry: () => void retry() };

  if (query.isPending && !(retrying && failed)) return props.loading;
  const isEmpty = props.isEmpty && !hasNextPage;
  const empty = typeof props.empty === 'function' ? props.empty(again) : props.empty;
  if (isEmpty && failed) return pages === 0 ? failed(again) : empty;
  const isLost = isFetchNextPageError || firstFailed || retrying;
  const isIdle = !isLost && !isFetchingNextPage && hasNextPage && !moreButton;
  return (
    <>
      {isEmpty ? empty : props.children}
      <div ref={end} />
      {/* At rest nothing is in it, for a spinner keeps the browser at work even out of sight. Another one after every page:
          the same would be seen to leap down as posts come in above it; not where it has what may be focused. */}
      <div
        key={moreButton || isLost ? 'kept' : pages}
        className={cx('grid min-h-28 place-items-center px-4 py-6 text-center', isIdle && 'invisible')}
      >
        {isLost ? (
          <Failed text={words.failed} {...again} />
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
