import { describe, expect, it } from 'vitest';
import { andOthers, wordsOf } from './notification-words.js';
import type { Notification } from './notifications.js';

const makeNotification = (fields: Partial<Notification>): Notification => ({
  _id: 'like:1',
  kind: 'like',
  post: null,
  comment: null,
  text: null,
  people: [],
  count: 1,
  more: false,
  at: '2026-11-20T09:00:00.000Z',
  isRead: false,
  ...fields,
});

const others = (names: string[], count: number, more = false) =>
  andOthers(
    makeNotification({
      people: names.map((fullName, index) => ({
        _id: String(index),
        userName: `u${index}`,
        fullName,
        profilepic: '',
      })),
      count,
      more,
    }),
  );

describe('andOthers', () => {
  it('is empty, a name, or a number [B5-11]', () => {
    expect(others(['Ana'], 1)).toBe('');
    expect(others(['Ana', 'Ben'], 2)).toBe('and Ben');
    expect(others(['Ana', ''], 2)).toBe('and u1');
    expect(others(['Ana', 'Ben', 'Cleo'], 5)).toBe('and 4 others');
    expect(others(['Ana', 'Ben', 'Cleo'], 50, true)).toBe('and more than 49 others');
    expect(others(['Ana'], 1, true)).toBe('and more');
  });
});

describe('wordsOf', () => {
  const said = (kind: Notification['kind'], title: string | null) => {
    const post = title === null ? null : { _id: '1', title };
    const words = wordsOf(makeNotification({ kind, post }));
    return `${words.did} ${words.title}`.trim();
  };
  it('names the post by its title, or by its author [B5-11]', () => {
    expect(said('like', 'Tea')).toBe('liked “Tea”');
    expect(said('like', '')).toBe('liked your post');
    expect(said('commentLike', 'Tea')).toBe('liked your comment on “Tea”');
    expect(said('comment', '')).toBe('commented on your post');
    expect(said('reply', 'Tea')).toBe('replied to your comment on “Tea”');
    expect(said('mention', '')).toBe('mentioned you in a post');
    expect(said('follow', null)).toBe('followed you');
  });
});
