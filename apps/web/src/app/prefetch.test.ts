import { SEED_LIMIT } from '@social-feed/contracts';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getFeedPage } from '../features/reading/feed/get-feed-page';
import { AUTH_FRESHNESS_MS, STORAGE_VERSION } from '../features/identity/session/stores/session-state';
import { takeEarly } from '../lib/early';
import { recordCalls } from '../testing/record-calls';
import { server } from '../testing/server';
import { setSessionHint } from '../testing/session-hint';
import { testUser } from '../testing/users';
import { AS_THE_APP, prefetch } from './prefetch';

const user = testUser();
const me = { success: true, user };
const { signal } = new AbortController();

/** Stores a session as the browser does. */
const keepSession = (state: object, version = STORAGE_VERSION) =>
  localStorage.setItem('auth-storage', JSON.stringify({ state, version }));
const signedIn = (change: object = {}) =>
  keepSession({ currentUser: user, isAuthenticated: true, lastAuthCheck: Date.now(), ...change });
const checkedLongAgo = () => ({ lastAuthCheck: Date.now() - AUTH_FRESHNESS_MS });

const open = (path: string, visit = 'navigate', publicBrowsing = false) => {
  window.history.replaceState(null, '', path);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: visit }] as never);
  prefetch({ ...AS_THE_APP, api: '/api', serif: {}, publicBrowsing });
};

/** Paths of the calls made, after everything they wait for has finished. */
const made = async (calls: { line: string }[]) => {
  await Promise.allSettled([window.earlyCalls?.session?.answer, window.earlyCalls?.feed?.answer]);
  return calls.map(({ line }) => line.replace(/\?.*/, ''));
};

beforeEach(() => {
  // the page has just started loading
  vi.spyOn(performance, 'now').mockReturnValue(1000);
  // browsers resolve relative addresses against the page's own
  const inPage = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    inPage(new URL(input as string, location.href), init),
  );
});
afterEach(() => {
  delete window.earlyCalls;
  window.history.replaceState(null, '', '/');
});

describe("early calls from the page's head", () => {
  it('use the same values as the app', async () => {
    expect(AS_THE_APP).toMatchObject({
      seedLimit: SEED_LIMIT,
      version: STORAGE_VERSION,
      trusted: AUTH_FRESHNESS_MS,
    });
    const calls = recordCalls({ success: true, data: [] });
    await getFeedPage({ page: 1, seed: 5, reader: null, signal });
    signedIn();
    sessionStorage.setItem('feed-seed', '5');
    open('/home');
    await made(calls);
    const [own, early] = calls.map(({ line, headers, credentials }) => ({
      query: line.split(/[?&]/).sort(),
      names: [...headers.keys()].filter((name) => name !== 'referer').sort(),
      type: headers.get('content-type'),
      credentials,
    }));
    expect(early).toEqual(own);
  });

  it('fetch the feed at once with this session’s seed if the session is trusted', async () => {
    const calls = recordCalls({ success: true });
    localStorage.setItem('authToken', 'personal');
    signedIn();
    open('/home');
    expect(await made(calls)).toEqual(['GET /posts/infinite']);
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer personal');
    const seed = Number(sessionStorage.getItem('feed-seed'));
    expect(calls[0]?.line).toContain(`&seed=${seed}`);
    expect(takeEarly('feed')).toMatchObject({ reader: user._id, seed });
  });

  it.each([['-1'], ['1000000'], ['"7"'], ['']])('replace the invalid seed %j', async (kept) => {
    const calls = recordCalls({ success: true });
    sessionStorage.setItem('feed-seed', kept);
    signedIn();
    open('/');
    await made(calls);
    const seed = Number(sessionStorage.getItem('feed-seed'));
    expect(String(seed)).not.toBe(kept);
    expect(seed).toBeLessThan(SEED_LIMIT);
  });

  it.each([
    ['a session that was checked long ago', () => signedIn(checkedLongAgo())],
    ['a session that is over by its date', () => signedIn({ sessionExpiry: Date.now() - 1 })],
    ['a check from the future', () => signedIn({ lastAuthCheck: Date.now() + 60_000 })],
    ['the mark of a session alone', () => setSessionHint(true)],
  ])('check the session first for %s', async (_of, given) => {
    const calls = recordCalls(me);
    given();
    open('/home');
    expect(await made(calls)).toEqual(['GET /auth/me', 'GET /posts/infinite']);
    expect(takeEarly('feed')).toMatchObject({ reader: user._id });
  });

  it('leave the feed to the app if the session is rejected, cannot be checked, or has no user', async () => {
    signedIn(checkedLongAgo());
    for (const answer of [
      () => HttpResponse.json({ success: false }, { status: 401 }),
      () => HttpResponse.error(),
      () => HttpResponse.text('<html>'),
      () => HttpResponse.json({ success: true }),
    ]) {
      const calls: string[] = [];
      server.use(
        http.get('*/api/auth/me', () => {
          calls.push('me');
          return answer();
        }),
      );
      open('/home');
      const early = takeEarly('feed');
      await expect(early?.answer.catch(() => undefined)).resolves.toBeUndefined();
      expect(calls).toEqual(['me']);
    }
  });

  it('skip the feed if it was aborted before the session was known', async () => {
    const calls = recordCalls(me);
    signedIn(checkedLongAgo());
    open('/home');
    window.earlyCalls?.feed?.abort();
    expect(await made(calls)).toEqual(['GET /auth/me']);
  });

  it('are aborted with the call that took them over, even if they start later', async () => {
    let given: AbortSignal | undefined;
    server.use(http.get('*/api/auth/me', () => HttpResponse.json(me)));
    setSessionHint(true);
    sessionStorage.setItem('feed-seed', '5');
    open('/home');
    vi.mocked(globalThis.fetch).mockImplementationOnce((_input, init) => {
      given = init?.signal ?? undefined;
      return new Promise((_resolve, reject) =>
        given?.addEventListener('abort', () => reject(new Error('gone'))),
      );
    });
    const giveUp = new AbortController();
    const page = getFeedPage({ page: 1, seed: 5, reader: user._id, signal: giveUp.signal });
    await vi.waitFor(() => expect(given).toBeDefined());
    giveUp.abort();
    await expect(page).rejects.toThrow('given up');
    expect(given?.aborted).toBe(true);
  });

  it('are not made if no user ever signed in here', () => {
    open('/home');
    expect(window.earlyCalls).toEqual({});
  });

  it.each([
    ['the browser', () => localStorage.setItem('visitor-mode', 'on'), false],
    ['the server', () => document.documentElement.setAttribute('data-public-browsing', 'true'), false],
    ['the build', () => undefined, true],
  ])('fetch the visitors’ feed if %s allows public browsing', async (_who, given, publicBrowsing) => {
    const calls = recordCalls({ success: true });
    given();
    open('/home', 'navigate', publicBrowsing);
    expect(await made(calls)).toEqual(['GET /posts/infinite']);
    expect(takeEarly('feed')).toMatchObject({ reader: null });
  });

  it.each(['reload', 'back_forward'])('skip the feed on %s, which restores the last one', async (visit) => {
    const calls = recordCalls(me);
    signedIn(checkedLongAgo());
    open('/home', visit);
    expect(await made(calls)).toEqual(['GET /auth/me']);
  });

  it.each(['seed=4711', 'shuffle=amber-leopard-bridge'])(
    'leave a shared shuffle to the app: %s [B3-1]',
    async (query) => {
      const calls = recordCalls(me);
      signedIn(checkedLongAgo());
      open(`/home?${query}`);
      expect(await made(calls)).toEqual(['GET /auth/me']);
    },
  );

  it('leave other feed modes to the app', async () => {
    const calls = recordCalls(me);
    signedIn(checkedLongAgo());
    open('/home?way=newest');
    expect(await made(calls)).toEqual(['GET /auth/me']);
  });

  it('leave the feed mode stored in the tab to the app [B3-8]', async () => {
    const calls = recordCalls(me);
    signedIn(checkedLongAgo());
    sessionStorage.setItem('feed-way', 'newest');
    open('/home');
    expect(await made(calls)).toEqual(['GET /auth/me']);
  });

  it.each(['/messages', '/about', '/i/account/login'])('check only the session at %s', async (path) => {
    const calls = recordCalls(me);
    signedIn(checkedLongAgo());
    open(path);
    expect(await made(calls)).toEqual(['GET /auth/me']);
  });

  it.each([
    ['where a provider leads back to', () => signedIn(checkedLongAgo()), '/oauth-success'],
    ['during a social sign-in', () => signedIn({ oauthInProgress: true }), '/home'],
    ['before an unfinished sign-out', () => keepSession({ currentUser: null, logoutPending: true }), '/home'],
    ['for what another version stored', () => keepSession({ currentUser: user }, 7), '/home'],
    ['for a user without a name', () => signedIn({ currentUser: { _id: '1' } }), '/home'],
    [
      'for what nobody can read',
      () => localStorage.setItem('auth-storage', '{"state":[7],"version":'),
      '/home',
    ],
  ])('are not made %s', (_where, given, path) => {
    given();
    setSessionHint(true);
    open(path);
    expect(window.earlyCalls).toBeUndefined();
  });

  it('skip the feed if its seed cannot be stored', async () => {
    const calls = recordCalls(me);
    signedIn();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    open('/home');
    expect(await made(calls)).toEqual([]);
  });
});
