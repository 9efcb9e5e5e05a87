import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../../../components/ui/button';
import { Spinner } from '../../../../components/ui/spinner';
import { cx } from '../../../../lib/class-names';
import { focusIfLost } from '../../../../lib/focus';
import { Failed, type Retry } from '../../../../components/ui/empty-state';
import type { PagesQuery } from '../../../../components/ui/paged';
import type { Elements } from '../../../../lib/elements';

/** The parts of the query that an endless list uses. */
type EndlessQuery = Omit<PagesQuery, 'data'> & {
  data: { pages: readonly unknown[] } | undefined;
  isError: boolean;
};

interface NextPageOptions {
  /** Distance below the screen that counts as near, in pixels. */
  margin: number;
  /** Pause between two loads, in milliseconds. */
  cooldown?: number;
  /** How long the end must be near before a load, in milliseconds. */
  delay?: number;
  enabled?: boolean | undefined;
}

/**
 * Fetches the next page of a list while its end is near: one load at a time, `cooldown` apart. Continues while a
 * short or empty page leaves the end in sight; stops after a failed load.
 * @returns `next` fetches the next page at once; `end` is the ref of the list's end
 */
export const useNextPage = (query: EndlessQuery, options: NextPageOptions) => {
  const { margin, cooldown = 0, delay = 0, enabled = true } = options;
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [near, setNear] = useState(false);
  const lastReach = useRef(Number.NEGATIVE_INFINITY);
  // a dependency below, since a quick load may change nothing else
  const pages = query.data?.pages.length ?? 0;
  // `cancelRefetch: false` keeps a pending page or refetch running
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
  /** True if the loaded pages have nothing to show. */
  isEmpty: boolean;
  /** Shown while the first page loads. */
  loading: ReactNode;
  empty: Elements | ((retry: Retry) => Elements);
  /**
   * Shown instead of the list if its first page failed. Without it the list counts as empty, with a retry below.
   */
  failed?: (retry: Retry) => ReactNode;
  /** How far below the screen the next page is fetched, in pixels. */
  margin: number;
  /** False during another read of the list that loading a page would cancel. */
  enabled?: boolean;
  /** Shows a "Load more" button in addition to endless scrolling. */
  moreButton?: boolean;
  words: { loading: string; failed: string; end: string };
  children: Elements;
}

/** An endless list with its loading, empty, failed and end states. */
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
    // the retry button disappears on success: move the focus to the list
    setRetrying(false);
    focusIfLost('[role="feed"]');
  };
  const again: Retry = { retrying, onRetry: () => void retry() };

  if (query.isPending && !(retrying && failed)) return props.loading;
  const isEmpty = props.isEmpty && !hasNextPage;
  const empty = typeof props.empty === 'function' ? props.empty(again) : props.empty;
  if (isEmpty && failed) return pages === 0 ? failed(again) : empty;
  const isLost = isFetchNextPageError || firstFailed || retrying;
  const isLoading = !isLost && isFetchingNextPage;
  const isIdle = !isLost && !isFetchingNextPage && hasNextPage && !moreButton;
  return (
    <>
      {isEmpty ? empty : props.children}
      <div ref={end} />
      {/* Empty while idle, since a spinner costs CPU even out of sight; its box is never seen, so that it counts for nothing where it moves. Remounted after every page: otherwise it would visibly jump down as posts are inserted above it. Not remounted while it has focusable content. */}
      <div
        key={moreButton || isLost ? 'kept' : pages}
        className={cx(
          'grid min-h-28 place-items-center px-4 py-6 text-center',
          (isIdle || isLoading) && 'invisible',
        )}
      >
        {isLost ? (
          <Failed text={words.failed} {...again} />
        ) : isLoading ? (
          <Spinner size={22} label={words.loading} className="visible text-muted" />
        ) : hasNextPage ? (
          moreButton && (
            <Button variant="soft" onClick={() => void next()}>
              {t`Load more`}
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
