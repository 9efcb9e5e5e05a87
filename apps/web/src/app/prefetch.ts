// The paths of the sources, because Vite's configuration loads this file before any package is built.
import { FIRST_FEED_PAGE, firstRoutes } from '../../../../packages/contracts/src/first-routes.ts';
import { SEED_LIMIT } from '../../../../packages/contracts/src/limits.ts';
import type { Hands } from '../features/reading/today/hand-stored';
import type { EarlyFeed } from '../lib/early';
import { MINUTE } from '../lib/time.ts';

/**
 * Constants that the page's head shares with the app. They are copied here because importing the app's files would
 * load all their imports; a test checks that both agree. `me`: the path of the session check. `feed`: the path of
 * the feed's first page, without the seed. `version`: of the stored session. `trusted`: how long a stored session is
 * trusted, in milliseconds.
 */
export const AS_THE_APP = {
  me: firstRoutes.me.path,
  feed: FIRST_FEED_PAGE,
  seedLimit: SEED_LIMIT,
  version: 8,
  trusted: 3 * MINUTE,
};

/** What the web server says of the posts that it has drawn into the page (server/drawn-pages.ts). */
interface AboutDrawn {
  /** Null for a visitor. */
  reader: string | null;
  /** The page's address; absent on home. */
  at?: string;
  seed?: number;
  /** The day whose hand it is. */
  day?: string;
  /** The lists by which posts were hidden: ids of blocked people, and words and languages in their stored form. */
  lists?: (string | null)[];
  /** Whether the welcome is above the posts. */
  welcome?: boolean;
}

interface AskEarly extends Readonly<typeof AS_THE_APP> {
  /** The files of the serif typeface by language, those of most under `others`, each with its letters as a `unicode-range`. */
  serif: Readonly<Record<string, readonly (readonly [address: string, letters?: string])[]>>;
  /** Base URL of the API on the app's own origin. */
  api: string;
  /** Whether the build lets visitors read without an account. */
  publicBrowsing: boolean;
}

/**
 * Sends the app's first requests early, if local storage proves that the app would send them: the session check (A
 * §4.1) and, on the home screen, the first page of the feed. Runs in the page's head as text, so it cannot use
 * other code. The headers are the same as the app's. If the session must be checked, the feed waits for the result,
 * so that an expired session costs no extra call.
 */
export const prefetch = (asked: AskEarly): void => {
  const { api, me, feed, serif, seedLimit, publicBrowsing, version, trusted } = asked;
  interface Stored {
    version?: number;
    state?: {
      currentUser?: { _id?: string; email?: string; userName?: string } | null;
      lastAuthCheck?: number | null;
      sessionExpiry?: number | null;
      oauthInProgress?: boolean;
      logoutPending?: boolean;
    };
  }
  const root = document.documentElement;
  const meta = document.querySelector<HTMLMetaElement>('meta[name=drawn]');
  if (meta) root.dataset['plain'] = '';
  try {
    const path = location.pathname;
    if (path === '/oauth-success' || path === '/auth/callback') return;
    const stored = JSON.parse(localStorage.getItem('auth-storage') ?? 'null') as Stored | null;
    const { currentUser, lastAuthCheck, sessionExpiry, oauthInProgress, logoutPending } = stored?.state ?? {};
    const known = Boolean(currentUser?._id && currentUser.email && currentUser.userName);
    // the app handles data of other versions and unfinished sign-ins or sign-outs
    if ((stored && stored.version !== version) || (currentUser && !known)) return;
    if (oauthInProgress || logoutPending) return;

    const now = Date.now();
    const over = typeof sessionExpiry === 'number' && sessionExpiry <= now;
    const age = now - (lastAuthCheck ?? 0);
    const isTrusted = known && !over && age >= 0 && age < trusted;
    const asksWho =
      !isTrusted && (known || /(?:^|;\s*)(?:__Host-)?sf_session_hint=1(?:;|$)/.test(document.cookie));
    const token = localStorage.getItem('authToken');
    const ask = (address: string) => {
      const given = new AbortController();
      const answer = fetch(api + address, {
        credentials: 'include',
        signal: given.signal,
        headers: {
          Accept: 'application/json',
          'Content-Type': 'application/json',
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
        },
      });
      // the app handles the failure when it takes the response
      answer.catch(() => undefined);
      return { answer, abort: () => given.abort() };
    };
    const calls: NonNullable<typeof window.earlyCalls> = {};
    window.earlyCalls = calls;
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    // after a reload or Back the app restores the previous feed; a shared shuffle has its own seed, and other feed
    // modes have their own calls: the app makes those
    const isHome =
      (path === '/' || path === '/home') &&
      visit?.type === 'navigate' &&
      !/seed=|shuffle=|way=/.test(location.search) &&
      !sessionStorage.getItem('feed-way');
    const visits =
      publicBrowsing ||
      root.dataset['publicBrowsing'] === 'true' ||
      localStorage.getItem('visitor-mode') === 'on';
    const reads = isTrusted || asksWho || visits;
    const readsHome = isHome && reads;

    const kept = (name: string) => localStorage.getItem(name);
    const drawn = meta && (JSON.parse(meta.content) as AboutDrawn);
    const isHere = drawn?.at === path + location.search && visit?.type === 'navigate' && reads;
    const about = (drawn?.at ? isHere : readsHome) && drawn;
    const id = (about ? about.reader : currentUser?._id) ?? '';
    const blocked = JSON.parse(kept('blocked-authors') ?? '[]') as { _id: string }[];
    const lists = [
      blocked
        .map(({ _id }) => _id)
        .sort()
        .join(),
      kept(`muted-words:${id}`),
      kept(`languages:${id}`),
    ];
    // a visitor's lists are in the browser alone
    const hides = (!id && lists.some(Boolean)) || ['hideCounts', 'dataSaver', 'rest', 'authToken'].some(kept);
    // the web server sends the plain page from then on
    if (about ? hides : readsHome && !hides && document.cookie.includes('sf_plain'))
      document.cookie = `sf_plain=1; path=/; SameSite=Lax; max-age=${hides ? 31_536_000 : -1}`;

    if (about && !hides) {
      const { reader, at, seed, day, welcome } = about;
      const instance = JSON.parse(kept('instance') ?? '{}') as { announcement?: string };
      const hand = `todays-hand:${id}`;
      const hands = JSON.parse(kept(hand) ?? 'null') as Hands | null;
      const isLaterVisit = hands !== null && sessionStorage.getItem(hand) === null;
      const date = new Date(now).toISOString().slice(0, 10);
      const progress = hands?.[day ?? date];
      const isTheirs =
        (known ? currentUser?._id === reader : (reader !== null) === asksWho) &&
        (!about.lists || JSON.stringify(lists) === JSON.stringify(about.lists));
      const isOver = day && day !== date && !/date=/.test(location.search);
      // the deck opens at the card where its reader stopped
      const isBegun =
        day && (progress?.isFinished || (progress?.read?.length ?? 0) > 1) && kept('hand-form') !== '"list"';
      const hasMore = at
        ? isOver || isBegun
        : (instance.announcement && instance.announcement !== kept('announcement-dismissed')) ||
          (reader !== null && !isLaterVisit && (kept(`welcome:${id}`) === 'on') !== welcome) ||
          sessionStorage.getItem('feed-seed') !== null;
      if (isTheirs && !hasMore) {
        const given = (name: string) => ({
          reader,
          abort: () => undefined,
          // the body is there once the app asks
          get answer() {
            return Promise.resolve(new Response(document.getElementById(`answer-${name}`)?.textContent));
          },
        });
        if (seed !== undefined) {
          sessionStorage.setItem('feed-seed', String(seed));
          // visitors of one minute have one order
          if (reader === null) sessionStorage.setItem('followed-seed', String(seed));
          calls.feed = Object.assign(given('feed'), { seed });
        } else calls.arrived = reader;
        if (about.lists && reader !== null) calls.people = given('people');
        if (asksWho) calls.session = given('session');
        if (!('Translator' in globalThis)) root.dataset['untranslated'] = '';
        if (isLaterVisit || (reader === null && kept('welcome') === 'ended')) root.dataset['welcomed'] = '';
        // the place of the strip, whose margin wide screens add
        if (isLaterVisit && !progress?.isFinished && !progress?.isDismissed)
          root.style.setProperty('--hand', matchMedia('(min-width: 48rem)').matches ? '124px' : '112px');
        // as in serif.ts
        const ownSerif = serif[root.lang];
        if (kept('serif') === (ownSerif ? root.lang : 'yes')) {
          for (const [address, unicodeRange = 'U+0-10FFFF'] of ownSerif ?? serif['others'] ?? [])
            document.fonts.add(
              new FontFace('Source Serif 4', `url(${address})`, { weight: '600', unicodeRange }),
            );
          root.dataset['serif'] = '';
        }
        delete root.dataset['plain'];
        const fold = new ResizeObserver((texts) => {
          for (const { target } of texts) {
            const { nextElementSibling: next, scrollHeight } = target;
            const isFolded = next?.matches('button') === true;
            // as in folded-text.tsx
            const style = getComputedStyle(target);
            const lines = Number(style.getPropertyValue('--fold') || 5) + 1;
            const hides = scrollHeight > lines * parseFloat(style.lineHeight) + 1;
            target.setAttribute('data-folds', hides ? 'more' : '');
            const more = document.querySelector<HTMLTemplateElement>('#show-more')?.content.cloneNode(true);
            if (hides && !isFolded && more) target.after(more);
            else if (!hides && isFolded) next.remove();
          }
        });
        const observe = () =>
          document.querySelectorAll('#drawn [data-folds]').forEach((text) => fold.observe(text));
        document.addEventListener('click', ({ target }) => {
          const button = target instanceof Element && target.closest('#drawn button');
          if (button) calls.pressed = button;
        });
        // before the scripts that wait for the document
        document.addEventListener('readystatechange', observe, { once: true });
        return;
      }
    }

    const session = asksWho ? ask(me) : undefined;
    if (session) calls.session = session;
    if (!readsHome) return;
    let wanted = true;
    const early: EarlyFeed = { answer: Promise.resolve(undefined), abort: () => (wanted = false) };
    const askFeed = (reader: string | null) => {
      const kept = sessionStorage.getItem('feed-seed');
      const usable = kept !== null && /^\d+$/.test(kept) && Number(kept) < seedLimit;
      const seed = usable ? Number(kept) : Math.floor(Math.random() * seedLimit);
      // the app reads the seed from here; if storing it fails, no early call is made
      sessionStorage.setItem('feed-seed', String(seed));
      const { answer, abort } = ask(`${feed}&seed=${seed}`);
      Object.assign(early, { reader, seed, abort });
      return answer;
    };
    early.answer = session
      ? session.answer.then(async (answer) => {
          const { user } = answer.ok ? ((await answer.clone().json()) as { user?: { _id?: string } }) : {};
          return user?._id && wanted ? askFeed(user._id) : undefined;
        })
      : askFeed(isTrusted ? (currentUser?._id ?? null) : null);
    early.answer.catch(() => undefined);
    calls.feed = early;
  } catch {
    // storage may be disabled: the app makes the calls itself
  }
};
