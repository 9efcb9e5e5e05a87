import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button';
import { messageOf } from '../../../lib/api-error';
import { Skeleton } from '../../../components/ui/skeleton';

interface LoadFailedProps {
  query: { error: unknown; refetch: () => unknown };
}

/** Why a part of the settings could not be read, and another try. */
export const LoadFailed = ({ query }: LoadFailedProps) => (
  <div role="alert" className="flex flex-wrap items-center gap-3 text-danger">
    <span className="min-w-0 flex-1">{messageOf(query.error)}</span>
    <Button variant="outline" size="sm" onClick={() => void query.refetch()}>
      Try Again
    </Button>
  </div>
);

interface ListingProps<T> {
  query: { data: T[] | undefined; error: unknown; refetch: () => unknown };
  empty: string;
  children: (item: T) => ReactNode;
}

/** What a row is about, in a quiet square before its words. */
export const RowIcon = ({ children }: { children: ReactNode }) => (
  <span className="grid size-10 shrink-0 place-items-center rounded-media bg-fill text-muted">
    {children}
  </span>
);

/** A short list with its skeleton, error with retry, and empty text. */
export const Listing = <T extends { _id: string }>({ query, empty, children }: ListingProps<T>) => {
  if (query.data === undefined && query.error) return <LoadFailed query={query} />;
  if (query.data === undefined) return <Skeleton className="h-14 rounded-media" />;
  if (query.data.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {query.data.map((item) => (
        <li key={item._id} className="flex min-h-14 items-center gap-3 py-3 first:pt-0 last:pb-0">
          {children(item)}
        </li>
      ))}
    </ul>
  );
};
