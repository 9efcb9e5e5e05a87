import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_DRAFT, type Draft } from './composer-rules';
import { openDraft } from './draft-store';

const KEY = 'user-1';
const NAME = `post-draft:${KEY}`;
const titled = (title: string): Draft => ({ ...EMPTY_DRAFT, title });

/** A composer in a tab of its own. */
const openTab = () => {
  sessionStorage.clear();
  return openDraft(KEY, EMPTY_DRAFT);
};
/** Titles of all that is kept, opened and finished one after the other. */
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
  it('is found again by the next tab, and forgotten when it is done with', () => {
    openTab().keep(titled('Bread'));
    const next = openTab();
    expect(next).toMatchObject({ found: titled('Bread'), others: 0 });
    next.keep(null);
    expect(localStorage).toHaveLength(0);
  });

  it('of an earlier version is found, with nothing to warn of unless the post has it [B7-21]', () => {
    const { contentWarning, sensitive, ...earlier } = titled('Bread');
    expect([contentWarning, sensitive]).toEqual(['', false]);
    localStorage.setItem(NAME, JSON.stringify(earlier));
    expect(openTab().found).toEqual(titled('Bread'));
    const warned = { ...EMPTY_DRAFT, contentWarning: 'Blood', sensitive: true };
    expect(openDraft(KEY, warned).found).toEqual({ ...warned, title: 'Bread' });
  });

  it('does not come back once it was sent, though another tab changes the storage just then', () => {
    const tab = openTab();
    tab.keep(titled('Bread'));
    tab.finish();
    tab.keep(titled('Bread'));
    expect(localStorage).toHaveLength(0);
  });

  it.each(['{', '7', '{"title":7}'])('takes %s for none and writes over it', (stored) => {
    localStorage.setItem(NAME, stored);
    const tab = openTab();
    expect(tab.found).toBe(EMPTY_DRAFT);
    tab.keep(titled('Bread'));
    expect(keptTitles()).toEqual(['Bread']);
  });

  it('is not mixed up with one of a post that is edited, nor of another account', () => {
    openDraft(`${KEY}:post-1`, EMPTY_DRAFT).keep(titled('Edited'));
    openDraft('user-10', EMPTY_DRAFT).keep(titled('Of somebody else'));
    expect(openTab()).toMatchObject({ found: EMPTY_DRAFT, others: 0 });
  });

  it('costs no error where nothing can be stored, and is kept once it can', () => {
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

  it('costs no error where nothing can be read', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    const tab = openTab();
    expect(tab.found).toBe(EMPTY_DRAFT);
    expect(() => tab.keep(titled('Bread'))).not.toThrow();
  });
});

describe('drafts of two tabs', () => {
  it('are both kept where both began with nothing', () => {
    const [one, two] = [openTab(), openTab()];
    one.keep(titled('Apple'));
    two.keep(titled('Banana'));
    one.keep(titled('Apple pie'));
    two.keep(titled('Banana bread'));
    expect(openTab()).toMatchObject({ found: titled('Apple pie'), others: 1 });
    expect(keptTitles()).toEqual(['Apple pie', 'Banana bread']);
  });

  it('are both kept where the second one wrote over what the first one had kept', () => {
    const one = openTab();
    one.keep(titled('Apple'));
    const two = openTab();
    expect(two.found).toEqual(titled('Apple'));
    two.keep(titled('Banana'));
    // told by the browser that the other tab wrote
    one.keep(titled('Apple'));
    expect(keptTitles()).toEqual(['Apple', 'Banana']);
  });

  it('outlive each other’s end', () => {
    const [one, two] = [openTab(), openTab()];
    one.keep(titled('Apple'));
    two.keep(titled('Banana'));
    two.keep(null);
    expect(openTab()).toMatchObject({ found: titled('Apple'), others: 0 });
    const three = openTab();
    three.keep(null);
    // the draft that both had was discarded there and is still open here
    one.keep(titled('Apple'));
    expect(keptTitles()).toEqual(['Apple']);
  });

  it('leave what another tab wrote when a tab that has nothing ends', () => {
    const one = openTab();
    openTab().keep(titled('Apple'));
    one.keep(null);
    expect(keptTitles()).toEqual(['Apple']);
  });

  it('are no two where one only shows what the other goes on with', () => {
    openTab().keep(titled('Apple'));
    const [shows, writes] = [openTab(), openTab()];
    writes.keep(titled('Apple pie'));
    shows.keep(titled('Apple'));
    expect(keptTitles()).toEqual(['Apple pie']);
  });

  it('come back each to its own tab after a reload', () => {
    const [one, two] = [openTab(), openTab()];
    one.keep(titled('Apple'));
    two.keep(titled('Banana'));
    // what the session of the second tab remembers is still there
    expect(openDraft(KEY, EMPTY_DRAFT)).toMatchObject({ found: titled('Banana'), others: 1 });
  });
});
