import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BLOCKED } from '../cache/block-store';
import { replaceBlocks } from '../cache/blocking';
import { keepLanguages } from '../cache/language-store';
import { keepMuted } from '../cache/muted-store';
import { FoldedText } from '../components/ui/folded-text';
import { STORAGE_VERSION } from '../features/identity/session/stores/session-state';
import { endWelcome, noteWelcome } from '../features/identity/session/model/welcome';
import { feedSeed } from '../features/content/post/model/feed-seed';
import { handsKey } from '../features/reading/feed/visits';
import { isFollowedSeed } from '../features/reading/feed/feed-memory';
import { takeArrived, takeEarly } from '../lib/early';
import { writeStored, writeText } from '../lib/json';
import { setPreference } from '../lib/preferences';
import { FETCHED } from '../lib/serif';
import { recordCalls } from '../testing/record-calls';
import { testUser } from '../testing/users';
import { AS_THE_APP, prefetch } from './prefetch';

const user = testUser();
const { dataset } = document.documentElement;

/** Opens a page into which the web server has drawn the posts of this reader. */
const open = (about: object = {}, { path = '/home', visit = 'navigate' } = {}) => {
  window.history.replaceState(null, '', path);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: visit }] as never);
  const meta = document.createElement('meta');
  meta.name = 'drawn';
  meta.content = JSON.stringify({ reader: user._id, seed: 7, lists: NO_LISTS, welcome: false, ...about });
  document.head.append(meta);
  prefetch({ ...AS_THE_APP, api: '/api', serif: SERIF, publicBrowsing: false });
};
/** As the build gives it. */
const SERIF = {
  others: [['/latin.woff2']],
  uk: [['/latin.woff2'], ['/cyrillic.woff2', 'U+0400-045F']],
} as const;
const NO_LISTS = ['', null, null];
const signIn = (currentUser: object = user) =>
  writeStored('auth-storage', {
    state: { currentUser, isAuthenticated: true, lastAuthCheck: Date.now() },
    version: STORAGE_VERSION,
  });
const isShown = () => dataset['plain'] === undefined;

const addFont = vi.fn();
let calls: { line: string }[];
beforeEach(() => {
  addFont.mockClear();
  vi.spyOn(performance, 'now').mockReturnValue(1000);
  vi.stubGlobal('FontFace', EventTarget);
  Object.defineProperty(document, 'fonts', { value: { add: addFont }, configurable: true });
  const inPage = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    inPage(new URL(input as string, location.href), init),
  );
  calls = recordCalls({ success: true, data: [] });
  document.body.innerHTML = '<script type="application/json" id="answer-feed">{"seed":7}</script>';
  signIn();
});
afterEach(() => {
  delete window.earlyCalls;
  for (const name of ['plain', 'welcomed', 'untranslated', 'serif']) Reflect.deleteProperty(dataset, name);
  document.querySelector('meta[name=drawn]')?.remove();
  document.body.innerHTML = '';
  document.cookie = 'sf_plain=; path=/; max-age=0';
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

describe('a page that arrived with posts', () => {
  it('shows them, and gives their answer to the app without a call', async () => {
    open();
    expect(isShown()).toBe(true);
    const early = takeEarly('feed');
    expect(early).toMatchObject({ reader: user._id, seed: 7 });
    expect(await (await early?.answer)?.json()).toEqual({ seed: 7 });
    expect(feedSeed.get()).toBe(7);
    expect(isFollowedSeed(7)).toBe(false);
    expect(calls).toEqual([]);
  });

  it('marks a visitor’s order as one that others have too, and leaves out a dismissed welcome', () => {
    localStorage.removeItem('auth-storage');
    writeText('visitor-mode', 'on');
    endWelcome(null);
    open({ reader: null });
    expect(isShown()).toBe(true);
    expect(isFollowedSeed(7)).toBe(true);
    expect(dataset['welcomed']).toBe('');
  });

  it('leaves the place of the strip of today’s hand from the second visit on, while the hand is due', () => {
    const { style } = document.documentElement;
    const heightOf = (hands: object | null, tab: string | null = null) => {
      style.removeProperty('--hand');
      writeStored(handsKey(user._id), hands);
      writeText(handsKey(user._id), tab, 'sessionStorage');
      feedSeed.clear();
      dataset['plain'] = '';
      open();
      expect(isShown()).toBe(true);
      document.querySelector('meta[name=drawn]')?.remove();
      return style.getPropertyValue('--hand');
    };
    const today = new Date().toISOString().slice(0, 10);
    expect(heightOf(null)).toBe('');
    expect(heightOf({}, 'first')).toBe('');
    expect(heightOf({})).toBe('112px');
    expect(heightOf({ [today]: { total: 24, read: [] }, '2020-01-01': { isFinished: true } })).toBe('112px');
    expect(heightOf({ [today]: { isFinished: true } })).toBe('');
    expect(heightOf({ [today]: { isDismissed: true } })).toBe('');
    style.removeProperty('--hand');
  });

  it('has "Show more" below the texts that turn out to be folded', () => {
    let report: (sizes: object[]) => void = () => undefined;
    const observe = vi.fn();
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = observe;
        constructor(told: typeof report) {
          report = told;
        }
      },
    );
    const text = createElement(FoldedText, { text: 'A text', expanded: false, onExpand: vi.fn() });
    const more = '<template id="show-more"><button>Show more</button></template>';
    document.body.innerHTML += `<div id="drawn"><div>${renderToStaticMarkup(text)}<div>Translate</div></div>${more}</div>`;
    open();
    document.dispatchEvent(new Event('readystatechange'));
    const target = document.querySelector<HTMLElement>('#drawn p')!;
    expect(observe.mock.calls).toEqual([[target]]);
    const next = () => target.nextElementSibling?.textContent;
    report([{ target }]);
    expect(next()).toBe('Translate');
    target.style.lineHeight = '20px';
    Object.defineProperty(target, 'scrollHeight', { value: 120, configurable: true });
    report([{ target }]);
    expect(next()).toBe('Translate');
    Object.defineProperty(target, 'scrollHeight', { value: 140 });
    report([{ target }]);
    expect(next()).toBe('Show more');
    Object.defineProperty(target, 'scrollHeight', { value: 100 });
    report([{ target }]);
    expect(next()).toBe('Translate');
    // of fewer lines, such as that of a profile
    target.style.setProperty('--fold', '3');
    report([{ target }]);
    expect(next()).toBe('Show more');
  });

  it('notes the button pressed last, though other things are clicked after it', () => {
    document.body.innerHTML +=
      '<div id="drawn"><button id="first"></button><button><i id="last"></i></button><p></p></div><button id="app"></button>';
    open();
    for (const place of ['#first', '#last', 'p', '#app']) document.querySelector<HTMLElement>(place)!.click();
    expect(window.earlyCalls?.pressed).toBe(document.querySelector('#last')?.parentElement);
  });

  it('has the serif typeface if an earlier visit fetched it', () => {
    writeText(FETCHED, 'yes');
    open();
    expect(dataset['serif']).toBe('');
    expect(addFont).toHaveBeenCalledOnce();
  });

  it.each([
    ['uk', 2],
    // fetched for another language
    ['yes', 0],
  ])('has all letters of its language in serif, if %s was fetched', (fetched, files) => {
    document.documentElement.lang = 'uk';
    writeText(FETCHED, fetched);
    open();
    expect(dataset['serif']).toBe(files > 0 ? '' : undefined);
    expect(addFont).toHaveBeenCalledTimes(files);
    document.documentElement.lang = 'en';
  });

  it.each<[string, () => void]>([
    ['hides counts', () => setPreference('hideCounts', 'on')],
    ['saves data', () => setPreference('dataSaver', 'on')],
    ['offers a pause', () => setPreference('rest', '20')],
    ['holds a token of the API', () => writeText('authToken', 'personal')],
  ])('hides them if the browser %s, and asks for the plain page from then on', (_what, given) => {
    given();
    open();
    expect(isShown()).toBe(false);
    expect(document.cookie).toContain('sf_plain=1');
    setPreference('hideCounts', 'off');
    setPreference('dataSaver', 'system');
    setPreference('rest', 'off');
  });

  it('shows them if they were drawn by the lists of the browser', () => {
    const person = (_id: string) => ({ _id, userName: _id, fullName: _id });
    replaceBlocks(user._id, [person('eve'), person('bob')], () => undefined);
    keepMuted(user._id, [{ word: '"tea"', until: null }]);
    keepLanguages(user._id, ['de', 'en']);
    open({ lists: ['bob,eve', '[{"word":"\\"tea\\"","until":null}]', '["de","en"]'] });
    expect(isShown()).toBe(true);
    writeStored(BLOCKED, []);
  });

  it.each<[string, () => void]>([
    ['blocks somebody', () => writeStored(BLOCKED, [{ _id: 'b', userName: 'bob', fullName: 'Bob' }])],
    ['has a muted word', () => keepMuted(user._id, [{ word: 'tea', until: null }])],
    ['has chosen languages', () => keepLanguages(user._id, ['de'])],
  ])('hides them if the browser %s and the server did not know', (_what, given) => {
    given();
    open();
    expect(isShown()).toBe(false);
    expect(document.cookie).not.toContain('sf_plain=1');
  });

  it.each([[['b', null, null]], [['', '[{"word":"tea","until":null}]', null]], [['', null, '["de"]']]])(
    'hides them if they were drawn by lists that the browser does not know: %j',
    (lists) => {
      open({ lists });
      expect(isShown()).toBe(false);
    },
  );

  it.each<[string, () => void]>([
    ['blocks somebody', () => writeStored(BLOCKED, [{ _id: 'b', userName: 'bob', fullName: 'Bob' }])],
    ['has chosen languages', () => keepLanguages('', ['de'])],
  ])('asks for the plain page if a visitor’s browser %s', (_what, given) => {
    localStorage.removeItem('auth-storage');
    writeText('visitor-mode', 'on');
    given();
    open({ reader: null });
    expect(isShown()).toBe(false);
    expect(document.cookie).toContain('sf_plain=1');
  });

  describe('on the page of a post', () => {
    const ID = 'a'.repeat(24);
    const openPost = (about: object = {}, visit = {}) => {
      document.body.innerHTML = `<script type="application/json" id="answer-/posts/${ID}">{"data":3}</script>`;
      open({ at: `/p/${ID}`, seed: undefined, lists: undefined, ...about }, { path: `/p/${ID}`, ...visit });
    };

    it('shows it and gives its answer to the app, whatever the lists and the feed of the tab [B43-4]', async () => {
      keepMuted(user._id, [{ word: 'tea', until: null }]);
      feedSeed.replace(5);
      openPost();
      expect(isShown()).toBe(true);
      expect(await takeArrived(`/posts/${ID}`, user._id)?.json()).toEqual({ data: 3 });
      expect(takeEarly('people')).toBeUndefined();
      expect(feedSeed.get()).toBe(5);
      expect(takeEarly('feed')).toBeUndefined();
      expect(calls).toEqual([]);
    });

    it.each<[string, () => void]>([
      ['another post', () => openPost({ at: `/p/${'b'.repeat(24)}` })],
      ['another account', () => openPost({ reader: 'f'.repeat(24) })],
      ['a reload', () => openPost({}, { visit: 'reload' })],
    ])('hides it for %s', (_who, given) => {
      given();
      expect(isShown()).toBe(false);
      expect(takeArrived(`/posts/${ID}`, user._id)).toBeUndefined();
      expect(calls).toEqual([]);
    });
  });

  describe('on the page of a list', () => {
    const TODAY = new Date().toISOString().slice(0, 10);
    const openList = (about: object = {}, { path = '/today', visit = 'navigate' } = {}) => {
      document.body.innerHTML =
        '<script type="application/json" id="answer-/posts/today">{"data":3}</script><script type="application/json" id="answer-people">{"data":2}</script>';
      open({ at: path, seed: undefined, day: TODAY, ...about }, { path, visit });
    };
    const readCards = (progress: object, day = TODAY) => writeStored(handsKey(user._id), { [day]: progress });

    it('shows it and gives its answers to the app, whatever the feed of the tab [B43-5]', async () => {
      feedSeed.replace(5);
      openList();
      expect(isShown()).toBe(true);
      expect(await takeArrived('/posts/today', user._id)?.json()).toEqual({ data: 3 });
      expect(await (await takeEarly('people')?.answer)?.json()).toEqual({ data: 2 });
      expect(feedSeed.get()).toBe(5);
      expect(calls).toEqual([]);
    });

    it('shows a hand whose reader is at the first card, or reads it as a list, and that of another day', () => {
      readCards({ total: 24, read: ['a'] });
      openList();
      expect(isShown()).toBe(true);
      document.querySelector('meta[name=drawn]')?.remove();
      readCards({ total: 24, read: ['a', 'b'] });
      writeStored('hand-form', 'list');
      openList();
      expect(isShown()).toBe(true);
      document.querySelector('meta[name=drawn]')?.remove();
      writeStored('hand-form', null);
      openList({ day: '2026-11-20' }, { path: '/today?date=2026-11-20' });
      expect(isShown()).toBe(true);
    });

    it.each<[string, () => void]>([
      ['a reader of other lists', () => openList({ lists: ['b', null, null] })],
      ['another address', () => openList({ at: '/today?date=2026-11-20' })],
      ['another account', () => openList({ reader: 'f'.repeat(24) })],
      ['a reload', () => openList({}, { visit: 'reload' })],
      ['a hand that is over', () => openList({ day: '2026-11-20' })],
      [
        'a deck that was left at a later card',
        () => {
          readCards({ total: 24, read: ['a', 'b'] });
          openList();
        },
      ],
      [
        'an earlier deck that was read to its end',
        () => {
          readCards({ isFinished: true }, '2026-11-20');
          openList({ day: '2026-11-20' }, { path: '/today?date=2026-11-20' });
        },
      ],
    ])('hides it for %s', (_who, given) => {
      given();
      expect(isShown()).toBe(false);
      expect(takeArrived('/posts/today', user._id)).toBeUndefined();
      expect(calls).toEqual([]);
    });
  });

  it('gives the session and the people of its reader without calls', async () => {
    document.body.innerHTML +=
      '<script type="application/json" id="answer-session">{"user":1}</script><script type="application/json" id="answer-people">{"data":2}</script>';
    writeStored('auth-storage', {
      state: { currentUser: user, isAuthenticated: true, lastAuthCheck: 0 },
      version: STORAGE_VERSION,
    });
    open();
    expect(isShown()).toBe(true);
    expect(await (await takeEarly('session')?.answer)?.json()).toEqual({ user: 1 });
    expect(await (await takeEarly('people')?.answer)?.json()).toEqual({ data: 2 });
    expect(calls).toEqual([]);
  });

  it('is asked for again once the browser hides nothing', () => {
    window.history.replaceState(null, '', '/home');
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'navigate' }] as never);
    document.cookie = 'sf_plain=1; path=/';
    prefetch({ ...AS_THE_APP, api: '/api', serif: SERIF, publicBrowsing: false });
    expect(document.cookie).not.toContain('sf_plain');
  });

  it.each<[string, () => void]>([
    ['another account', () => open({ reader: 'f'.repeat(24) })],
    ['a visitor', () => open({ reader: null })],
    ['another page', () => open({}, { path: '/messages' })],
    ['a reload', () => open({}, { visit: 'reload' })],
    ['Back', () => open({}, { visit: 'back_forward' })],
    [
      'an order that the tab has begun already',
      () => {
        feedSeed.replace(5);
        open();
      },
    ],
    [
      'a tab that reads another way',
      () => {
        writeText('feed-way', 'newest', 'sessionStorage');
        open();
      },
    ],
    [
      'a reader of an announcement',
      () => {
        writeStored('instance', { name: 'Tea', announcement: 'New teapots' });
        open();
      },
    ],
    [
      'a newcomer whom it does not welcome',
      () => {
        noteWelcome(user._id, true);
        open();
      },
    ],
    [
      'a stored session of another version',
      () => {
        writeStored('auth-storage', { state: { currentUser: user }, version: 1 });
        open();
      },
    ],
  ])('hides them for %s', (_who, given) => {
    given();
    expect(isShown()).toBe(false);
  });
});
