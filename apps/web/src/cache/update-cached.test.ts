import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { idOf, makePost } from '../testing/make-post';
import { keys } from './keys';
import { patchPost, removePost } from '../features/content/post/model/patch-post';
import { updateCached } from './update-cached';

const LONG_AGO = 1000;
const post = (number: number) => makePost({ _id: idOf(number) });
const listOf = (...numbers: number[]) => ({ pages: [{ data: numbers.map(post) }], pageParams: [1] });

const setUp = () => {
  const client = new QueryClient();
  client.setQueryData(keys.feed(null), listOf(1, 2), { updatedAt: LONG_AGO });
  client.setQueryData(keys.profilePosts('x', 'posts', null), listOf(3), { updatedAt: LONG_AGO });
  const stateOf = (key: readonly unknown[]) => client.getQueryState(key);
  return { client, stateOf };
};

describe('updateCached', () => {
  it('keeps the age of a list that holds the post', () => {
    const { client, stateOf } = setUp();
    patchPost(client, idOf(1), (held) => ({ ...held, views: 99 }));
    expect(stateOf(keys.feed(null))?.dataUpdatedAt).toBe(LONG_AGO);
  });

  it('keeps error and invalidation of the changed list', async () => {
    const { client, stateOf } = setUp();
    await client.invalidateQueries({ queryKey: keys.feed(null), refetchType: 'none' });
    const failed = client.getQueryCache().find({ queryKey: keys.feed(null) });
    failed?.setState({ status: 'error', error: new Error('The next page failed') });
    patchPost(client, idOf(1), (held) => ({ ...held, views: 99 }));
    expect(stateOf(keys.feed(null))).toMatchObject({
      status: 'error',
      error: { message: 'The next page failed' },
      isInvalidated: true,
    });
  });

  it('does not touch lists without the post', () => {
    const { client } = setUp();
    const written = vi.fn();
    const stop = client.getQueryCache().subscribe(({ query }) => written(query.queryKey));
    patchPost(client, idOf(1), (held) => ({ ...held, views: 99 }));
    stop();
    expect(written.mock.calls).toEqual([[keys.feed(null)]]);
  });

  it('keeps age and error of a list that a post leaves and returns to', () => {
    const { client, stateOf } = setUp();
    client
      .getQueryCache()
      .find({ queryKey: keys.feed(null) })
      ?.setState({ status: 'error', error: new Error('The next page failed') });
    const restore = removePost(client, idOf(1));
    expect(stateOf(keys.feed(null))).toMatchObject({ status: 'error', dataUpdatedAt: LONG_AGO });
    restore();
    expect(stateOf(keys.feed(null))).toMatchObject({ status: 'error', dataUpdatedAt: LONG_AGO });
  });

  it('creates no entry for a query without data', () => {
    const client = new QueryClient();
    updateCached(client, ['anything'], () => 'data');
    expect(client.getQueryCache().getAll()).toEqual([]);
  });
});
