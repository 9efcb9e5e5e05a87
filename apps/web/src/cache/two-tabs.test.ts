import { beforeEach, describe, expect, it } from 'vitest';
import { useDraftStore } from '../features/content/post/comments/draft-store';
import { useBlockStore } from './block-store';
import { blockAuthor, unblockAuthor } from './blocking';
import { useFollowStore } from '../features/content/post/reactions/follow';

const person = (_id: string) => ({ _id, userName: _id, fullName: _id });
const stored = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null');
/** Writes to storage as another tab of this browser does. */
const elsewhere = (key: string, value: unknown) => localStorage.setItem(key, JSON.stringify(value));

beforeEach(() => {
  localStorage.clear();
  useBlockStore.setState({ blocked: [] });
  useFollowStore.setState({ byViewer: {} });
  useDraftStore.setState({ drafts: {} });
});

describe('two tabs of one browser', () => {
  it('merge their blocks, and drop those that one of them removes', () => {
    blockAuthor(person('ada'), undefined);
    elsewhere('blocked-authors', [person('ada'), person('bob')]);
    blockAuthor(person('eve'), undefined);
    expect(stored('blocked-authors')).toEqual(['ada', 'bob', 'eve'].map(person));
    expect(useBlockStore.getState().blocked).toEqual(['ada', 'bob', 'eve'].map(person));
    elsewhere('blocked-authors', [person('bob'), person('eve')]);
    unblockAuthor('eve');
    expect(stored('blocked-authors')).toEqual([person('bob')]);
  });

  it('hide authors blocked by the other tab at once, and nobody after it clears its storage', () => {
    elsewhere('blocked-authors', [person('bob')]);
    window.dispatchEvent(new StorageEvent('storage', { key: 'blocked-authors' }));
    expect(useBlockStore.getState().blocked).toEqual([person('bob')]);
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(useBlockStore.getState().blocked).toEqual([]);
  });

  it('merge their follows', () => {
    const { load, set } = useFollowStore.getState();
    load('me');
    elsewhere('follows:me', { ada: true, bob: false });
    set('me', 'eve', true);
    expect(stored('follows:me')).toEqual({ ada: true, bob: false, eve: true });
    expect(useFollowStore.getState().byViewer['me']).toEqual({ ada: true, bob: false, eve: true });
  });

  it('merge their comment drafts, without those that were sent', () => {
    const { write } = useDraftStore.getState();
    write('me:1', 'Sent soon');
    elsewhere('comment-drafts', { 'me:2': 'From the other' });
    write('me:3', 'Mine');
    expect(stored('comment-drafts')).toEqual({ 'me:2': 'From the other', 'me:3': 'Mine' });
  });
});
