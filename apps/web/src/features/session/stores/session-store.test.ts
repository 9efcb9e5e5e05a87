import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../../lib/api-client';
import { isVisitorMode, setVisitorMode } from '../../../lib/visitor-mode';
import { server } from '../../../testing/server';
import { setSessionHint } from '../../../testing/session-hint';
import { testUser } from '../../../testing/users';
import { connectSession } from './connect-session';
import { readStored, SIGNED_OUT, STORAGE_NAME, STORAGE_VERSION } from './session-state';
import { sessionClock, useSessionStore } from './session-store';
import { login, register } from './sign-in';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const minute = 60_000;
const user = testUser();
let disconnect: () => void = () => undefined;
let meCalls = 0;

const store = () => useSessionStore.getState();
const session = { success: true, user, sessionExpiry: '2026-03-08T12:00:00.000Z' };
const answerMe = (answer: () => Response) =>
  server.use(
    http.get('/api/auth/me', () => {
      meCalls += 1;
      return answer();
    }),
  );
const refused = () =>
  HttpResponse.json({ success: false, message: 'Authentication required' }, { status: 401 });
const refuseRefresh = () => server.use(http.post('/api/auth/refresh', refused));

beforeEach(() => {
  sessionClock.now = () => now;
  meCalls = 0;
  useSessionStore.setState(useSessionStore.getInitialState());
  disconnect = connectSession();
});
afterEach(() => {
  vi.restoreAllMocks();
  disconnect();
  window.history.replaceState(null, '', '/');
});

describe('starting (A §4.1)', () => {
  it('trusts a user checked less than 3 minutes ago', async () => {
    useSessionStore.setState({
      currentUser: user,
      isAuthenticated: true,
      lastAuthCheck: now - 3 * minute + 1,
    });
    await store().initializeAuth();
    expect(store()).toMatchObject({ currentUser: user, isInitializing: false });
    expect(meCalls).toBe(0);
  });

  it('verifies an older one and takes over what the server says', async () => {
    answerMe(() => HttpResponse.json({ ...session, user: { ...user, fullName: 'Ada King' } }));
    useSessionStore.setState({ currentUser: user, isAuthenticated: true, lastAuthCheck: now - 3 * minute });
    await Promise.all([store().initializeAuth(), store().initializeAuth()]);
    expect(meCalls).toBe(1);
    expect(store()).toMatchObject({
      isInitializing: false,
      lastAuthCheck: now,
      sessionExpiry: now + 7 * 24 * 60 * minute,
    });
    expect(store().currentUser?.fullName).toBe('Ada King');
  });

  it('does not trust a check from the future', async () => {
    answerMe(() => HttpResponse.json(session));
    useSessionStore.setState({ currentUser: user, lastAuthCheck: now + minute });
    await store().initializeAuth();
    expect(meCalls).toBe(1);
  });

  it('clears the user on 401 when the refresh is refused too', async () => {
    answerMe(refused);
    refuseRefresh();
    useSessionStore.setState({ currentUser: user, isAuthenticated: true, lastAuthCheck: null });
    await store().initializeAuth();
    expect(store()).toMatchObject({ currentUser: null, isAuthenticated: false, isInitializing: false });
  });

  it('keeps the user when the server cannot be reached, and says so', async () => {
    answerMe(() => HttpResponse.error());
    useSessionStore.setState({ currentUser: user, isAuthenticated: true, lastAuthCheck: null });
    await store().initializeAuth();
    expect(store()).toMatchObject({
      currentUser: user,
      isAuthenticated: true,
      authError: 'Cannot connect to server...',
    });
  });

  it('discards a session whose expiry has passed before it asks', async () => {
    const seen: unknown[] = [];
    answerMe(() => {
      seen.push(store().currentUser);
      return refused();
    });
    useSessionStore.setState({
      currentUser: user,
      isAuthenticated: true,
      lastAuthCheck: now - 1,
      sessionExpiry: now,
    });
    await store().initializeAuth();
    expect(seen).toEqual([null]);
    expect(store().isAuthenticated).toBe(false);
  });

  it.each(['sf_session_hint', '__Host-sf_session_hint'])(
    'finds a session of the cookies without a stored user where the server left %s',
    async (name) => {
      vi.spyOn(document, 'cookie', 'get').mockReturnValue(`other=1; ${name}=1`);
      answerMe(() => HttpResponse.json(session));
      await store().initializeAuth();
      expect(store().currentUser).toEqual(user);
    },
  );

  it('goes on with such a session by a refresh where the access cookie is gone', async () => {
    setSessionHint(true);
    let fresh = false;
    answerMe(() => (fresh ? HttpResponse.json(session) : refused()));
    server.use(
      http.post('/api/auth/refresh', () => {
        fresh = true;
        return HttpResponse.json({ success: true, sessionExpiry: session.sessionExpiry });
      }),
    );
    await store().initializeAuth();
    expect(store()).toMatchObject({ currentUser: user, isInitializing: false });
  });

  it('takes a mark without a session for none', async () => {
    setSessionHint(true);
    answerMe(refused);
    refuseRefresh();
    await store().initializeAuth();
    expect(store()).toMatchObject({ currentUser: null, isInitializing: false, lostInPlace: false });
  });

  it('calls nobody for a stranger', async () => {
    // any call would fail this test as an unhandled request
    await store().initializeAuth();
    expect(store()).toMatchObject({
      currentUser: null,
      isInitializing: false,
      lostInPlace: false,
      authError: null,
    });
  });

  it.each(['/oauth-success', '/auth/callback'])('asks nothing on %s', async (path) => {
    window.history.replaceState(null, '', path);
    useSessionStore.setState({ oauthInProgress: true });
    await store().initializeAuth();
    expect(store()).toMatchObject({ isInitializing: false, oauthInProgress: true });
    expect(meCalls).toBe(0);
  });

  it('asks nothing while social sign-in is under way, and ends it for who came back without finishing', async () => {
    useSessionStore.setState({ oauthInProgress: true });
    await store().initializeAuth();
    expect(store()).toMatchObject({ oauthInProgress: false, isInitializing: false, currentUser: null });
    expect(meCalls).toBe(0);
  });
});

describe('signing in', () => {
  it('asks for both fields before it calls', async () => {
    const refused = { success: false, message: 'Email/username and password are required' };
    expect(await login(' ', 'x')).toEqual(refused);
    expect(await login('ada', '')).toEqual(refused);
  });

  it('sets the user and leaves visitor mode', async () => {
    setVisitorMode(true);
    const bodies: unknown[] = [];
    server.use(
      http.post('/api/auth/login', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ ...session, message: 'Login successful' });
      }),
    );
    expect(await login(' ada ', 'secret1', true)).toEqual({ success: true, message: 'Login successful' });
    expect(bodies).toEqual([{ emailOrUsername: 'ada', password: 'secret1', rememberMe: true }]);
    expect(store()).toMatchObject({ currentUser: user, isAuthenticated: true });
    expect(isVisitorMode()).toBe(false);
  });

  it('clears both on failure', async () => {
    useSessionStore.setState({ currentUser: user, isAuthenticated: true });
    server.use(
      http.post('/api/auth/login', () => HttpResponse.json({ message: 'Bad credentials' }, { status: 401 })),
    );
    expect(await login('ada', 'secret1')).toMatchObject({ success: false, message: 'Bad credentials' });
    expect(store()).toMatchObject({ currentUser: null, isAuthenticated: false });
  });

  it('says when the user is missing from the answer', async () => {
    server.use(http.post('/api/auth/login', () => HttpResponse.json({ success: true })));
    expect(await login('ada', 'secret1')).toEqual({
      success: false,
      message: 'Login successful but user data not received. Please try logging in again.',
    });
  });
});

describe('registering', () => {
  it('trims, lower-cases the e-mail and takes data.user as well', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post('/api/auth/register', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ success: true, data: { user } }, { status: 201 });
      }),
    );
    const body = { fullName: ' Ada ', userName: ' ada ', email: ' ADA@Example.org ', password: ' secret1 ' };
    expect(await register(body)).toMatchObject({ success: true });
    expect(bodies).toEqual([
      { fullName: 'Ada', userName: 'ada', email: 'ada@example.org', password: ' secret1 ' },
    ]);
    expect(store().currentUser).toEqual(user);
  });

  it('needs its fields', async () => {
    const body = { fullName: 'A', userName: 'ada', email: 'a@b.co', password: 'x' };
    for (const missing of [{ userName: ' ' }, { email: '' }, { password: '' }]) {
      expect(await register({ ...body, ...missing })).toEqual({
        success: false,
        message: 'All required fields must be filled',
      });
    }
  });
});

describe('leaving', () => {
  it.each([
    ['succeeds', () => HttpResponse.json({ success: true })],
    ['fails', () => HttpResponse.error()],
  ])('clears this browser when the call %s', async (_how, answer) => {
    setVisitorMode(true);
    useSessionStore.setState({ currentUser: user, isAuthenticated: true, isInitializing: false });
    server.use(http.post('/api/auth/logout', answer));
    await store().logout();
    expect(store()).toMatchObject({ currentUser: null, isAuthenticated: false, lostInPlace: false });
    expect(localStorage.getItem(STORAGE_NAME)).not.toContain(user.email);
    expect(isVisitorMode()).toBe(false);
  });

  it('follows a sign-out and a sign-in of another tab', async () => {
    useSessionStore.setState({ currentUser: user, isAuthenticated: true, isInitializing: false });
    const stored = (state: object) => JSON.stringify({ state, version: STORAGE_VERSION });
    localStorage.setItem(STORAGE_NAME, stored({ ...SIGNED_OUT }));
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_NAME }));
    await vi.waitFor(() => expect(store().currentUser).toBeNull());

    localStorage.setItem(STORAGE_NAME, stored({ currentUser: user, isAuthenticated: true }));
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_NAME }));
    await vi.waitFor(() => expect(store().currentUser).toEqual(user));

    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    await vi.waitFor(() => expect(store().currentUser).toBeNull());
  });
});

describe('a session that runs out', () => {
  const expired = () => HttpResponse.json({ message: 'x', code: 'SESSION_EXPIRED' }, { status: 401 });

  it('fetches the user again after a refresh', async () => {
    useSessionStore.setState({ currentUser: user, isAuthenticated: true, isInitializing: false });
    let fresh = false;
    server.use(
      http.post('/api/auth/refresh', () => {
        fresh = true;
        return HttpResponse.json({ success: true, sessionExpiry: '2026-03-09T12:00:00.000Z' });
      }),
      http.get('/api/boards', () => (fresh ? HttpResponse.json({ success: true }) : expired())),
    );
    answerMe(() => HttpResponse.json({ ...session, user: { ...user, fullName: 'Ada King' } }));
    await api.request({ method: 'GET', path: '/boards' });
    await vi.waitFor(() => expect(store().currentUser?.fullName).toBe('Ada King'));
  });

  it('is lost in place when the refresh is refused, with a notice', async () => {
    useSessionStore.setState({ currentUser: user, isAuthenticated: true, isInitializing: false });
    refuseRefresh();
    server.use(http.get('/api/boards', expired));
    await expect(api.request({ method: 'GET', path: '/boards' })).rejects.toThrow();
    expect(store()).toMatchObject({
      currentUser: null,
      lostInPlace: true,
      authError: 'Your session has ended. Please sign in again.',
    });
  });
});

describe('readStored', () => {
  it('brings older shapes into today’s', () => {
    const old = {
      user: { id: '7', email: 'a@b.co', username: 'ada' },
      lastAuthCheck: '2026-03-01T12:00:00.000Z',
    };
    expect(readStored(old)).toMatchObject({
      currentUser: { _id: '7', userName: 'ada' },
      isAuthenticated: true,
      lastAuthCheck: now,
      sessionExpiry: null,
    });
  });
  it.each([null, 'x', 7, [], { currentUser: 'ada' }, { currentUser: { _id: 1 } }])(
    'reads %j as signed out',
    (stored) => {
      expect(readStored(stored)).toMatchObject({ currentUser: null, isAuthenticated: false });
    },
  );
});

describe('finishing social sign-in', () => {
  it('takes the session over', async () => {
    answerMe(() => HttpResponse.json({ ...session, message: 'Welcome' }));
    store().startSocialLogin();
    expect(store().oauthInProgress).toBe(true);
    expect(await store().completeSocialLogin()).toEqual({ success: true, message: 'Welcome' });
    expect(store()).toMatchObject({ currentUser: user, isAuthenticated: true, oauthInProgress: false });
  });

  it.each([
    ['401', () => HttpResponse.json({ message: 'No session' }, { status: 401 })],
    ['no user', () => HttpResponse.json({ success: true })],
  ])('clears the state on %s', async (_what, answer) => {
    answerMe(answer);
    useSessionStore.setState({ oauthInProgress: true });
    expect(await store().completeSocialLogin()).toEqual({
      success: false,
      message: 'OAuth authentication failed - please try again.',
    });
    expect(store()).toMatchObject({
      currentUser: null,
      oauthInProgress: false,
      authError: 'OAuth authentication failed - please try again.',
    });
  });

  it('clears the state and throws when the server is away', async () => {
    answerMe(() => HttpResponse.error());
    useSessionStore.setState({ oauthInProgress: true });
    await expect(store().completeSocialLogin()).rejects.toThrow('Cannot connect to server...');
    expect(store()).toMatchObject({ currentUser: null, oauthInProgress: false });
  });
});
