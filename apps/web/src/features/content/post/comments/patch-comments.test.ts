import type { Comment } from '@social-feed/contracts';
import { QueryClient, type InfiniteData } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { keys } from '../../../../cache/keys';
import { idOf, makeComment } from '../../../../testing/make-post';
import type { CommentPage } from './use-comments';
import { insertComment, patchComment, removeComment } from './patch-comments';

type List = InfiniteData<CommentPage>;

const postId = idOf(1);
const first = makeComment({ _id: idOf(1) });
const second = makeComment({ _id: idOf(2) });
const third = makeComment({ _id: idOf(3) });

const pageOf = (data: Comment[], currentPage: number): CommentPage => ({
  success: true,
  data,
  pagination: { currentPage, hasNextPage: currentPage === 1, totalComments: 3 },
});

const setUp = () => {
  const client = new QueryClient();
  const panel = keys.comments(postId, 'panel', null, 'smart');
  const page = keys.comments(postId, 'page', null, 'new');
  client.setQueryData<List>(panel, {
    pages: [pageOf([first, second], 1), pageOf([third], 2)],
    pageParams: [1, 2],
  });
  client.setQueryData<List>(page, { pages: [pageOf([third], 1)], pageParams: [1] });
  const list = (key: readonly unknown[]) => client.getQueryData<List>(key);
  return {
    client,
    ids: (of: 'panel' | 'page' = 'panel') =>
      list(of === 'panel' ? panel : page)?.pages.map(({ data }) => data.map(({ _id }) => Number(_id))),
    total: (of: 'panel' | 'page') => list(of === 'panel' ? panel : page)?.pages[0]?.pagination.totalComments,
    find: (id: string) =>
      list(panel)
        ?.pages.flatMap(({ data }) => data)
        .find(({ _id }) => _id === id),
  };
};

describe('a comment that could not be deleted', () => {
  it('returns to its position, only in the lists that had it', () => {
    const { client, ids, total } = setUp();
    const restore = removeComment(client, second);
    expect(ids()).toEqual([[1], [3]]);
    expect([total('panel'), total('page')]).toEqual([2, 3]);
    restore();
    expect(ids()).toEqual([[1, 2], [3]]);
    expect([total('panel'), total('page')]).toEqual([3, 3]);
  });

  it('keeps changes made to the list since', () => {
    const { client, ids, find } = setUp();
    const restore = removeComment(client, second);
    insertComment(client, makeComment({ _id: idOf(4) }));
    patchComment(client, postId, third._id, (comment) => ({ ...comment, userHasLiked: true }));
    restore();
    expect(ids()).toEqual([[4, 1, 2], [3]]);
    expect(find(third._id)?.userHasLiked).toBe(true);
  });

  it('returns to the top if it was first, and is never duplicated', () => {
    const { client, ids, total } = setUp();
    const restore = removeComment(client, first);
    restore();
    restore();
    expect(ids()).toEqual([[1, 2], [3]]);
    expect(total('panel')).toBe(3);
  });
});

it('a new comment goes to the top of the lists, or to the end of lists sorted by oldest', () => {
  const { client, ids } = setUp();
  const oldest = keys.comments(postId, 'page', null, 'old');
  client.setQueryData<List>(oldest, { pages: [pageOf([first, second], 1)], pageParams: [1] });
  insertComment(client, makeComment({ _id: idOf(4) }));
  expect([ids('panel'), ids('page')]).toEqual([[[4, 1, 2], [3]], [[4, 3]]]);
  const [page] = client.getQueryData<List>(oldest)?.pages ?? [];
  expect(page?.data.map(({ _id }) => Number(_id))).toEqual([1, 2, 4]);
});

it('a deletion and its rollback leave the list in the other order unchanged', () => {
  const { client, ids } = setUp();
  const oldest = keys.comments(postId, 'page', null, 'old');
  const held: List = { pages: [pageOf([first, second], 1)], pageParams: [1] };
  client.setQueryData<List>(oldest, held);
  const restore = removeComment(client, third);
  expect(ids('page')).toEqual([[]]);
  expect(client.getQueryData(oldest)).toBe(held);
  restore();
  expect(ids('page')).toEqual([[3]]);
  expect(client.getQueryData(oldest)).toBe(held);
});
