import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api-error';
import { Button } from './button';
import { ErrorState, RetryButton } from './empty-state';
import type { Elements } from '../../lib/elements';

/** What a list in pages needs to know of its query. */
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
  /** What is listed, as in "posts". */
  what: string;
}

/** The end of a list in pages: the next one, or another try at what failed, by one button, which keeps the focus. */
export const More = ({ query, what }: MoreProps) => {
  const isLost = query.data === undefined && query.error !== null;
  const failed = isLost || query.isFetchNextPageError;
  if (!failed && !query.hasNextPage) return null;
  const busy = query.isFetchingNextPage || (isLost && query.isFetching);
  const next = () => (isLost ? query.refetch() : query.fetchNextPage({ cancelRefetch: false }));
  return (
    <div className="grid place-items-center gap-2 px-4 py-4">
      {failed ? (
        <p role="alert" className="text-muted">
          {`Failed to load ${isLost ? what : `more ${what}`}`}
        </p>
      ) : null}
      <Button variant="soft" busy={busy} onClick={() => void next()}>
        {busy ? 'Loading...' : failed ? 'Try Again' : `Show more ${what}`}
      </Button>
    </div>
  );
};

interface PagedProps extends MoreProps {
  /** Nothing of what was read is to be shown, as of a page by blocked people alone. */
  isEmpty: boolean;
  loading: ReactNode;
  empty: ReactNode;
  children: Elements;
}

/** A list by pages behind a button, so that what follows stays in reach, with what stands in its place and below it. */
export const Paged = ({ query, what, isEmpty, loading, empty, children }: PagedProps) => {
  if (query.isPending) return loading;
  if (query.data === undefined)
    return (
      <ErrorState
        title={`Failed to load ${what}`}
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
