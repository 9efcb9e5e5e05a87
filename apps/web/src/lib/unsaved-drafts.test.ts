import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftKey, useDraftStore } from '../features/content/post/comments/draft-store';
import { openDraft } from '../features/content/composer/model/draft-store';
import { EMPTY_DRAFT } from '../features/content/composer/model/composer-rules';
import { readText, writeText } from './json';
import { useUnsavedDrafts } from './unsaved-drafts';

const full = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
const blocked = () =>
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });

/** Returns whether the browser would ask before unloading the page. */
const asks = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

const a = draftKey('ada', 'a');
const b = draftKey('ada', 'b');

beforeEach(() => useDraftStore.setState({ drafts: {} }));
afterEach(() => vi.restoreAllMocks());

describe.each([
  ['full', full],
  ['blocked', blocked],
])('a storage that is %s', (_how, refuse) => {
  it('keeps comments in their fields, and asks before unload while one is not stored', () => {
    const { write } = useDraftStore.getState();
    const storage = refuse();
    write(a, 'First');
    write(b, 'Second');
    expect(useDraftStore.getState().drafts).toEqual({ [a]: 'First', [b]: 'Second' });
    expect([...useUnsavedDrafts.getState().names]).toEqual([a, b]);
    expect(asks()).toBe(true);
    write(a, '');
    expect(useDraftStore.getState().drafts).toEqual({ [b]: 'Second' });
    expect([...useUnsavedDrafts.getState().names]).toEqual([b]);
    storage.mockRestore();
    write(a, 'Third');
    expect(useUnsavedDrafts.getState().names.size).toBe(0);
    expect(asks()).toBe(false);
    expect(JSON.parse(localStorage.getItem('comment-drafts') ?? '')).toEqual({ [a]: 'Third', [b]: 'Second' });
  });

  it('keeps a post draft in memory, and its form restores it', () => {
    const storage = refuse();
    const draft = { ...EMPTY_DRAFT, title: 'Half a thought' };
    const { keep, name } = openDraft('ada', EMPTY_DRAFT);
    keep(draft);
    expect(useUnsavedDrafts.getState().names.has(name)).toBe(true);
    expect(asks()).toBe(true);
    const again = openDraft('ada', EMPTY_DRAFT);
    expect(again.found.title).toBe('Half a thought');
    again.keep(null);
    again.keep({ ...draft, title: 'Another' });
    again.finish();
    expect(asks()).toBe(false);
    expect(openDraft('ada', EMPTY_DRAFT).found.title).toBe('');
    storage.mockRestore();
  });
});

it('keeps an unstored comment when another tab stores one', () => {
  const { write } = useDraftStore.getState();
  const storage = full();
  write(a, 'First');
  storage.mockRestore();
  localStorage.setItem('comment-drafts', JSON.stringify({ [b]: 'From another tab' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'comment-drafts' }));
  write(draftKey('ada', 'c'), 'Third');
  expect(useDraftStore.getState().drafts).toMatchObject({ [a]: 'First', [b]: 'From another tab' });
  expect(JSON.parse(localStorage.getItem('comment-drafts') ?? '')).toMatchObject({ [a]: 'First' });
});

it('reads the last written value, whichever writes storage refused', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ name: fc.constantFrom('x', 'y'), text: fc.option(fc.string()), fails: fc.boolean() }),
      ),
      (writes) => {
        localStorage.clear();
        writeText('x', null);
        writeText('y', null);
        const last: Record<string, string | null> = { x: null, y: null };
        for (const { name, text, fails } of writes) {
          const storage = fails ? blocked() : undefined;
          expect(writeText(name, text)).toBe(!fails);
          storage?.mockRestore();
          last[name] = text;
          expect({ x: readText('x'), y: readText('y') }).toEqual(last);
        }
      },
    ),
  );
});
