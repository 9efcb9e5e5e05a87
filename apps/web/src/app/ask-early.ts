import type { EarlyCalls, EarlyFeed } from '../lib/early';

/**
 * What the head has to know of the app, whose files would bring all that they import. That both agree is tested.
 * `feed`: the call for the feed's first page but for its seed. `version`: of the stored session. `trusted`: how long that
 * is believed, in milliseconds.
 */
export const AS_THE_APP = {
  feed: '/posts/infinite?page=1&limit=20&sortBy=random&sortOrder=desc&isFirstLoad=true',
  seedLimit: 1_000_000,
  version: 8,
  trusted: 3 * 60_000,
};

interface AskEarly extends Readonly<typeof AS_THE_APP> {
  /** Where the API answers, on the app's own origin. */
  api: string;
  /** Whether the build lets visitors enter without asking. */
  publicBrowsing: boolean;
}

/**
 * Runs in the page's head, as text: it can use nothing of this file or another. Makes the calls that the app would make
 * first, with the same headers, where what the browser keeps says for sure that it would: who is signed in (A §4.1), and
 * on the home screen the feed's first page. Where the session has to be asked for, the feed waits for the answer, so that
 * an expired one costs no call more than without.
 */
export const askEarly = ({ api, feed, seedLimit, publicBrowsing, version, trusted }: AskEarly): void => {
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
  try {
    const path = location.pathname;
    if (path === '/oauth-success' || path === '/auth/callback') return;
    const stored = JSON.parse(localStorage.getItem('auth-storage') ?? 'null') as Stored | null;
    const { currentUser, lastAuthCheck, sessionExpiry, oauthInProgress, logoutPending } = stored?.state ?? {};
    const known = Boolean(currentUser?._id && currentUser.email && currentUser.userName);
    // what another version of the app stored, and a sign-in or sign-out half done, are the app's own to sort out
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
      // the app hears of it when it takes the answer
      answer.catch(() => undefined);
      return { answer, abort: () => given.abort() };
    };
    const calls: EarlyCalls = {};
    window.earlyCalls = calls;
    const session = asksWho ? ask('/auth/me') : undefined;
    if (session) calls.session = session;

    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    // whoever reloads or goes back is given the feed that they had
    if ((path !== '/' && path !== '/home') || visit?.type !== 'navigate') return;
    // a shared shuffle has a seed of its own, and other ways to read have calls of their own: those the app makes
    if (/seed=|way=/.test(location.search) || sessionStorage.getItem('feed-way')) return;
    const visits =
      publicBrowsing ||
      document.documentElement.dataset['publicBrowsing'] === 'true' ||
      sessionStorage.getItem('visitor-mode') === 'on';
    if (!isTrusted && !session && !visits) return;

    let given = true;
    const early: EarlyFeed = { answer: Promise.resolve(undefined), abort: () => (given = false) };
    const askFeed = (reader: string | null) => {
      const kept = sessionStorage.getItem('feed-seed');
      const usable = kept !== null && /^\d+$/.test(kept) && Number(kept) < seedLimit;
      const seed = usable ? Number(kept) : Math.floor(Math.random() * seedLimit);
      // the app goes on with it; without storage it could not know it
      sessionStorage.setItem('feed-seed', String(seed));
      const { answer, abort } = ask(`${feed}&seed=${seed}`);
      Object.assign(early, { reader, seed, abort });
      return answer;
    };
    early.answer = session
      ? session.answer.then(async (answer) => {
          const { user } = answer.ok ? ((await answer.clone().json()) as { user?: { _id?: string } }) : {};
          return user?._id && given ? askFeed(user._id) : undefined;
        })
      : askFeed(isTrusted ? (currentUser?._id ?? null) : null);
    early.answer.catch(() => undefined);
    calls.feed = early;
  } catch {
    // storage may be switched off: the app asks by itself
  }
};
