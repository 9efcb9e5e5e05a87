import { Button } from '../../../components/ui/button';
import { EmptyState } from '../../../components/ui/empty-state';
import { EmptyFigure } from '../../../components/ui/figures';
import { Spinner } from '../../../components/ui/spinner';

/** 'No {posts|media|bookmarks} yet' (A §2.9). */
export const NothingYet = ({ what }: { what: 'posts' | 'media' | 'bookmarks' }) => (
  <EmptyState as="p" figure={<EmptyFigure />} title={`No ${what} yet`} />
);

interface ListTailProps {
  state: 'loading' | 'more' | 'end' | 'failed' | 'none';
  onMore: () => void;
  /** The media grid has a button beside infinite scroll. */
  moreButton?: boolean;
}

/** What stands below a list: more to come, its end, or that a part could not be read. */
export const ListTail = ({ state, onMore, moreButton = false }: ListTailProps) => {
  if (state === 'none') return null;
  return (
    <div className="grid min-h-24 place-items-center px-4 py-5 text-center">
      {state === 'loading' ? <Spinner size={22} label="Loading more" className="text-muted" /> : null}
      {state === 'more' && moreButton ? (
        <Button variant="soft" onClick={onMore}>
          Load more
        </Button>
      ) : null}
      {state === 'failed' ? (
        <div role="alert" className="flex flex-col items-center gap-3">
          <p className="text-muted">Some of this could not be loaded.</p>
          <Button variant="soft" size="sm" onClick={onMore}>
            Try Again
          </Button>
        </div>
      ) : null}
      {state === 'end' ? (
        <p className="flex w-full items-center gap-4 text-meta text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          You&apos;ve reached the end
        </p>
      ) : null}
    </div>
  );
};
