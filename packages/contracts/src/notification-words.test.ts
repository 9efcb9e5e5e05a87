import { describe, expect, it } from 'vitest';
import { sentenceOf, whoOf } from './notification-words.js';
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

const who = (names: string[], count: number, more = false) =>
  whoOf({
    people: names.map((fullName, index) => ({
      _id: String(index),
      userName: `u${index}`,
      fullName,
      profilepic: '',
    })),
    count,
    more,
  });

describe('whoOf', () => {
  it('is a name, two names, or a name and a number [B5-11]', () => {
    expect(who(['Ana'], 1)).toBe('Ana');
    expect(who([''], 1)).toBe('u0');
    expect(who(['Ana', 'Ben'], 2)).toBe('Ana and Ben');
    expect(who(['Ana', ''], 2)).toBe('Ana and u1');
    expect(who(['Ana', 'Ben', 'Cleo'], 5)).toBe('Ana and 4 others');
    expect(who(['Ana'], 2)).toBe('Ana and 1 other');
    expect(who(['Ana', 'Ben', 'Cleo'], 50, true)).toBe('Ana and more than 49 others');
    expect(who(['Ana'], 1, true)).toBe('Ana and more');
  });
});

describe('sentenceOf', () => {
  const said = (kind: Notification['kind'], title: string | null) => {
    const post = title === null ? null : { _id: '1', title };
    const people = [{ _id: '1', userName: 'ana', fullName: 'Ana', profilepic: '' }];
    return sentenceOf(makeNotification({ kind, post, people }));
  };
  it('names the post by its title, or by its author [B5-11]', () => {
    expect(said('like', 'Tea')).toBe('Ana liked “Tea”');
    expect(said('like', '')).toBe('Ana liked your post');
    expect(said('commentLike', 'Tea')).toBe('Ana liked your comment on “Tea”');
    expect(said('commentLike', '')).toBe('Ana liked your comment on a post');
    expect(said('comment', 'Tea')).toBe('Ana commented on “Tea”');
    expect(said('comment', '')).toBe('Ana commented on your post');
    expect(said('reply', 'Tea')).toBe('Ana replied to your comment on “Tea”');
    expect(said('reply', '')).toBe('Ana replied to your comment on a post');
    expect(said('mention', 'Tea')).toBe('Ana mentioned you in “Tea”');
    expect(said('mention', '')).toBe('Ana mentioned you in a post');
    expect(said('follow', null)).toBe('Ana followed you');
  });
});
