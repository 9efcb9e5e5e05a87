import type { Comment } from '@social-feed/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { changeById, mapPages, updateCached } from '../../../cache/update-cached';
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

const withTotal = (list: CommentList, by: number): CommentList => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    pagination: { ...page.pagination, totalComments: Math.max(0, page.pagination.totalComments + by) },
  })),
});

/** The post's comment count in every list. */
const patchCount = (client: QueryClient, postId: string, by: number): void =>
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

const idsOf = (list: CommentList): string[] => list.pages.flatMap(({ data }) => data.map(({ _id }) => _id));

const without = (list: CommentList, commentId: string): CommentList =>
  withTotal(
    mapPages<Comment, CommentPage, unknown>(list, (comments) =>
      comments.some(({ _id }) => _id === commentId)
        ? comments.filter(({ _id }) => _id !== commentId)
        : comments,
    ),
    -1,
  );

/** Back below the comment that stood above it, else at the head; what else happened to the list meanwhile stays. */
const putBack = (list: CommentList, comment: Comment, aboveId: string | undefined): CommentList => {
  if (idsOf(list).includes(comment._id)) return list;
  const home = list.pages.findIndex(({ data }) => data.some(({ _id }) => _id === aboveId));
  const pages = list.pages.map((page, index) => {
    if (index !== Math.max(0, home)) return page;
    const at = page.data.findIndex(({ _id }) => _id === aboveId) + 1;
    return { ...page, data: page.data.toSpliced(at, 0, comment) };
  });
  return withTotal({ ...list, pages }, 1);
};

/** Takes a comment out of the lists that show it; answers what puts that one comment back. */
export const removeComment = (client: QueryClient, postId: string, commentId: string): (() => void) => {
  const restores: (() => void)[] = [];
  for (const [queryKey, list] of client.getQueriesData<CommentList>({
    queryKey: keys.commentsOfPost(postId),
  })) {
    const comment = list?.pages.flatMap(({ data }) => data).find(({ _id }) => _id === commentId);
    if (!list || !comment) continue;
    const ids = idsOf(list);
    const aboveId = ids[ids.indexOf(commentId) - 1];
    updateCached(client, queryKey, () => without(list, commentId));
    restores.push(() =>
      updateCached(client, queryKey, (now) => putBack(now as CommentList, comment, aboveId)),
    );
  }
  patchCount(client, postId, -1);
  return () => {
    for (const restore of restores) restore();
    patchCount(client, postId, 1);
  };
};
