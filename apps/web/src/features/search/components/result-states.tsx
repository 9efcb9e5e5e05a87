import { Card } from '../../../components/ui/card';
import { EmptyState } from '../../../components/ui/empty-state';
import { ErrorState } from '../../../components/ui/error-state';
import { LostFigure } from '../../../components/ui/figures';
import { Button } from '../../../components/ui/button';
import { messageOf } from '../../../lib/api-error';

/** What the states below need to know of a paged query. */
export interface ResultQuery {
  error: unknown;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

/** The first page could not be read. */
export const ResultsFailed = ({ query }: { query: ResultQuery }) => (
  <Card className="max-md:rounded-none max-md:border-x-0">
    <ErrorState
      title="Something went wrong"
      text={messageOf(query.error)}
      action={
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          {query.isFetching ? 'Retrying...' : 'Try Again'}
        </Button>
      }
    />
  </Card>
);

/** Nothing matches; `what` names what was looked for, as in "posts". */
export const NothingFound = ({ what, advice }: { what: string; advice: string }) => (
  <Card className="max-md:rounded-none max-md:border-x-0">
    <EmptyState as="h3" figure={<LostFigure />} title={`No ${what} match`} text={advice} />
  </Card>
);

/** The way to the next page: a button, so that what stands below the results stays in reach. */
export const MoreResults = ({ query, what }: { query: ResultQuery; what: string }) => {
  if (!query.hasNextPage) return null;
  const { isFetchingNextPage: busy, isFetchNextPageError: failed } = query;
  return (
    <div className="grid place-items-center gap-2 px-4 py-4">
      {failed ? (
        <p role="alert" className="text-muted">
          Failed to load more {what}
        </p>
      ) : null}
      <Button variant="soft" busy={busy} onClick={() => void query.fetchNextPage()}>
        {busy ? 'Loading...' : failed ? 'Try Again' : `Show more ${what}`}
      </Button>
    </div>
  );
};
