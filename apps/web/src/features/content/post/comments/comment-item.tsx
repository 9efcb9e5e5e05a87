import { t } from '@lingui/core/macro';
import { COMMENT_LIMITS, type Comment } from '@social-feed/contracts';
import { Ellipsis, Flag, Heart, Link2, Pencil, Trash2 } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { Avatar } from '../../../../components/ui/avatar';
import { FoldedText } from '../../../../components/ui/folded-text';
import { LazyMenu } from '../../../../components/ui/lazy-menu';
import { paths } from '../../../../config/paths';
import { formatCommentTime } from '../../../../lib/ago';
import { cx } from '../../../../lib/class-names';
import { useOverTime } from '../../../../lib/use-age';
import { copyLink } from '../../../../lib/copy-text';
import { showReport } from '../../../../lib/dialogs';
import { formatCount, formatFullTime } from '../../../../lib/format';
import { hidesCounts, usePreferences } from '../../../../lib/preferences';
import { useFocusKept } from '../../../../lib/use-focus-kept';
import { Edited } from '../card/edited';
import type { HiddenComments } from '../list/use-hidden-comments';
import { useOpened } from '../model/card-views';
import { postUrl } from '../reactions/run-reaction';
import type { Elements } from '../../../../lib/elements';
import { justSent } from './comment-actions';

interface CommentItemProps {
  comment: Comment;
  /** Whether the user may delete the comment. */
  removable: boolean;
  /** Whether this is the comment in the address. */
  marked?: boolean;
  /** Whether a muted word folds it. */
  folded?: HiddenComments | null;
  onLike: (comment: Comment) => void;
  onDelete: (comment: Comment) => void;
  onReply?: ((comment: Comment) => void) | undefined;
  /** Whether the user may report the comment to the moderators: signed in, and not its author. */
  reportable?: boolean;
  /** Absent if the user may not edit the comment. */
  onEdit?: ((comment: Comment) => void) | undefined;
  /** The edit form, shown instead of the text. */
  editor?: Elements;
  /** Replies and the reply form. */
  children?: Elements;
}

const ACTION =
  'relative inline-flex min-h-8 items-center gap-1.5 rounded-pill px-2 text-meta font-medium transition-colors after:absolute after:-inset-y-1.5 after:inset-x-0';

/** Whether the author may still edit the comment. */
const isEditable = ({ createdAt }: Comment, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) < COMMENT_LIMITS.editableFor;

/** Like, Reply and the menu. */
const CommentActions = ({
  comment,
  removable,
  reportable = false,
  onLike,
  onDelete,
  onReply,
  onEdit,
}: CommentItemProps) => {
  const hidden = usePreferences(hidesCounts);
  const editable = useOverTime((now) => isEditable(comment, now));
  const { userHasLiked } = comment;
  const { likes } = comment.reactions;
  return (
    <div className="-ms-2 mt-0.5 flex flex-wrap items-center gap-1">
      <button
        type="button"
        aria-pressed={userHasLiked}
        aria-label={hidden ? t`Like comment` : t`Like comment, ${formatCount(likes)}`}
        onClick={() => onLike(comment)}
        className={cx(
          ACTION,
          userHasLiked ? 'text-like hover:bg-like-soft' : 'text-muted hover:bg-like-soft hover:text-like',
        )}
      >
        <Heart size="1em" aria-hidden fill={userHasLiked ? 'currentColor' : 'none'} />
        <span>{likes > 0 && !hidden ? formatCount(likes) : t`Like`}</span>
      </button>
      {onReply ? (
        <button
          type="button"
          onClick={() => onReply(comment)}
          className={cx(ACTION, 'text-muted hover:bg-fill hover:text-text')}
        >
          {t`Reply`}
        </button>
      ) : null}
      <LazyMenu
        trigger={
          <button
            type="button"
            aria-label={t`More on this comment`}
            className={cx(ACTION, 'text-muted hover:bg-fill hover:text-text')}
          >
            <Ellipsis size="1em" aria-hidden />
          </button>
        }
        items={[
          {
            label: t`Copy link`,
            icon: Link2,
            onSelect: () =>
              void copyLink(postUrl(comment.postId, comment._id), t`Link to this comment copied`),
          },
          onEdit !== undefined &&
            editable && { label: t`Edit`, icon: Pencil, onSelect: () => onEdit(comment) },
          reportable && {
            label: t`Report`,
            icon: Flag,
            onSelect: () => showReport({ kind: 'comment', target: comment._id }),
          },
          // not next to Reply, where it would be pressed by mistake
          removable && { label: t`Delete`, icon: Trash2, tone: 'danger', onSelect: () => onDelete(comment) },
        ]}
      />
    </div>
  );
};

/** One comment with like, reply and a menu. */
export const CommentItem = memo((props: CommentItemProps) => {
  const { comment, marked = false, editor, children, folded = null } = props;
  const age = useOverTime((now) => formatCommentTime(comment.timestamp || comment.createdAt, now));
  const place = useRef<HTMLLIElement>(null);
  const textKey = `comment:${comment._id}`;
  const expanded = useOpened((opened) => opened[textKey] ?? false);
  const shownKey = `muted:${comment._id}`;
  const isShown = useOpened((opened) => opened[shownKey] ?? false);
  const [rises] = useState(() => justSent.has(comment._id));
  useEffect(() => {
    justSent.delete(comment._id);
  }, [comment._id]);
  // after the form closes, the next Tab continues from its comment
  useFocusKept(place);
  useEffect(() => {
    if (!marked) return;
    place.current?.scrollIntoView({ block: 'center' });
    place.current?.focus({ preventScroll: true });
  }, [marked]);
  if (comment.isRemoved)
    return (
      <li
        ref={place}
        tabIndex={-1}
        aria-current={marked || undefined}
        className={cx('text-body text-muted', marked && 'rounded-media bg-fill p-1.5')}
      >
        <span>{comment.body}</span>
        <div className="ps-12">{children}</div>
      </li>
    );
  const words = folded === null || isShown ? [] : folded.wordsIn(comment);
  if (folded !== null && words.length > 0)
    return (
      <li ref={place} tabIndex={-1}>
        <folded.Line words={words} onShow={() => useOpened.setState({ [shownKey]: true })} />
        <div className="ps-12">{children}</div>
      </li>
    );
  const { user } = comment;
  const profile = paths.profile.getHref(user.userName);
  const time = comment.timestamp || comment.createdAt;
  return (
    <li
      ref={place}
      tabIndex={-1}
      aria-current={marked || undefined}
      className={cx('flex gap-3', rises && 'animate-rise', marked && 'rounded-media bg-fill p-1.5')}
    >
      <a href={profile} tabIndex={-1} aria-hidden className="shrink-0">
        <Avatar id={user._id} name={user.fullName || user.userName} src={user.profilepic} size={36} />
      </a>
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-1.5 text-meta text-muted">
          <a href={profile} dir="auto" className="truncate text-body font-semibold text-text hover:underline">
            {user.fullName || user.userName}
          </a>
          <span dir="ltr" translate="no" className="min-w-0 shrink-[3] truncate max-sm:hidden">
            {`@${user.userName}`}
          </span>
          <span aria-hidden>·</span>
          <time dateTime={time} title={formatFullTime(time)} className="shrink-0">
            {age}
          </time>
          {comment.editedAt ? <Edited of="comment" id={comment._id} /> : null}
        </p>
        {editor ?? (
          <FoldedText
            text={comment.body}
            expanded={expanded}
            onExpand={() => useOpened.setState({ [textKey]: true })}
            className="mt-0.5"
          />
        )}
        <CommentActions {...props} />
        {children}
      </div>
    </li>
  );
});
CommentItem.displayName = 'CommentItem';
