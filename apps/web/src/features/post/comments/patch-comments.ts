import type { Comment } from '@social-feed/contracts';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { changeById, mapPages, takeOut, updateCached, withTotal } from '../../../cache/update-cached';
import { keys } from '../../../cache/keys';
import { asRecord } from '../../../lib/json';
import { patchPost } from '../model/patch-post';
import type { CommentPage } from './use-comments';

type CommentList = InfiniteData<CommentPage>;

const patchLists = (
  client: QueryClient,
  postId: string,
  change: (list: CommentList, queryKey: QueryKey) => CommentList,
): void => updateCached(client, keys.commentsOfPost(postId), (list, key) => change(list as CommentList, key));

/** Changes one comment in both readers. */
export const patchComment = (
  client: QueryClient,
  postId: string,
  commentId: string,
  change: (comment: Comment) => Comment,
): void =>
  patchLists(client, postId, (list) =>
    mapPages(list, (comments: Comment[]) => changeById(comments, commentId, change)),
  );

/** The post's comment count in every list. */
const patchCount = (client: QueryClient, postId: string, by: number): void =>
  patchPost(client, postId, (post) => ({ ...post, commentsCount: Math.max(0, post.commentsCount + by) }));

/** How many comments the lists of a post count. */
const patchTotal = (client: QueryClient, postId: string, by: number): void =>
  patchLists(client, postId, (list) => withTotal(list, 'totalComments', by));

/** How many replies the comment above one has. */
const patchReplies = (client: QueryClient, { postId, parent }: Comment, by: number): void => {
  if (parent === null) return;
  patchComment(client, postId, parent, (root) => ({
    ...root,
    repliesCount: Math.max(0, root.repliesCount + by),
  }));
};

const isIn = (list: CommentList, { _id }: Comment): boolean =>
  list.pages.some(({ data }) => data.some((other) => other._id === _id));

/** Where an own new comment stands in the list of this key: before the others, after them, or nowhere. */
const placeOf = ({ parent }: Comment, [, , kind, id, order]: QueryKey): 0 | -1 | undefined => {
  if (parent !== null) return kind === 'replies' && id === parent ? -1 : undefined;
  if (kind !== 'panel' && kind !== 'page') return undefined;
  return order === 'old' ? -1 : 0;
};

/** An own new comment at the head of both readers, a reply and what comes oldest first at the end of the others; counted. */
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
 * Reads the comments of a post again after one was written, but for replies that go on: what was just written stands below
 * those that are loaded, and would leave the screen for a later page.
 */
export const readAgain = (client: QueryClient, postId: string): void =>
  void client.invalidateQueries({
    queryKey: keys.commentsOfPost(postId),
    predicate: ({ queryKey, state }) =>
      queryKey[2] !== 'replies' ||
      !asRecord((state.data as CommentList | undefined)?.pages.at(-1))['nextCursor'],
  });

/** Takes a comment out of the lists that show it; answers what puts that one comment back. */
export const removeComment = (client: QueryClient, comment: Comment): (() => void) => {
  const { postId, _id } = comment;
  const restore = takeOut(client, keys.commentsOfPost(postId), _id, 'totalComments');
  // lists of replies tell no total
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
