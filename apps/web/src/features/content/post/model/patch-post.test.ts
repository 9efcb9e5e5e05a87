import { QueryClient, type InfiniteData } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { idOf, makePost } from '../../../../testing/make-post';
import { flattenUnique } from '../../../../cache/block-store';
import { keys } from '../../../../cache/keys';
import { findPost, patchPost, removePost } from './patch-post';
import type { ClientPost } from './post';

type List = InfiniteData<{ data: ClientPost[]; pagination?: { totalPosts: number } }>;

const post = (number: number) => makePost({ _id: idOf(number) });

const setup = () => {
  const client = new QueryClient();
  const feed: List = {
    pages: [{ data: [post(1), post(2)] }, { data: [post(3), post(2)] }],
    pageParams: [1, 2],
  };
  const profile: List = { pages: [{ data: [post(2)], pagination: { totalPosts: 5 } }], pageParams: [1] };
  client.setQueryData(keys.feed(null), feed);
  client.setQueryData(['posts', 'user', 'x'], profile);
  client.setQueryData(keys.post(idOf(2), null), post(2));
  return client;
};

const ids = (client: QueryClient, key: readonly unknown[]) =>
  client.getQueryData<List>(key)?.pages.map((page) => page.data.map(({ _id }) => _id));

describe('patches across the cache', () => {
  it('changes every copy and leaves the other pages unchanged', () => {
    const client = setup();
    const before = client.getQueryData<List>(keys.feed(null));
    patchPost(client, idOf(1), (cached) => ({ ...cached, views: 100 }));
    const after = client.getQueryData<List>(keys.feed(null));
    expect(after?.pages[0]?.data[0]?.views).toBe(100);
    expect(after?.pages[1]).toBe(before?.pages[1]);
    patchPost(client, idOf(2), (cached) => ({ ...cached, title: 'New' }));
    expect(client.getQueryData<ClientPost>(keys.post(idOf(2), null))?.title).toBe('New');
    expect(client.getQueryData<List>(['posts', 'user', 'x'])?.pages[0]?.data[0]?.title).toBe('New');
  });

  it('finds a copy in any cached query', () => {
    const client = setup();
    expect(findPost(client, idOf(3))?._id).toBe(idOf(3));
    expect(findPost(client, idOf(77))).toBeUndefined();
  });

  it('removes a post from lists, lowers the total, and restores it to its position [F4-23]', () => {
    const client = setup();
    const restore = removePost(client, idOf(1));
    expect(ids(client, keys.feed(null))).toEqual([[idOf(2)], [idOf(3), idOf(2)]]);
    restore();
    expect(ids(client, keys.feed(null))).toEqual([
      [idOf(1), idOf(2)],
      [idOf(3), idOf(2)],
    ]);
    const restoreSecond = removePost(client, idOf(2));
    expect(ids(client, keys.feed(null))).toEqual([[idOf(1)], [idOf(3)]]);
    const total = () => client.getQueryData<List>(['posts', 'user', 'x'])?.pages[0]?.pagination?.totalPosts;
    expect(total()).toBe(4);
    restoreSecond();
    expect(total()).toBe(5);
  });

  it('does not restore a post that a refetch already returned', () => {
    const client = setup();
    const restore = removePost(client, idOf(1));
    client.setQueryData(keys.feed(null), { pages: [{ data: [post(1)] }], pageParams: [1] });
    restore();
    expect(ids(client, keys.feed(null))).toEqual([[idOf(1)]]);
  });

  it('leaves a feed in another mode unchanged if it does not have the post', () => {
    const client = setup();
    const newest: List = { pages: [{ data: [post(4), post(5)] }], pageParams: [1] };
    client.setQueryData(keys.feed(null, 'newest'), newest);
    const restore = removePost(client, idOf(1));
    expect(client.getQueryData(keys.feed(null, 'newest'))).toBe(newest);
    restore();
    expect(client.getQueryData(keys.feed(null, 'newest'))).toBe(newest);
  });

  it('shows each id once', () => {
    const list = setup().getQueryData<List>(keys.feed(null));
    expect(flattenUnique(list?.pages).map(({ _id }) => _id)).toEqual([idOf(1), idOf(2), idOf(3)]);
  });
});
