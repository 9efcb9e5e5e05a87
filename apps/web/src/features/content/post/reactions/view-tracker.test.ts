import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ViewTracker, isSilentViewError, type PostView } from './track-view';

describe('view tracking', () => {
  let sent: PostView[][] = [];
  const tracker = (minDuration = 1000) =>
    new ViewTracker({
      minDuration,
      flushDelay: 500,
      batchMax: 2,
      now: () => Date.now(),
      send: (views) => sent.push(views),
    });

  beforeEach(() => {
    vi.useFakeTimers();
    sent = [];
  });
  afterEach(() => vi.useRealTimers());

  it('counts after one second in sight, batched [F9-17]', () => {
    const views = tracker();
    views.show('a', 'direct', true);
    vi.advanceTimersByTime(400);
    views.show('b', 'direct', true);
    vi.advanceTimersByTime(599);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1001);
    expect(sent.map((batch) => batch.map((view) => view.postId))).toEqual([['a', 'b']]);
    expect(sent[0]?.[0]).toMatchObject({ viewDuration: 1, feed: true, referralSource: 'direct' });
  });

  it('does not count a post that left too early, nor add up two short views', () => {
    const views = tracker();
    views.show('a', 'direct', true);
    vi.advanceTimersByTime(900);
    views.hide('a');
    views.show('a', 'direct', true);
    vi.advanceTimersByTime(900);
    views.hide('a');
    vi.advanceTimersByTime(5000);
    expect(sent).toEqual([]);
  });

  it('needs two seconds on the post page [F4-34]', () => {
    const views = tracker(2000);
    views.show('a', 'direct', false);
    vi.advanceTimersByTime(1999);
    views.flush();
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    views.flush();
    expect(sent).toHaveLength(1);
  });

  it('counts a post once, until another user signs in [F4-35]', () => {
    const views = tracker();
    const look = () => {
      views.show('a', 'direct', true);
      vi.advanceTimersByTime(2000);
      views.hide('a');
    };
    look();
    look();
    expect(sent).toHaveLength(1);
    views.reset();
    look();
    expect(sent).toHaveLength(2);
  });

  it('splits a large batch', () => {
    const views = tracker();
    for (const id of ['a', 'b', 'c']) views.show(id, 'direct', true);
    vi.advanceTimersByTime(3000);
    expect(sent.map((batch) => batch.length)).toEqual([2, 1]);
  });
});

it('shows no message for the expected view errors [F8-21]', () => {
  expect(isSilentViewError('View already counted')).toBe(true);
  expect(isSilentViewError('Self-view is not counted')).toBe(true);
  expect(isSilentViewError('Too recent')).toBe(true);
  expect(isSilentViewError('Server error. Please try again later')).toBe(false);
});
