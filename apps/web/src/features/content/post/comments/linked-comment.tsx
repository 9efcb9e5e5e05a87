import { t } from '@lingui/core/macro';
import { Button } from '../../../../components/ui/button';
import { Skeleton } from '../../../../components/ui/skeleton';
import { ApiError } from '../../../../lib/api-error';
import type { HiddenComments } from '../list/use-hidden-comments';
import type { useCommentActions } from './comment-actions';
import { CommentThread } from './comment-thread';
import type { useLinkedComment } from './use-comments';

interface LinkedCommentProps {
  query: ReturnType<typeof useLinkedComment>;
  actions: ReturnType<typeof useCommentActions>;
  folded: HiddenComments | null | undefined;
  login: () => void;
}

/** The comment in the address with its parent, above the others; or a notice that it does not exist. */
export const LinkedComment = ({ query, actions, folded, login }: LinkedCommentProps) => {
  const { thread, isPending, isError, error, isFetching, refetch } = query;
  const [root] = thread;
  const linked = thread.at(-1);
  if (isPending || folded === undefined)
    return (
      <li aria-live="polite">
        <Skeleton className="h-3.5 w-3/5" />
      </li>
    );
  // keyed by the linked comment: another address resets open replies and the current form
  if (root)
    return (
      <CommentThread
        key={linked?._id}
        comment={root}
        actions={actions}
        folded={folded}
        login={login}
        linked={linked}
      />
    );
  const isGone = !isError || (error instanceof ApiError && [400, 404].includes(error.status ?? 0));
  return (
    <li aria-live="polite" className="text-body text-muted">
      <p>{isGone ? t`This comment was deleted, or is not shown to you.` : t`Failed to load the comment.`}</p>
      {isGone ? null : (
        <Button variant="ghost" size="sm" busy={isFetching} onClick={() => void refetch()}>
          {t`Try Again`}
        </Button>
      )}
    </li>
  );
};
