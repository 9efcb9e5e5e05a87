import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../../../lib/api-client';
import { makeGate } from '../../../../testing/serve';
import { server } from '../../../../testing/server';
import { setSessionHint } from '../../../../testing/session-hint';
import {
  answer,
  calls,
  kept,
  now,
  session,
  startSession,
  store,
  user,
} from '../../../../testing/session-store';
import { loginErrorMessage } from '../model/login-rules';
import { keptSession, SIGNED_OUT, STORAGE_NAME } from './session-state';
import { useSessionStore } from './session-store';
import { login } from './sign-in';

/** Reopens the page with this browser's stored state. */
const reopen = async (stored = localStorage.getItem(STORAGE_NAME) ?? '') => {
  useSessionStore.setState({ ...SIGNED_OUT, isInitializing: true, logoutPending: false });
  localStorage.setItem(STORAGE_NAME, stored);
  useSessionStore.setState(keptSession());
  await store().initializeAuth();
};

beforeEach(() => startSession({ isInitializing: false }));

describe('a sign-out that did not reach the server', () => {
  const leaveInVain = async () => {
    setSessionHint(true);
    useSessionStore.setState({ currentUser: user, isAuthenticated: true });
    answer('logout', () => HttpResponse.error());
    await store().logout();
    calls.length = 0;
  };

  it('is retried when the page reopens, before the cookies can sign in', async () => {
    await leaveInVain();
    answer('logout', () => HttpResponse.json({ success: true }));
    await reopen();
    expect(calls).toEqual(['logout']);
    expect(store()).toMatchObject({ currentUser: null, logoutPending: false, isInitializing: false });
  });

  it('is retried if the page closed during the call', async () => {
    setSessionHint(true);
    useSessionStore.setState({ currentUser: user, isAuthenticated: true, lastAuthCheck: now });
    const gate = makeGate();
    server.use(
      http.post('/api/auth/logout', async () => {
        calls.push('held back');
        await gate.passed;
        return HttpResponse.error();
      }),
    );
    const leaving = store().logout();
    await vi.waitFor(() => expect(calls).toEqual(['held back']));
    const closed = localStorage.getItem(STORAGE_NAME) ?? '';
    answer('logout', () => HttpResponse.json({ success: true }));
    await reopen(closed);
    expect(calls).toEqual(['held back', 'logout']);
    expect(store()).toMatchObject({ currentUser: null, logoutPending: false });
    gate.open();
    await leaving;
  });

  it('is retried at each start until it reaches the server', async () => {
    await leaveInVain();
    await reopen();
    await reopen();
    expect(calls).toEqual(['logout', 'logout']);
    expect(store()).toMatchObject({ currentUser: null, logoutPending: true });
  });

  it('stays signed out when a request refreshes the session', async () => {
    await leaveInVain();
    answer('me', () => HttpResponse.json(session));
    answer('logout', () => HttpResponse.json({ success: true }));
    answer('refresh', () => HttpResponse.json({ success: true, sessionExpiry: session.sessionExpiry }));
    server.use(
      http.get('/api/posts', () =>
        HttpResponse.json({ success: true }, { headers: { 'X-Session': 'expired' } }),
      ),
    );
    await api.call('listPosts', { unchecked: true });
    await vi.waitFor(() => expect(calls).toContain('logout'));
    expect(calls).not.toContain('me');
    expect(store().currentUser).toBeNull();
  });

  it('is dropped after a new sign-in', async () => {
    await leaveInVain();
    server.use(http.post('/api/auth/login', () => HttpResponse.json(session)));
    await login('ada', 'secret1');
    answer('me', () => HttpResponse.json(session));
    await store().verify();
    expect(calls).toEqual(['me']);
    expect(store()).toMatchObject({ currentUser: user, logoutPending: false });
  });
});

describe('checking a stored session (A §4.1)', () => {
  it('clears the user if the response has no user [A4.1-7]', async () => {
    useSessionStore.setState({ currentUser: user, isAuthenticated: true });
    answer('me', () => HttpResponse.json({ success: false, message: 'Not authenticated' }));
    await store().verify();
    expect(store()).toMatchObject({ currentUser: null, isAuthenticated: false });
  });

  it.each([
    ['a gateway that waited too long', 504],
    ['a failure of the server', 500],
    ['too many calls', 429],
  ])('keeps the user after %s [A4.1-8]', async (_what, status) => {
    useSessionStore.setState({ currentUser: user, isAuthenticated: true });
    answer('me', () => HttpResponse.json({ success: false }, { status }));
    await store().verify();
    expect(store()).toMatchObject({ currentUser: user, isAuthenticated: true });
  });

  it('discards an expired one, even during social sign-in [A4.1-9]', async () => {
    await reopen(
      kept({ currentUser: user, isAuthenticated: true, sessionExpiry: now, oauthInProgress: true }),
    );
    expect(store()).toMatchObject({ currentUser: null, isAuthenticated: false, oauthInProgress: false });
    expect(calls).toEqual([]);
  });

  it('stores it under auth-storage in version 8 [A3-20 A3-21 A4.1-4 A9-11]', async () => {
    answer('me', () => HttpResponse.json(session));
    await store().verify();
    expect(JSON.parse(localStorage.getItem('auth-storage') ?? '{}')).toEqual({
      version: 8,
      state: {
        currentUser: user,
        isAuthenticated: true,
        oauthInProgress: false,
        lastAuthCheck: now,
        lastActivity: now,
        sessionExpiry: Date.parse(session.sessionExpiry),
        lostInPlace: false,
        logoutPending: false,
        unconfirmed: null,
      },
    });
    calls.length = 0;
    await reopen();
    expect(store()).toMatchObject({ currentUser: user, isAuthenticated: true });
    expect(calls).toEqual([]);
  });
});

describe('a session known only from cookies', () => {
  const begin = async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    setSessionHint(true);
    startSession();
    const begun = store().initializeAuth();
    await vi.waitFor(() => expect(calls).toEqual(['me']));
    expect(store().isInitializing).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    await begun;
  };
  afterEach(() => vi.useRealTimers());

  it.each([
    ['the server has no place for the call', () => HttpResponse.json({ success: false }, { status: 503 })],
    ['the call does not arrive', () => HttpResponse.error()],
  ])('is checked a second time before redirecting to sign-in if %s', async (_what, trouble) => {
    answer('me', () => (calls.length === 1 ? trouble() : HttpResponse.json(session)));
    await begin();
    expect(calls).toEqual(['me', 'me']);
    expect(store()).toMatchObject({ currentUser: user, isInitializing: false, authError: null });
  });

  it('is not checked a third time', async () => {
    answer('me', () => HttpResponse.json({ success: false }, { status: 503 }));
    await begin();
    expect(calls).toEqual(['me', 'me']);
    expect(store()).toMatchObject({ currentUser: null, isInitializing: false });
  });
});

describe('a sign-in that throws (A §8)', () => {
  it('shows the exception’s message [A8-7]', async () => {
    vi.spyOn(api, 'call').mockRejectedValue(new Error('The plug was pulled'));
    const { success, message } = await login('ada', 'secret1');
    expect(success).toBe(false);
    expect(loginErrorMessage(message)).toBe('The plug was pulled');
  });

  it('shows a generic message if the exception has none [A8-8]', async () => {
    vi.spyOn(api, 'call').mockRejectedValue(new Error(''));
    const { message } = await login('ada', 'secret1');
    expect(loginErrorMessage(message)).toBe('An unexpected error occurred. Please try again.');
  });
});
