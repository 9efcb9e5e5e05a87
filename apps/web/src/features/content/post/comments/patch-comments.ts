import type { Comment } from '@social-feed/contracts';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { removeFromLists, withTotal } from '../../../../cache/removal';
import { changeById, mapPages, updateCached } from '../../../../cache/update-cached';
import { keys } from '../../../../cache/keys';
import { asRecord } from '../../../../lib/json';
import { patchPost } from '../model/patch-post';
import type { CommentPage } from './use-comments';

type CommentList = InfiniteData<CommentPage>;

const patchLists = (
  client: QueryClient,
  postId: string,
  change: (list: CommentList, queryKey: QueryKey) => CommentList,
): void => updateCached(client, keys.commentsOfPost(postId), (list, key) => change(list as CommentList, key));

/** Changes one comment in every cached list of its post. */
export const patchComment = (
  client: QueryClient,
  postId: string,
  commentId: string,
  change: (comment: Comment) => Comment,
): void =>
  patchLists(client, postId, (list) =>
    mapPages(list, (comments: Comment[]) => changeById(comments, commentId, change)),
  );

/** Changes the post's comment count in every list. */
const patchCount = (client: QueryClient, postId: string, by: number): void =>
  patchPost(client, postId, (post) => ({ ...post, commentsCount: Math.max(0, post.commentsCount + by) }));

/** Changes the total in the comment lists of a post. */
const patchTotal = (client: QueryClient, postId: string, by: number): void =>
  patchLists(client, postId, (list) => withTotal(list, 'totalComments', by));

/** Changes the reply count of the comment's parent. */
const patchReplies = (client: QueryClient, { postId, parent }: Comment, by: number): void => {
  if (parent === null) return;
  patchComment(client, postId, parent, (root) => ({
    ...root,
    repliesCount: Math.max(0, root.repliesCount + by),
  }));
};

const isIn = (list: CommentList, { _id }: Comment): boolean =>
  list.pages.some(({ data }) => data.some((other) => other._id === _id));

/** Where a new comment goes in the list of this key: first (0), last (-1), or nowhere. */
const placeOf = ({ parent }: Comment, [, , kind, id, order]: QueryKey): 0 | -1 | undefined => {
  if (parent !== null) return kind === 'replies' && id === parent ? -1 : undefined;
  if (kind !== 'panel' && kind !== 'page') return undefined;
  return order === 'old' ? -1 : 0;
};

/**
 * Inserts a new own comment: at the top of the comment lists, or at the end of replies and lists sorted by oldest.
 * Updates the counts.
 */
export const insertComment = (client: QueryClient, comment: Comment): void => {
  patchLists(client, comment.postId, (list, queryKey) => {
    const at = placeOf(comment, queryKey);
    const page = at === undefined ? undefined : list.pages.at(at);
    if (at === undefined || !page || isIn(list, comment)) return list;
    const data = at === 0 ? [comment, ...page.data] : [...page.data, comment];
    return { ...list, pages: list.pages.with(at, { ...page, data }) };
  });
  patchReplies(client, comment, 1);
  patchTotal(client, comment.postId, 1);
  patchCount(client, comment.postId, 1);
};

/**
 * Refetches the comments of a post after a write, except reply lists with more pages: there the new reply is shown
 * below the loaded ones, and a refetch would move it to a later page.
 */
export const refetchComments = (client: QueryClient, postId: string): void =>
  void client.invalidateQueries({
    queryKey: keys.commentsOfPost(postId),
    predicate: ({ queryKey, state }) =>
      queryKey[2] !== 'replies' ||
      !asRecord((state.data as CommentList | undefined)?.pages.at(-1))['nextCursor'],
  });

/** Removes a comment from its lists. Returns a function that puts it back. */
export const removeComment = (client: QueryClient, comment: Comment): (() => void) => {
  const { postId, _id } = comment;
  const restore = removeFromLists(client, keys.commentsOfPost(postId), _id, 'totalComments');
  // reply lists have no total, so change it in the post's lists
  const isReply = comment.parent !== null;
  const count = (by: 1 | -1) => {
    if (isReply) patchTotal(client, postId, by);
    patchReplies(client, comment, by);
    patchCount(client, postId, by);
  };
  count(-1);
  return () => {
    restore();
    count(1);
  };
};
