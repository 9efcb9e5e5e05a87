import type { Comment } from '@social-feed/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { changeById, mapPages } from '../../../cache/infinite';
import { keys } from '../../../cache/keys';
import { patchPost } from '../../../cache/patch-post';
import type { CommentPage } from '../api/comments';

type CommentList = InfiniteData<CommentPage>;

const patchLists = (
  client: QueryClient,
  postId: string,
  change: (list: CommentList) => CommentList,
): void => {
  client.setQueriesData<CommentList>(
    { queryKey: keys.commentsOfPost(postId) },
    (list) => list && change(list),
  );
};

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

const withTotal = (list: CommentList, by: number): CommentList => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    pagination: { ...page.pagination, totalComments: Math.max(0, page.pagination.totalComments + by) },
  })),
});

/** The post's comment count in every list. */
export const patchCount = (client: QueryClient, postId: string, by: number): void =>
  patchPost(client, postId, (post) => ({ ...post, commentsCount: Math.max(0, post.commentsCount + by) }));

/** An own new comment at the head of both readers, counted. */
export const insertComment = (client: QueryClient, comment: Comment): void => {
  patchLists(client, comment.postId, (list) => {
    const [first, ...others] = list.pages;
    if (!first || list.pages.some(({ data }) => data.some(({ _id }) => _id === comment._id))) return list;
    return withTotal({ ...list, pages: [{ ...first, data: [comment, ...first.data] }, ...others] }, 1);
  });
  patchCount(client, comment.postId, 1);
};

/** Takes a comment out of both readers; answers what puts it back where it was. */
export const removeComment = (client: QueryClient, postId: string, commentId: string): (() => void) => {
  const before = client.getQueriesData<CommentList>({ queryKey: keys.commentsOfPost(postId) });
  patchLists(client, postId, (list) =>
    withTotal(
      mapPages<Comment, CommentPage, unknown>(list, (comments) =>
        comments.some(({ _id }) => _id === commentId)
          ? comments.filter(({ _id }) => _id !== commentId)
          : comments,
      ),
      -1,
    ),
  );
  patchCount(client, postId, -1);
  return () => {
    for (const [queryKey, list] of before) client.setQueryData(queryKey, list);
    patchCount(client, postId, 1);
  };
};
