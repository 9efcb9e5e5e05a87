import type { Comment } from '@social-feed/contracts';
import { Heart, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { Avatar } from '../../../components/ui/avatar';
import { paths } from '../../../config/paths';
import { cx } from '../../../lib/class-names';
import { formatCommentTime } from '../../../lib/comment-time';
import { formatCount, formatFullTime } from '../../../lib/format';

interface CommentItemProps {
  comment: Comment;
  own: boolean;
  onLike: (comment: Comment) => void;
  onDelete: (comment: Comment) => void;
}

const ACTION =
  'relative inline-flex min-h-8 items-center gap-1.5 rounded-pill px-2 text-meta font-medium transition-colors after:absolute after:-inset-y-1.5 after:inset-x-0';

/** One comment with its like and, for its author, delete. */
export const CommentItem = memo(({ comment, own, onLike, onDelete }: CommentItemProps) => {
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
          {comment.body}
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
          {own ? (
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
