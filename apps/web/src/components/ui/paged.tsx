import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api-error';
import { Button } from './button';
import { LOST, MORE, MORE_LOST, type Listed } from './listed';
import { ErrorState, RetryButton } from './empty-state';
import type { Elements } from '../../lib/elements';

/** The parts of a paged query that the list uses. */
export interface PagesQuery {
  data: unknown;
  error: unknown;
  isPending: boolean;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: (options?: { cancelRefetch?: boolean }) => Promise<unknown>;
  refetch: () => Promise<unknown>;
}

interface MoreProps {
  query: PagesQuery;
  what: Listed;
}

/** The end of a paged list: one button that loads the next page or retries, and keeps the focus. */
export const More = ({ query, what }: MoreProps) => {
  const isLost = query.data === undefined && query.error !== null;
  const failed = isLost || query.isFetchNextPageError;
  // below posts that the web server has drawn, more of this page follow
  if (import.meta.env.SSR || (!failed && !query.hasNextPage)) return null;
  const busy = query.isFetchingNextPage || (isLost && query.isFetching);
  const next = () => (isLost ? query.refetch() : query.fetchNextPage({ cancelRefetch: false }));
  return (
    <div className="grid place-items-center gap-2 px-4 py-4">
      {failed ? (
        <p role="alert" className="text-muted">
          {isLost ? LOST[what] : MORE_LOST[what]}
        </p>
      ) : null}
      <Button variant="soft" busy={busy} onClick={() => void next()}>
        {busy ? t`Loading...` : failed ? t`Try Again` : MORE[what]}
      </Button>
    </div>
  );
};

interface PagedProps extends MoreProps {
  query: PagesQuery & { items: readonly unknown[] };
  /** Whether all loaded items are hidden, e.g. those of blocked authors; unless given, whether there are none. */
  isEmpty?: boolean;
  loading: ReactNode;
  empty: ReactNode;
  children: Elements;
}

/**
 * A paged list with a "more" button, so that content below stays reachable, and with loading, error and empty
 * states.
 */
export const Paged = ({ query, what, loading, empty, children, ...given }: PagedProps) => {
  const { isEmpty = query.items.length === 0 } = given;
  if (query.isPending) return loading;
  if (query.data === undefined)
    return (
      <ErrorState
        title={LOST[what]}
        text={messageOf(query.error)}
        action={<RetryButton retrying={query.isFetching} onRetry={() => void query.refetch()} />}
      />
    );
  if (isEmpty && !query.hasNextPage) return empty;
  return (
    <>
      {children}
      <More query={query} what={what} />
    </>
  );
};
