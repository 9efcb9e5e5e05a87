import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../../../lib/api-client';
import { isVisitorMode, setVisitorMode } from '../../../../lib/visitor-mode';
import { server } from '../../../../testing/server';
import { setSessionHint } from '../../../../testing/session-hint';
import {
  answer,
  calls,
  kept,
  now,
  refused,
  session,
  startSession,
  store,
  user,
} from '../../../../testing/session-store';
import { SIGNED_OUT, STORAGE_NAME } from './session-state';
import { useSessionStore } from './session-store';
import { DAY, MINUTE } from '../../../../lib/time';

beforeEach(() => startSession());
afterEach(() => window.history.replaceState(null, '', '/'));

describe('starting (A §4.1)', () => {
  it('trusts a user checked less than 3 minutes ago [A4.1-4 A7.4-3 A9-10]', async () => {
    useSessionStore.setState({
      currentUser: user,
      isAuthenticated: true,
      lastAuthCheck: now - 3 * MINUTE + 1,
    });
    await store().initializeAuth();
    expect(store()).toMatchObject({ currentUser: user, isInitializing: false });
    expect(calls).toEqual([]);
  });

  it('verifies an older one and applies the server’s response [A4.1-1 A4.1-5 A7.4-3]', async () => {
    answer('me', () => HttpResponse.json({ ...session, user: { ...user, fullName: 'Ada King' } }));
    useSessionStore.setState({ currentUser: user, isAuthenticated: true, lastAuthCheck: now - 3 * MINUTE });
    await Promise.all([store().initializeAuth(), store().initializeAuth()]);
    expect(calls).toEqual(['me']);
    expect(store()).toMatchObject({
      isInitializing: false,
      lastAuthCheck: now,
      sessionExpiry: now + 7 * DAY,
    });
    expect(store().currentUser?.fullName).toBe('Ada King');
  });

  it('does not trust a check from the future [A4.1-5]', async () => {
    answer('me', () => HttpResponse.json(session));
    useSessionStore.setState({ currentUser: user, lastAuthCheck: now + MINUTE });
    await store().initializeAuth();
    expect(calls).toEqual(['me']);
  });

  it('clears the user on 401 if the refresh is rejected too [A4.1-6]', async () => {
    answer('me', refused);
    answer('refresh', refused);
    useSessionStore.setState({ currentUser: user, isAuthenticated: true, lastAuthCheck: null });
    await store().initializeAuth();
    expect(store()).toMatchObject({ currentUser: null, isAuthenticated: false, isInitializing: false });
  });

  it('keeps the user when the server is unreachable, and shows the error [A4.1-8]', async () => {
    answer('me', () => HttpResponse.error());
    useSessionStore.setState({ currentUser: user, isAuthenticated: true, lastAuthCheck: null });
    await store().initializeAuth();
    expect(store()).toMatchObject({
      currentUser: user,
      isAuthenticated: true,
      authError: 'Cannot connect to server...',
    });
  });

  it('discards an expired session without calling the server [A4.1-9]', async () => {
    const seen: unknown[] = [];
    answer('me', () => {
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
    'finds a cookie session without a stored user if the server set %s',
    async (name) => {
      vi.spyOn(document, 'cookie', 'get').mockReturnValue(`other=1; ${name}=1`);
      answer('me', () => HttpResponse.json(session));
      await store().initializeAuth();
      expect(store().currentUser).toEqual(user);
    },
  );

  it('refreshes such a session if the access cookie is missing', async () => {
    setSessionHint(true);
    let fresh = false;
    answer('me', () => (fresh ? HttpResponse.json(session) : refused()));
    server.use(
      http.post('/api/auth/refresh', () => {
        fresh = true;
        return HttpResponse.json({ success: true, sessionExpiry: session.sessionExpiry });
      }),
    );
    await store().initializeAuth();
    expect(store()).toMatchObject({ currentUser: user, isInitializing: false });
  });

  it('treats a hint without a session as signed out', async () => {
    setSessionHint(true);
    answer('me', refused);
    answer('refresh', refused);
    await store().initializeAuth();
    expect(store()).toMatchObject({ currentUser: null, isInitializing: false, lostInPlace: false });
  });

  it('makes no call for a new visitor', async () => {
    // Any call would fail this test as an unhandled request.
    await store().initializeAuth();
    expect(store()).toMatchObject({
      currentUser: null,
      isInitializing: false,
      lostInPlace: false,
      authError: null,
    });
  });

  it.each(['/oauth-success', '/auth/callback'])('makes no call on %s [A4.1-2]', async (path) => {
    window.history.replaceState(null, '', path);
    useSessionStore.setState({ oauthInProgress: true });
    await store().initializeAuth();
    expect(store()).toMatchObject({ isInitializing: false, oauthInProgress: true });
    expect(calls).toEqual([]);
  });

  it('makes no call during social sign-in, and ends it if the user returns without finishing [A4.1-3]', async () => {
    useSessionStore.setState({ oauthInProgress: true });
    await store().initializeAuth();
    expect(store()).toMatchObject({ oauthInProgress: false, isInitializing: false, currentUser: null });
    expect(calls).toEqual([]);
  });
});

describe('signing out', () => {
  it.each([
    ['succeeds', () => HttpResponse.json({ success: true })],
    ['fails', () => HttpResponse.error()],
  ])('clears this browser when the call %s [A4.1-12 A7.1-7 A7.4-2]', async (_how, reply) => {
    setVisitorMode(true);
    useSessionStore.setState({ currentUser: user, isAuthenticated: true, isInitializing: false });
    answer('logout', reply);
    await store().logout();
    expect(store()).toMatchObject({ currentUser: null, isAuthenticated: false, lostInPlace: false });
    expect(localStorage.getItem(STORAGE_NAME)).not.toContain(user.email);
    expect(isVisitorMode()).toBe(false);
  });

  it('applies a sign-out and a sign-in of another tab', async () => {
    useSessionStore.setState({ currentUser: user, isAuthenticated: true, isInitializing: false });
    localStorage.setItem(STORAGE_NAME, kept({ ...SIGNED_OUT }));
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_NAME }));
    await vi.waitFor(() => expect(store().currentUser).toBeNull());

    localStorage.setItem(STORAGE_NAME, kept({ currentUser: user, isAuthenticated: true }));
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_NAME }));
    await vi.waitFor(() => expect(store().currentUser).toEqual(user));

    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    await vi.waitFor(() => expect(store().currentUser).toBeNull());
  });
});

describe('an expired session', () => {
  const expired = () => HttpResponse.json({ message: 'x', code: 'SESSION_EXPIRED' }, { status: 401 });

  it('fetches the user again after a refresh [A4.1-14]', async () => {
    useSessionStore.setState({ currentUser: user, isAuthenticated: true, isInitializing: false });
    let fresh = false;
    server.use(
      http.post('/api/auth/refresh', () => {
        fresh = true;
        return HttpResponse.json({ success: true, sessionExpiry: '2026-03-09T12:00:00.000Z' });
      }),
      http.get('/api/posts', () => (fresh ? HttpResponse.json({ success: true }) : expired())),
    );
    answer('me', () => HttpResponse.json({ ...session, user: { ...user, fullName: 'Ada King' } }));
    await api.call('listPosts', { unchecked: true });
    await vi.waitFor(() => expect(store().currentUser?.fullName).toBe('Ada King'));
  });

  it('keeps the page and shows a notice when the refresh is rejected [A4.1-15]', async () => {
    useSessionStore.setState({ currentUser: user, isAuthenticated: true, isInitializing: false });
    answer('refresh', refused);
    server.use(http.get('/api/posts', expired));
    await expect(api.call('listPosts', { unchecked: true })).rejects.toThrow();
    expect(store()).toMatchObject({
      currentUser: null,
      lostInPlace: true,
      authError: 'Your session has ended. Please sign in again.',
    });
  });
});
