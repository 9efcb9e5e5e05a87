import { t } from '@lingui/core/macro';
import { formatDay } from '../../../../lib/format';
import { useOverTime } from '../../../../lib/use-age';
import { useViewer } from '../../../../lib/viewer';
import type { ClientPost } from '../model/post';

/** The fields of a post that decide whether its reader may comment. */
export type CommentRule = Pick<ClientPost, 'user' | 'commenting' | 'commentsCloseAt' | 'mayComment'>;

/** Why a reader may not comment on a post; `undefined` if they may. */
export const closedWords = (
  { user, commenting, commentsCloseAt, mayComment }: CommentRule,
  viewerId: string | undefined,
  now: Date,
): string | undefined => {
  if (viewerId === user._id) return undefined;
  const closedAt = commentsCloseAt === undefined ? undefined : new Date(commentsCloseAt);
  if (closedAt !== undefined && closedAt <= now)
    return t`Comments are closed since ${formatDay(closedAt, now)}`;
  if (mayComment !== false) return undefined;
  return commenting === 'followed'
    ? t`Only people whom @${user.userName} follows can comment`
    : t`Nobody can comment on this post`;
};

/** Why the viewer may not comment on a post, also once its time is over. */
export const useClosedWords = (rule: CommentRule | undefined): string | undefined => {
  const viewerId = useViewer().user?._id;
  return useOverTime((now) => (rule && closedWords(rule, viewerId, now)) ?? '') || undefined;
};
