import { describe, expect, it } from 'vitest';
import { makeServerPost } from '../../../testing/make-post';
import { toFeedPage } from './get-feed-page';

describe('feed page', () => {
  it('converts posts to client posts [F3-1]', () => {
    const page = toFeedPage({
      success: true,
      data: [makeServerPost()],
      hasNextPage: true,
      nextPage: 2,
      seed: 0,
    });
    expect(page).toMatchObject({ hasNextPage: true, nextPage: 2, seed: 0 });
    expect(page.data[0]?.reactions.like).toBe(3);
  });

  it.each([[null], [{ a: 1 }], ['posts'], [undefined]])(
    'replaces data %j with an empty list [F3-12]',
    (data) => {
      expect(toFeedPage({ success: true, data, hasNextPage: false, nextPage: null, seed: 1 }).data).toEqual(
        [],
      );
    },
  );

  it('continues after a short or empty page if the server has more [F3-13]', () => {
    expect(toFeedPage({ success: true, data: [], hasNextPage: true, nextPage: 4, seed: 1 })).toMatchObject({
      data: [],
      hasNextPage: true,
      nextPage: 4,
    });
  });

  it('throws the message of an unsuccessful response [F5-10]', () => {
    expect(() => toFeedPage({ success: false, message: 'Feed is closed' })).toThrow(
      'API Error: Feed is closed',
    );
    expect(() => toFeedPage({ success: false })).toThrow('API Error: Unknown error');
    expect(() => toFeedPage('nonsense')).toThrow('API Error: Unknown error');
  });
});
