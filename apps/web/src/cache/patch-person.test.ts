import { EMPTY_PROFILE } from '@social-feed/contracts';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { idOf, makeComment, makePost } from '../testing/make-post';
import { testUser } from '../testing/users';
import { keys } from './keys';
import { patchBoard, patchPerson } from './patch-person';

const ada = { _id: testUser()._id, userName: 'ada', fullName: 'Ada Byron', profilepic: '' };
const changed = { ...ada, fullName: 'Ada Lovelace', profilepic: 'https://api.example/media/a/1280.webp' };

describe('patchPerson', () => {
  it('updates the user in every post, comment and profile without changing the age of the data', () => {
    const client = new QueryClient();
    const own = makePost({ _id: idOf(1), user: { ...ada, isFollowing: false } });
    const other = makePost({ _id: idOf(2) });
    const feed = { pages: [{ data: [own, other] }], pageParams: [1] };
    const comments = {
      pages: [{ data: [makeComment({ user: { ...ada, isFollowing: false } })] }],
      pageParams: [1],
    };
    client.setQueryData(keys.feed(ada._id), feed, { updatedAt: 1000 });
    client.setQueryData(keys.comments(idOf(2), 'page', null, 'new'), comments);
    client.setQueryData(['user', 'by-name', 'ada'], { ...ada, createdAt: '2026-01-01T00:00:00.000Z' });
    patchPerson(client, changed);
    const after = client.getQueryData<typeof feed>(keys.feed(ada._id));
    expect(after?.pages[0]?.data[0]?.user).toEqual({ ...changed, isFollowing: false });
    expect(after?.pages[0]?.data[1]).toBe(other);
    expect(client.getQueryState(keys.feed(ada._id))?.dataUpdatedAt).toBe(1000);
    const told = client.getQueryData<typeof comments>(keys.comments(idOf(2), 'page', null, 'new'));
    expect(told?.pages[0]?.data[0]?.user.fullName).toBe('Ada Lovelace');
    expect(client.getQueryData(['user', 'by-name', 'ada'])).toMatchObject({ fullName: 'Ada Lovelace' });
  });

  it('leaves lists without the user unchanged', () => {
    const client = new QueryClient();
    const feed = { pages: [{ data: [makePost()] }], pageParams: [1] };
    client.setQueryData(keys.feed(null), feed);
    patchPerson(client, changed);
    expect(client.getQueryData(keys.feed(null))).toBe(feed);
  });
});

describe('patchBoard', () => {
  it('updates the board on its profile', () => {
    const client = new QueryClient();
    const board = {
      _id: idOf(7),
      user: ada._id,
      ...EMPTY_PROFILE,
      bio: 'Engines',
      bookmarks: [],
      socialStats: { followers: 0, following: 0, posts: 0, likes: 0 },
    };
    client.setQueryData(['board', ada._id, null], [{ ...board, bio: '' }]);
    client.setQueryData(['board', idOf(9), null], [{ ...board, _id: idOf(8), bio: 'Other' }]);
    patchBoard(client, board);
    expect(client.getQueryData(['board', ada._id, null])).toMatchObject([{ bio: 'Engines' }]);
    expect(client.getQueryData(['board', idOf(9), null])).toMatchObject([{ bio: 'Other' }]);
  });
});
