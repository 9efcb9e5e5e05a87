import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../../../components/ui/button';
import { Failed } from '../../../../components/ui/empty-state';
import { Skeleton } from '../../../../components/ui/skeleton';
import { messageOf } from '../../../../lib/api-error';
import type { Elements } from '../../../../lib/elements';

interface LoadedProps<T> {
  query: { data: T | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Skeleton in the shape of the content. */
  loading: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows a part of the settings once it is loaded, or the error with a retry button. */
export const Loaded = <T,>({ query, loading, children }: LoadedProps<T>) => {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return loading;
  return (
    <Failed text={messageOf(query.error)} retrying={query.isFetching} onRetry={() => void query.refetch()} />
  );
};

interface RowsProps<T> {
  /** Label of the list for screen readers. */
  label?: string;
  items: readonly T[];
  empty: string;
  children: (item: T) => ReactNode;
}

/** A short list, or its empty text. */
export const Rows = <T extends { _id: string }>({ label, items, empty, children }: RowsProps<T>) => {
  if (items.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-line">
      {items.map((item) => (
        <li
          key={item._id}
          className="flex min-h-14 flex-wrap items-center justify-end gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0"
        >
          {children(item)}
        </li>
      ))}
    </ul>
  );
};

interface ListingProps<T> extends Omit<RowsProps<T>, 'items'> {
  query: LoadedProps<readonly T[]>['query'];
}

/** A short list with its skeleton, error with retry, and empty text. */
export const Listing = <T extends { _id: string }>({ query, ...rows }: ListingProps<T>) => (
  <Loaded query={query} loading={<Skeleton className="h-14 rounded-media" />}>
    {(items) => <Rows items={items} {...rows} />}
  </Loaded>
);

interface RowProps {
  /** Icon in a muted square before the text. */
  icon?: ReactNode;
  title: ReactNode;
  text: ReactNode;
  /** The row's actions. */
  children?: Elements;
}

export const Row = ({ icon, title, text, children }: RowProps) => (
  <>
    {icon ? (
      <span className="grid size-10 shrink-0 place-items-center rounded-media bg-fill text-muted">
        {icon}
      </span>
    ) : null}
    <div className="min-w-0 flex-[1_1_6rem]">
      <p className="truncate font-medium">{title}</p>
      <div className="text-meta text-muted">{text}</div>
    </div>
    {children}
  </>
);

interface RowButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  text: string;
  /** Its accessible label, which names the row. */
  label: string;
}

/** Button of a row. */
export const RowButton = ({ text, label, ...rest }: RowButtonProps) => (
  <Button variant="outline" size="sm" aria-label={label} {...rest}>
    {text}
  </Button>
);
