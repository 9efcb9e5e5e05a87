import type { Comment } from '@social-feed/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { changeById, mapPages, takeOut, updateCached, withTotal } from '../../../cache/update-cached';
import { keys } from '../../../cache/keys';
import { patchPost } from '../model/patch-post';
import type { CommentPage } from './use-comments';

type CommentList = InfiniteData<CommentPage>;

const patchLists = (client: QueryClient, postId: string, change: (list: CommentList) => CommentList): void =>
  updateCached(client, keys.commentsOfPost(postId), (list) => change(list as CommentList));

/** Changes one comment in both readers. */
export const patchComment = (
  client: QueryClient,
  postId: string,
  commentId: string,
  change: (comment: Comment) => Comment,
): void =>
  patchLists(client, postId, (list) =>
    mapPages<Comment, CommentPage, unknown>(list, (comments) => changeById(comments, commentId, change)),
  );

/** The post's comment count in every list. */
const patchCount = (client: QueryClient, postId: string, by: number): void =>
  patchPost(client, postId, (post) => ({ ...post, commentsCount: Math.max(0, post.commentsCount + by) }));

/** An own new comment at the head of both readers, counted. */
export const insertComment = (client: QueryClient, comment: Comment): void => {
  patchLists(client, comment.postId, (list) => {
    const [first, ...others] = list.pages;
    if (!first || list.pages.some(({ data }) => data.some(({ _id }) => _id === comment._id))) return list;
    const pages = [{ ...first, data: [comment, ...first.data] }, ...others];
    return withTotal({ ...list, pages }, 'totalComments', 1);
  });
  patchCount(client, comment.postId, 1);
};

/** Takes a comment out of the lists that show it; answers what puts that one comment back. */
export const removeComment = (client: QueryClient, postId: string, commentId: string): (() => void) => {
  const restore = takeOut(client, keys.commentsOfPost(postId), commentId, 'totalComments');
  patchCount(client, postId, -1);
  return () => {
    restore();
    patchCount(client, postId, 1);
  };
};
