import type { Notification } from '@social-feed/contracts';
import { describe, expect, it } from 'vitest';
import { makeNotification, makePerson } from '../../testing/make-notification';
import { andOthers, wordsOf } from './notification-words';

const others = (names: string[], count: number, more = false) =>
  andOthers(
    makeNotification({
      people: names.map((fullName, index) => ({ ...makePerson(index, fullName), userName: `u${index}` })),
      count,
      more,
    }),
  );

describe('who did it beside the first person', () => {
  it('is nobody, one by name, or a number', () => {
    expect(others(['Ana'], 1)).toBe('');
    expect(others(['Ana', 'Ben'], 2)).toBe('and Ben');
    expect(others(['Ana', ''], 2)).toBe('and u1');
    expect(others(['Ana', 'Ben', 'Cleo'], 5)).toBe('and 4 others');
    expect(others(['Ana', 'Ben', 'Cleo'], 50, true)).toBe('and more than 49 others');
    expect(others(['Ana'], 1, true)).toBe('and more');
  });
});

describe('what was done', () => {
  const said = (kind: Notification['kind'], title: string | null) => {
    const post = title === null ? null : { _id: '1', title };
    const words = wordsOf(makeNotification({ kind, post }));
    return `${words.did} ${words.title}`.trim();
  };
  it('names the post by its title, or as whose it is', () => {
    expect(said('like', 'Tea')).toBe('liked “Tea”');
    expect(said('like', '')).toBe('liked your post');
    expect(said('commentLike', 'Tea')).toBe('liked your comment on “Tea”');
    expect(said('comment', '')).toBe('commented on your post');
    expect(said('reply', 'Tea')).toBe('replied to your comment on “Tea”');
    expect(said('mention', '')).toBe('mentioned you in a post');
    expect(said('follow', null)).toBe('followed you');
  });
});
