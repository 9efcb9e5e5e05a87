import { useCallback, useEffect, useRef } from 'react';
import { Button } from '../../../components/ui/button';
import { Skeleton } from '../../../components/ui/skeleton';
import { messageOf } from '../../../lib/api-error';
import { useCommentActions } from '../hooks/use-comment-actions';
import type { useComments } from '../hooks/use-comments';
import { useHeldFocus } from '../hooks/use-held-focus';
import { CommentItem } from './comment-item';

/** Scroll trigger: so many pixels ahead, after so many milliseconds (F §9). */
const AHEAD = 200;
const DELAY = 300;

const Loading = () => (
  <div role="status" aria-label="Loading comments" className="flex flex-col gap-5">
    {['w-4/5', 'w-3/5', 'w-2/3'].map((width) => (
      <div key={width} className="flex gap-3">
        <Skeleton className="size-9 rounded-full" />
        <div className="flex flex-1 flex-col gap-2 pt-1">
          <Skeleton className="h-3.5 w-32" />
          <Skeleton className={`h-3.5 ${width}`} />
        </div>
      </div>
    ))}
  </div>
);

const Failed = ({ text, busy, onRetry }: { text: string; busy: boolean; onRetry: () => void }) => (
  <div role="alert" className="flex flex-col items-center gap-3 py-4 text-center">
    <p className="text-body text-muted">{text}</p>
    <Button variant="soft" size="sm" busy={busy} onClick={onRetry}>
      Try Again
    </Button>
  </div>
);

const Empty = () => (
  <div className="py-5 text-center">
    <p className="text-body font-semibold">No comments yet</p>
    <p className="mt-0.5 text-body text-muted">Be the first to comment on this post</p>
  </div>
);

interface CommentListProps {
  postId: string;
  query: ReturnType<typeof useComments>;
}

/** The comments with all states of F §2: loading, error, empty, more, and the end. */
export const CommentList = ({ postId, query }: CommentListProps) => {
  const { like, remove, viewerId } = useCommentActions(postId);
  const { comments, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const sentinel = useRef<HTMLDivElement>(null);
  const goesOn = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const { place, hold } = useHeldFocus(query.isFetching);
  const more = useCallback(() => {
    hold();
    void fetchNextPage();
  }, [hold, fetchNextPage]);

  useEffect(() => {
    const node = sentinel.current;
    if (!node || !goesOn || typeof IntersectionObserver === 'undefined') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        if (entries.at(-1)?.isIntersecting) timer = setTimeout(more, DELAY);
      },
      { rootMargin: `${AHEAD}px 0px` },
    );
    observer.observe(node);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [goesOn, more]);

  const retry = () => {
    hold();
    void query.refetch();
  };
  const content = () => {
    if (query.isPending) return <Loading />;
    if (query.isError && comments.length === 0)
      return (
        <Failed
          text={`Failed to load comments: ${messageOf(query.error)}`}
          busy={query.isFetching}
          onRetry={retry}
        />
      );
    if (comments.length === 0 && !hasNextPage) return <Empty />;
    return (
      <>
        <ul aria-label="Comments" className="flex flex-col gap-4">
          {comments.map((comment) => (
            <CommentItem
              key={comment._id}
              comment={comment}
              own={comment.user._id === viewerId}
              onLike={(pressed) => void like(pressed)}
              onDelete={(pressed) => void remove(pressed)}
            />
          ))}
        </ul>
        <div ref={sentinel} className="pt-4 text-center text-meta text-muted">
          {isFetchNextPageError ? (
            <Failed text="Failed to fetch comments" busy={isFetchingNextPage} onRetry={more} />
          ) : hasNextPage ? (
            <Button variant="ghost" size="sm" busy={isFetchingNextPage} onClick={more}>
              {isFetchingNextPage ? 'Loading comments' : 'Show more comments'}
            </Button>
          ) : (
            <p className="pb-1">You&apos;ve reached the end of comments.</p>
          )}
        </div>
      </>
    );
  };
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {content()}
    </div>
  );
};
