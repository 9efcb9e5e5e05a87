import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPlace, keepPlace, lastPlace, leavePlace, placeFor, type FeedPlace } from './feed-place';

const placeOf = (viewerId: string | null): FeedPlace => ({
  entry: 'entry-1',
  viewerId,
  offset: 1200,
  anchor: null,
  sizes: [[], 0] as unknown as FeedPlace['sizes'],
  count: 0,
  width: 1440,
  data: { pages: [], pageParams: [] },
  updatedAt: 0,
});

describe('the place in the feed', () => {
  beforeEach(forgetPlace);

  it('is there for the same reader alone', () => {
    keepPlace(placeOf('ada'), true);
    expect(placeFor('entry-1', 'ada')?.offset).toBe(1200);
    expect(placeFor('entry-1', 'bob')).toBeUndefined();
    expect(lastPlace(null)).toBeUndefined();
  });

  it('goes when its reader signs out, and does not come back with the list that is taken down', () => {
    keepPlace(placeOf('ada'), true);
    leavePlace('ada');
    keepPlace(placeOf('ada'), true);
    expect(lastPlace('ada')).toBeUndefined();
    expect(window.sessionStorage).toHaveLength(0);
  });

  it('is kept anew when the reader is back', () => {
    leavePlace('ada');
    expect(placeFor('entry-1', 'ada')).toBeUndefined();
    keepPlace(placeOf('ada'), true);
    expect(placeFor('entry-1', 'ada')?.offset).toBe(1200);
  });

  describe('after the page was loaded anew', () => {
    const reloaded = async () => {
      vi.resetModules();
      return import('./feed-place');
    };

    it('is there from the storage', async () => {
      keepPlace(placeOf('ada'), true);
      expect((await reloaded()).placeFor('entry-1', 'ada')?.offset).toBe(1200);
    });

    it.each([
      ['without a version', placeOf('ada')],
      ['of another version', { ...placeOf('ada'), version: 1 }],
      ['without pages', { version: 2, entry: 'entry-1', viewerId: 'ada' }],
      ['that is none', null],
    ])('is not read %s', async (_what, stored) => {
      window.sessionStorage.setItem('feed-place', JSON.stringify(stored));
      expect((await reloaded()).placeFor('entry-1', 'ada')).toBeUndefined();
    });
  });
});
