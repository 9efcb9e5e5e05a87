import { QueryClient } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { idOf, makePost } from '../testing/make-post';
import { testUser } from '../testing/users';
import { withViewer } from '../testing/with-viewer';
import { useBlockStore } from './block-store';
import { useListed } from './block-store';

const post = (id: number, author: string) =>
  makePost({
    _id: idOf(id),
    user: { _id: author, userName: author, fullName: author, profilepic: '', isFollowing: false },
  });
const viewer = testUser();
const pages = [{ data: [post(1, 'ada'), post(2, 'bob')] }, { data: [post(2, 'bob'), post(3, viewer._id)] }];
const listedFor = (user: typeof viewer | null) =>
  renderHook(() => useListed(pages), { wrapper: withViewer(new QueryClient(), user) }).result.current.map(
    ({ _id }) => _id,
  );

beforeEach(() => useBlockStore.setState({ blocked: [] }));

it('lists each post once and leaves out blocked authors', () => {
  expect(listedFor(viewer)).toEqual([1, 2, 3].map(idOf));
  useBlockStore.setState({ blocked: [{ _id: 'bob', userName: 'bob', fullName: 'Bob' }] });
  expect(listedFor(viewer)).toEqual([1, 3].map(idOf));
});

it('never hides a user’s own posts, even if another account blocked them in this browser', () => {
  useBlockStore.setState({ blocked: [{ _id: viewer._id, userName: 'ada', fullName: 'Ada' }] });
  expect(listedFor(viewer)).toEqual([1, 2, 3].map(idOf));
  expect(listedFor(null)).toEqual([1, 2].map(idOf));
});
