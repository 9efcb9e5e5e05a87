import { plural, t } from '@lingui/core/macro';
import type { Comment } from '@social-feed/contracts';
import { memo, useCallback, useEffect, useMemo, useState } from 'react';
import { Button } from '../../../../components/ui/button';
import { formatCount, shownCount } from '../../../../lib/format';
import { hidesCounts, usePreferences } from '../../../../lib/preferences';
import type { HiddenComments } from '../list/use-hidden-comments';
import { beginWriting, type useCommentActions, type Writing } from './comment-actions';
import { CommentForm } from './comment-form';
import { CommentItem } from './comment-item';
import { dropArrived } from './draft-store';
import { useReplies } from './use-comments';
import type { Elements } from '../../../../lib/elements';

interface CommentThreadProps {
  comment: Comment;
  actions: ReturnType<typeof useCommentActions>;
  /** Which comments are folded for a muted word, except the user's own and the linked one. */
  folded: HiddenComments | null;
  login: () => void;
  /** The comment in the address, if it is this one or a reply to it. */
  linked?: Comment | undefined;
}

interface WritingProps extends Pick<CommentThreadProps, 'login'> {
  postId: string;
  viewerId: string | undefined;
  /** Called after a reply was sent. */
  onReplied: () => void;
}

/** The form that is open in the thread, and how it opens. */
const useWriting = ({ postId, viewerId, login, onReplied }: WritingProps) => {
  const [writing, setWriting] = useState<Writing>();
  const begin = useCallback(
    (next: Writing) => {
      if (viewerId === undefined) {
        login();
        return;
      }
      beginWriting(viewerId, next);
      setWriting(next);
    },
    [viewerId, login],
  );
  const reply = useCallback((to: Comment) => begin({ as: 'reply', comment: to }), [begin]);
  const edit = useCallback((own: Comment) => begin({ as: 'edit', comment: own }), [begin]);
  const done = useCallback(() => {
    if (writing?.as === 'reply') onReplied();
    setWriting(undefined);
  }, [writing, onReplied]);
  const form = useMemo(
    () =>
      writing ? (
        <CommentForm
          key={writing.comment._id}
          postId={postId}
          login={login}
          writing={writing}
          onDone={done}
        />
      ) : null,
    [postId, done, login, writing],
  );
  return { writing, reply, edit, form };
};

interface MoreRepliesProps {
  count: number;
  open: boolean;
  query: ReturnType<typeof useReplies>;
  onOpen: () => void;
}

/** Opens the replies, or fetches more of them. */
const MoreReplies = ({ count: all, open, query, onOpen }: MoreRepliesProps) => {
  const hidden = usePreferences(hidesCounts);
  const unseen = all - query.replies.length;
  const [count, left] = [shownCount(all), shownCount(unseen)];
  const shown = formatCount(all);
  const rest = formatCount(unseen);
  return count > 0 && (!open || query.isError || query.hasNextPage) ? (
    <Button
      variant="ghost"
      size="sm"
      className="-ms-4"
      busy={query.isFetching}
      onClick={() => {
        if (!open) onOpen();
        else if (query.data === undefined) void query.refetch();
        else void query.fetchNextPage();
      }}
    >
      {open
        ? left > 0 && !hidden
          ? t({
              message: plural(left, { one: `Show ${rest} more`, other: `Show ${rest} more` }),
              context: 'replies',
            })
          : t`Show more`
        : hidden
          ? t`Show replies`
          : plural(count, { one: `Show ${shown} reply`, other: `Show ${shown} replies` })}
    </Button>
  ) : null;
};

/** A comment with its replies, fetched when opened, and the reply form. */
export const CommentThread = memo(({ comment, actions, folded, login, linked }: CommentThreadProps) => {
  const { like, remove, viewer } = actions;
  const extra = linked?.parent === comment._id ? linked : undefined;
  const [open, setOpen] = useState(extra !== undefined);
  const show = useCallback(() => setOpen(true), []);
  const query = useReplies(comment, open, extra);
  const viewerId = viewer?._id;
  const { replies } = query;
  useEffect(() => {
    if (viewerId !== undefined) dropArrived(viewerId, replies);
  }, [viewerId, replies]);
  const { writing, reply, edit, form } = useWriting({
    postId: comment.postId,
    viewerId,
    login,
    onReplied: show,
  });

  const item = (of: Comment, children?: Elements) => {
    const own = viewerId === of.user._id;
    return (
      <CommentItem
        key={of._id}
        comment={of}
        removable={viewer !== null && (viewer.isAdmin || own)}
        reportable={viewer !== null && !own}
        marked={linked?._id === of._id}
        folded={own || linked?._id === of._id ? null : folded}
        onLike={(pressed) => void like(pressed)}
        onDelete={(pressed) => void remove(pressed)}
        onReply={actions.closed ? undefined : reply}
        onEdit={own ? edit : undefined}
        editor={writing?.as === 'edit' && writing.comment._id === of._id ? form : undefined}
      >
        {children}
      </CommentItem>
    );
  };

  const count = comment.repliesCount;
  const replying = writing?.as === 'reply';
  return item(
    comment,
    <>
      {replies.length > 0 && open ? (
        <ul aria-label={t`Replies`} className="mt-3 flex flex-col gap-4">
          {replies.map((each) => item(each))}
        </ul>
      ) : null}
      {open && query.isError ? (
        <p role="alert" className="text-meta text-muted">
          {t`Failed to load replies`}
        </p>
      ) : null}
      <MoreReplies count={count} open={open} query={query} onOpen={show} />
      {replying ? <div className="mt-3">{form}</div> : null}
    </>,
  );
});
CommentThread.displayName = 'CommentThread';
