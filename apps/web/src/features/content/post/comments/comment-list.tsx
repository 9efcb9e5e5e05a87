import { plural, t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { Button } from '../../../../components/ui/button';
import { Skeleton } from '../../../../components/ui/skeleton';
import { messageOf } from '../../../../lib/api-error';
import { formatCount, shownCount } from '../../../../lib/format';
import { hidesCounts, usePreferences } from '../../../../lib/preferences';
import { useFocusKept } from '../../../../lib/use-focus-kept';
import { useNextPage } from '../list/endless';
import { useHiddenComments } from '../list/use-hidden-comments';
import { useCommentActions } from './comment-actions';
import { CommentThread } from './comment-thread';
import { dropArrived } from './draft-store';
import { LinkedComment } from './linked-comment';
import { useLinkedComment, type useComments } from './use-comments';
import { Failed } from '../../../../components/ui/empty-state';

/** Loads the next page this many pixels ahead, after this many milliseconds (F §9). */
const AHEAD = 200;
const DELAY = 300;

const Loading = () => (
  <div role="status" aria-label={t`Loading comments`} className="flex flex-col gap-5">
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

const Empty = ({ closed }: { closed: boolean }) => (
  <div className="py-5 text-center">
    <p className="text-body font-semibold">{t`No comments yet`}</p>
    {closed ? null : <p className="mt-0.5 text-body text-muted">{t`Be the first to comment on this post`}</p>}
  </div>
);

interface CommentListProps {
  postId: string;
  query: ReturnType<typeof useComments>;
  login: () => void;
  /** The comment in the address. */
  linked?: string | undefined;
  /** Closes the comments; offered at the end of the list. */
  onClose?: (() => void) | undefined;
  /** Whether the viewer may not comment. */
  closed: boolean;
}

/** The comments with all states of F §2: loading, error, empty, more, and end. */
export const CommentList = ({ postId, query, login, linked, onClose, closed }: CommentListProps) => {
  const actions = useCommentActions(postId, closed);
  const folded = useHiddenComments();
  const linkedQuery = useLinkedComment(postId, linked);
  const named = linkedQuery.thread[0]?._id;
  const { comments: all, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const place = useRef<HTMLDivElement>(null);
  useFocusKept(place);
  const viewerId = actions.viewer?._id;
  useEffect(() => {
    if (viewerId !== undefined) dropArrived(viewerId, all);
  }, [viewerId, all]);
  const hidden = usePreferences(hidesCounts);
  // the comment in the address is shown above the others
  const comments = all.filter(({ _id }) => _id !== named);
  const { next, end } = useNextPage(query, { margin: AHEAD, delay: DELAY });
  const more = () => void next();
  const retry = () => void query.refetch();

  const content = () => {
    if (query.isPending || folded === undefined) return <Loading />;
    if (query.isError && all.length === 0)
      return (
        <Failed
          text={t`Failed to load comments: ${messageOf(query.error)}`}
          retrying={query.isFetching}
          onRetry={retry}
        />
      );
    if (all.length === 0 && !hasNextPage) return <Empty closed={closed} />;
    const shown = all.map(({ repliesCount, isRemoved }) => repliesCount + (isRemoved ? 0 : 1));
    const unseen = (query.total ?? 0) - shown.reduce((sum, each) => sum + each, 0);
    const left = shownCount(unseen);
    const rest = formatCount(unseen);
    return (
      <>
        <ul aria-label={t`Comments`} className="flex flex-col gap-4">
          {comments.map((comment) => (
            <CommentThread
              key={comment._id}
              comment={comment}
              actions={actions}
              folded={folded}
              login={login}
            />
          ))}
        </ul>
        <div ref={end} className="pt-4 text-center text-meta text-muted">
          {isFetchNextPageError ? (
            <Failed text={t`Failed to fetch comments`} retrying={isFetchingNextPage} onRetry={more} />
          ) : hasNextPage ? (
            <Button variant="ghost" size="sm" busy={isFetchingNextPage} onClick={more}>
              {isFetchingNextPage
                ? t`Loading comments`
                : hidden || left <= 0
                  ? t`Show more`
                  : t({
                      message: plural(left, { one: `Show ${rest} more`, other: `Show ${rest} more` }),
                      context: 'comments',
                    })}
            </Button>
          ) : (
            <p className="pb-1">{t`You've reached the end of comments.`}</p>
          )}
          {onClose ? (
            <Button variant="ghost" size="sm" onClick={onClose}>
              {t({
                message: 'Close comments',
                context: 'hide',
                comment: 'A button that puts the comments of a post away.',
              })}
            </Button>
          ) : null}
        </div>
      </>
    );
  };
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {linked === undefined ? null : (
        <ul aria-label={t`Linked comment`} className="mb-3 flex flex-col gap-4">
          <LinkedComment query={linkedQuery} actions={actions} folded={folded} login={login} />
        </ul>
      )}
      {content()}
    </div>
  );
};
