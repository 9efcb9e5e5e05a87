import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '../../../cache/keys';
import { createQueryClient } from '../../../lib/query-client';
import { makeServerPost } from '../../../testing/make-post';
import { testUser } from '../../../testing/users';
import { placeAt, type ListPlace } from '../../content/post/list/list-place';
import { toClientPost, type ClientPost } from '../../content/post/model/post';
import { useSessionStore } from '../../identity/session/stores/session-store';
import { forgetFeed, keepFeed, keptPage, restoreFeed, type FeedData } from './feed-memory';

const ada = testUser();
const PLACE: ListPlace = { offset: 1200, anchor: null, sizes: [], width: 1440 };
const DATA: FeedData = {
  pages: [{ data: [], hasNextPage: false, nextPage: null, seed: 7 }],
  pageParams: [1],
};

const keep = () => {
  const client = createQueryClient();
  client.setQueryData(keys.feed(ada._id), DATA);
  keepFeed(client, ada._id, 'entry-1', PLACE);
};
/** Restores a list at this history entry; returns its cached data and scroll offset. */
const restored = (viewerId: string | null, entry: string, switched = false) => {
  const client = createQueryClient();
  restoreFeed(client, viewerId, entry, switched);
  return { data: client.getQueryData(keys.feed(viewerId)), offset: placeAt(entry)?.offset };
};
const NOTHING = { data: undefined, offset: undefined };
const hide = () => window.dispatchEvent(new Event('pagehide'));
const signIn = (currentUser: typeof ada | null) => useSessionStore.setState({ currentUser });

describe('the last feed', () => {
  beforeEach(() => {
    forgetFeed();
    signIn(ada);
  });
  afterEach(() => {
    forgetFeed();
    signIn(null);
  });

  it('is restored with its scroll position at its history entry, only for the same reader', () => {
    keep();
    expect(restored('bob', 'entry-1')).toEqual(NOTHING);
    expect(restored(null, 'entry-1')).toEqual(NOTHING);
    expect(restored(ada._id, 'entry-2')).toEqual(NOTHING);
    expect(restored(ada._id, 'entry-1')).toEqual({ data: DATA, offset: 1200 });
  });

  it('is restored at another entry after the switch from Messages', () => {
    keep();
    expect(restored(ada._id, 'entry-2', true)).toEqual({ data: DATA, offset: 1200 });
  });

  it('gives posts that an earlier version stored the fields they lack', () => {
    const { contentWarning: _warning, sensitive: _sensitive, ...former } = toClientPost(makeServerPost());
    const client = createQueryClient();
    const pages = [{ ...DATA.pages[0]!, data: [former as ClientPost] }];
    client.setQueryData(keys.feed(ada._id), { ...DATA, pages });
    keepFeed(client, ada._id, 'entry-1', PLACE);
    hide();
    expect(keptPage(ada._id, 1, null)?.data[0]).toMatchObject({ contentWarning: '', sensitive: false });
  });

  it('is restored only in its own feed mode, and other modes are not used offline [B3-14]', () => {
    const client = createQueryClient();
    client.setQueryData(keys.feed(ada._id, 'newest'), DATA);
    keepFeed(client, ada._id, 'entry-1', PLACE, 'newest');
    hide();
    expect(keptPage(ada._id, 1, null)).toBeUndefined();
    expect(restored(ada._id, 'entry-1')).toEqual(NOTHING);
    const other = createQueryClient();
    restoreFeed(other, ada._id, 'entry-1', false, 'day');
    expect(other.getQueryData(keys.feed(ada._id, 'day'))).toBeUndefined();
    restoreFeed(other, ada._id, 'entry-1', false, 'newest');
    expect(other.getQueryData(keys.feed(ada._id, 'newest'))).toEqual(DATA);
    expect(placeAt('entry-1')?.offset).toBe(1200);
  });

  it.each([
    ['reload', 100, undefined],
    ['reload', 1200, DATA],
    ['back_forward', 100, DATA],
    ['navigate', 1200, DATA],
  ])('of another mode is restored after a %s at %i px as %j [B3-14]', (type, offset, expected) => {
    const navigations = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as never]);
    const client = createQueryClient();
    client.setQueryData(keys.feed(ada._id, 'newest'), DATA);
    keepFeed(client, ada._id, 'entry-1', { ...PLACE, offset }, 'newest');
    const other = createQueryClient();
    restoreFeed(other, ada._id, 'entry-1', false, 'newest');
    expect(other.getQueryData(keys.feed(ada._id, 'newest'))).toEqual(expected);
    navigations.mockRestore();
  });

  it('is not stored for a reader who has signed out, even if the list unmounts later', () => {
    keep();
    signIn(null);
    forgetFeed();
    keep();
    hide();
    expect(restored(ada._id, 'entry-1')).toEqual(NOTHING);
    expect(window.sessionStorage).toHaveLength(0);
    expect(keptPage(ada._id, 1, null)).toBeUndefined();
  });

  it('is available to its reader while the server is down, for the same list only', () => {
    const page = (seed: number) => ({ data: [], hasNextPage: true, nextPage: 2, seed });
    const client = createQueryClient();
    const pages = Array.from({ length: 7 }, () => page(7));
    client.setQueryData(keys.feed(ada._id), { pages, pageParams: [1, 2, 3, 4, 5, 6, 7] });
    keepFeed(client, ada._id, 'entry-1', PLACE);
    expect(keptPage(ada._id, 1, null)).toBeUndefined();
    hide();
    expect(keptPage(ada._id, 1, null)).toEqual(page(7));
    expect(keptPage(ada._id, 5, 7)).toEqual(page(7));
    expect(keptPage(ada._id, 6, 7)).toBeUndefined();
    expect(keptPage(ada._id, 2, 8)).toBeUndefined();
    expect(keptPage('bob', 1, null)).toBeUndefined();
    expect(keptPage(null, 1, null)).toBeUndefined();
    forgetFeed();
    expect(keptPage(ada._id, 1, null)).toBeUndefined();
  });

  it('is also written when the page goes to the background', () => {
    keep();
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(window.sessionStorage).toHaveLength(0);
    state.mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(window.sessionStorage).toHaveLength(1);
    state.mockRestore();
  });

  it('is written when the page unloads, not when a post opens', () => {
    keep();
    expect(window.sessionStorage).toHaveLength(0);
    hide();
    expect(window.sessionStorage.getItem('last-feed')).toContain('"version":5');
  });

  describe('after a reload', () => {
    const reloaded = async () => {
      vi.resetModules();
      const memory = await import('./feed-memory');
      const client = createQueryClient();
      memory.restoreFeed(client, ada._id, 'entry-1', false);
      return client.getQueryData(keys.feed(ada._id));
    };

    it('is restored from storage', async () => {
      keep();
      hide();
      expect(await reloaded()).toEqual(DATA);
    });

    const stored = { entry: 'entry-1', viewerId: ada._id, place: PLACE, data: DATA, updatedAt: 0 };
    it.each([
      ['without a version', stored],
      ['of another version', { ...stored, version: 3 }],
      ['without pages', { ...stored, version: 5, data: {} }],
      ['that is none', null],
    ])('is ignored if stored %s', async (_what, value) => {
      window.sessionStorage.setItem('last-feed', JSON.stringify(value));
      expect(await reloaded()).toBeUndefined();
    });
  });
});
