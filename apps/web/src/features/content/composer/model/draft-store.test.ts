import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_DRAFT, type Draft } from './composer-rules';
import { openDraft } from './draft-store';

const KEY = 'user-1';
const NAME = `post-draft:${KEY}`;
const titled = (title: string): Draft => ({ ...EMPTY_DRAFT, title });

/** Opens a composer in a separate tab. */
const openTab = () => {
  sessionStorage.clear();
  return openDraft(KEY, EMPTY_DRAFT);
};
/** Titles of all stored drafts, opened and finished one after the other. */
const keptTitles = (): string[] => {
  const titles: string[] = [];
  for (;;) {
    const { found, keep } = openTab();
    if (found === EMPTY_DRAFT) return titles.toSorted();
    titles.push(found.title);
    keep(null);
  }
};

beforeEach(() => localStorage.clear());

describe('a draft', () => {
  it('is restored by the next tab and removed when finished', () => {
    openTab().keep(titled('Bread'));
    const next = openTab();
    expect(next).toMatchObject({ found: titled('Bread'), others: 0 });
    next.keep(null);
    expect(localStorage).toHaveLength(0);
  });

  it('of an earlier version is restored, without a warning unless the post has one [B7-21]', () => {
    const { contentWarning, sensitive, ...earlier } = titled('Bread');
    expect([contentWarning, sensitive]).toEqual(['', false]);
    localStorage.setItem(NAME, JSON.stringify(earlier));
    expect(openTab().found).toEqual(titled('Bread'));
    const warned = { ...EMPTY_DRAFT, contentWarning: 'Blood', sensitive: true };
    expect(openDraft(KEY, warned).found).toEqual({ ...warned, title: 'Bread' });
  });

  it('does not come back after it was sent, even if another tab changes the storage at that moment', () => {
    const tab = openTab();
    tab.keep(titled('Bread'));
    tab.finish();
    tab.keep(titled('Bread'));
    expect(localStorage).toHaveLength(0);
  });

  it.each(['{', '7', '{"title":7}'])('treats %s as no draft and overwrites it', (stored) => {
    localStorage.setItem(NAME, stored);
    const tab = openTab();
    expect(tab.found).toBe(EMPTY_DRAFT);
    tab.keep(titled('Bread'));
    expect(keptTitles()).toEqual(['Bread']);
  });

  it('is separate from drafts of edited posts and of other accounts', () => {
    openDraft(`${KEY}:post-1`, EMPTY_DRAFT).keep(titled('Edited'));
    openDraft('user-10', EMPTY_DRAFT).keep(titled('Of somebody else'));
    expect(openTab()).toMatchObject({ found: EMPTY_DRAFT, others: 0 });
  });

  it('causes no error if storage cannot be written, and is stored once it can', () => {
    const tab = openTab();
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    tab.keep(titled('Bread'));
    full.mockRestore();
    expect(localStorage).toHaveLength(0);
    tab.keep(titled('Bread'));
    expect(keptTitles()).toEqual(['Bread']);
  });

  it('causes no error if storage cannot be read', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    const tab = openTab();
    expect(tab.found).toBe(EMPTY_DRAFT);
    expect(() => tab.keep(titled('Bread'))).not.toThrow();
  });
});

describe('drafts of two tabs', () => {
  it('are both stored if both tabs started empty', () => {
    const [one, two] = [openTab(), openTab()];
    one.keep(titled('Apple'));
    two.keep(titled('Banana'));
    one.keep(titled('Apple pie'));
    two.keep(titled('Banana bread'));
    expect(openTab()).toMatchObject({ found: titled('Apple pie'), others: 1 });
    expect(keptTitles()).toEqual(['Apple pie', 'Banana bread']);
  });

  it('are both stored if the second tab overwrote the first', () => {
    const one = openTab();
    one.keep(titled('Apple'));
    const two = openTab();
    expect(two.found).toEqual(titled('Apple'));
    two.keep(titled('Banana'));
    // The browser notifies this tab of the other tab's write.
    one.keep(titled('Apple'));
    expect(keptTitles()).toEqual(['Apple', 'Banana']);
  });

  it('survive when the other draft is finished', () => {
    const [one, two] = [openTab(), openTab()];
    one.keep(titled('Apple'));
    two.keep(titled('Banana'));
    two.keep(null);
    expect(openTab()).toMatchObject({ found: titled('Apple'), others: 0 });
    const three = openTab();
    three.keep(null);
    // The shared draft was discarded in the other tab and is still open here.
    one.keep(titled('Apple'));
    expect(keptTitles()).toEqual(['Apple']);
  });

  it('survive when an empty tab finishes', () => {
    const one = openTab();
    openTab().keep(titled('Apple'));
    one.keep(null);
    expect(keptTitles()).toEqual(['Apple']);
  });

  it('count as one if one tab only shows what the other edits', () => {
    openTab().keep(titled('Apple'));
    const [shows, writes] = [openTab(), openTab()];
    writes.keep(titled('Apple pie'));
    shows.keep(titled('Apple'));
    expect(keptTitles()).toEqual(['Apple pie']);
  });

  it('return to their own tabs after a reload', () => {
    const [one, two] = [openTab(), openTab()];
    one.keep(titled('Apple'));
    two.keep(titled('Banana'));
    // The second tab's session storage is still there.
    expect(openDraft(KEY, EMPTY_DRAFT)).toMatchObject({ found: titled('Banana'), others: 1 });
  });
});
