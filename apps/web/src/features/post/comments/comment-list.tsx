import { useSentinel } from '../list/endless';
import { useRef, memo } from 'react';
import type { Comment } from '@social-feed/contracts';
import { Heart, Trash2 } from 'lucide-react';
import { Avatar } from '../../../components/ui/avatar';
import { LinkedText } from '../../../components/ui/linked-text';
import { paths } from '../../../config/paths';
import { cx } from '../../../lib/class-names';
import { formatCommentTime } from '../../../lib/ago';
import { formatCount, formatFullTime } from '../../../lib/format';
import { Button } from '../../../components/ui/button';
import { Skeleton } from '../../../components/ui/skeleton';
import { messageOf } from '../../../lib/api-error';
import { useFocusKept } from '../../../lib/use-focus-kept';
import { useCommentActions } from './comment-actions';
import type { useComments } from './use-comments';

interface CommentItemProps {
  comment: Comment;
  /** Whether the reader may delete it. */
  removable: boolean;
  onLike: (comment: Comment) => void;
  onDelete: (comment: Comment) => void;
}

const ACTION =
  'relative inline-flex min-h-8 items-center gap-1.5 rounded-pill px-2 text-meta font-medium transition-colors after:absolute after:-inset-y-1.5 after:inset-x-0';

/** One comment with its like and, for its author and admins, delete. */
export const CommentItem = memo(({ comment, removable, onLike, onDelete }: CommentItemProps) => {
  const { user, userHasLiked } = comment;
  const likes = comment.reactions.likes;
  const profile = paths.profile.getHref(user.userName);
  const time = comment.timestamp || comment.createdAt;
  return (
    <li className="flex gap-3">
      <a href={profile} tabIndex={-1} aria-hidden className="shrink-0">
        <Avatar id={user._id} name={user.fullName || user.userName} src={user.profilepic} size={36} />
      </a>
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-1.5 text-meta text-muted">
          <a href={profile} dir="auto" className="truncate text-body font-semibold text-text hover:underline">
            {user.fullName || user.userName}
          </a>
          <span className="min-w-0 shrink-[3] truncate max-sm:hidden">@{user.userName}</span>
          <span aria-hidden>·</span>
          <time dateTime={time} title={formatFullTime(time)} className="shrink-0">
            {formatCommentTime(time)}
          </time>
        </p>
        <p dir="auto" className="mt-0.5 text-body wrap-anywhere whitespace-pre-line">
          <LinkedText text={comment.body} />
        </p>
        <div className="-ml-2 mt-0.5 flex items-center gap-1">
          <button
            type="button"
            aria-pressed={userHasLiked}
            aria-label={`Like comment, ${formatCount(likes)}`}
            onClick={() => onLike(comment)}
            className={cx(
              ACTION,
              userHasLiked ? 'text-like hover:bg-like-soft' : 'text-muted hover:bg-like-soft hover:text-like',
            )}
          >
            <Heart size={16} aria-hidden fill={userHasLiked ? 'currentColor' : 'none'} />
            {likes > 0 ? formatCount(likes) : 'Like'}
          </button>
          {removable ? (
            <button
              type="button"
              aria-label="Delete comment"
              onClick={() => onDelete(comment)}
              className={cx(ACTION, 'text-muted hover:bg-danger-soft hover:text-danger')}
            >
              <Trash2 size={15} aria-hidden />
              Delete
            </button>
          ) : null}
        </div>
      </div>
    </li>
  );
});
CommentItem.displayName = 'CommentItem';

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
  /** Folds the comments; offered at their end. */
  onClose?: (() => void) | undefined;
}

/** The comments with all states of F §2: loading, error, empty, more, and the end. */
export const CommentList = ({ postId, query, onClose }: CommentListProps) => {
  const { like, remove, viewer } = useCommentActions(postId);
  const { comments, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const place = useRef<HTMLDivElement>(null);
  useFocusKept(place);
  const more = () => void fetchNextPage();
  const retry = () => void query.refetch();

  const sentinel = useSentinel({
    enabled: hasNextPage && !isFetchingNextPage && !isFetchNextPageError,
    onReach: more,
    loads: query.data?.pages.length ?? 0,
    margin: AHEAD,
    delay: DELAY,
  });

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
    const left = (query.total ?? 0) - comments.length;
    return (
      <>
        <ul aria-label="Comments" className="flex flex-col gap-4">
          {comments.map((comment) => (
            <CommentItem
              key={comment._id}
              comment={comment}
              removable={viewer !== null && (viewer.isAdmin || viewer._id === comment.user._id)}
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
              {isFetchingNextPage
                ? 'Loading comments'
                : `Show ${left > 0 ? `${formatCount(left)} ` : ''}more`}
            </Button>
          ) : (
            <p className="pb-1">You&apos;ve reached the end of comments.</p>
          )}
          {onClose ? (
            <Button variant="ghost" size="sm" onClick={onClose}>
              Close comments
            </Button>
          ) : null}
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
