import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeGate } from '../../../../testing/serve';
import { server } from '../../../../testing/server';
import { kept, now, startSession, store, user as ada } from '../../../../testing/session-store';
import { testUser } from '../../../../testing/users';
import { mustConfirm, SIGNED_OUT, STORAGE_NAME } from './session-state';
import { login } from './sign-in';

const bob = testUser({ _id: '65f0000000000000000000b2', userName: 'bob', email: 'bob@example.org' });
const sessionOf = (user: typeof ada) => ({ success: true, user, sessionExpiry: '2099-01-01T00:00:00.000Z' });
const keep = (state: object) => localStorage.setItem(STORAGE_NAME, kept(state));

/** Starts a check whose response waits for `release`, which resolves when the check ends. */
const checkHeldBack = (reply: () => Response) => {
  const gate = makeGate();
  server.use(
    http.get('/api/auth/me', async () => {
      await gate.passed;
      return reply();
    }),
  );
  const settled = store().verify();
  return {
    release: () => {
      gate.open();
      return settled;
    },
  };
};

beforeEach(() => {
  server.use(http.post('/api/auth/logout', () => HttpResponse.json({ success: true })));
  return startSession({ currentUser: ada, isAuthenticated: true, isInitializing: false });
});

describe('a late response of a session check', () => {
  it('does not restore a user who has signed out', async () => {
    const check = checkHeldBack(() => HttpResponse.json(sessionOf(ada)));
    await store().logout();
    await check.release();
    expect(store()).toMatchObject({ currentUser: null, isAuthenticated: false });
    expect(localStorage.getItem(STORAGE_NAME)).not.toContain(ada.email);
  });

  it('does not sign out a user who has signed in', async () => {
    const check = checkHeldBack(() => HttpResponse.json({ success: true }));
    server.use(http.post('/api/auth/login', () => HttpResponse.json(sessionOf(bob))));
    await login('bob', 'secret12');
    await check.release();
    expect(store()).toMatchObject({ currentUser: bob, lostInPlace: false });
  });

  it('does not undo a change of another tab', async () => {
    const check = checkHeldBack(() => HttpResponse.json(sessionOf(ada)));
    keep({ ...SIGNED_OUT, currentUser: bob, isAuthenticated: true });
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_NAME }));
    await check.release();
    expect(store().currentUser).toEqual(bob);
    expect(localStorage.getItem(STORAGE_NAME)).toContain(bob.email);
  });
});

describe('a check in another tab', () => {
  const tellOf = (state: object) => {
    keep({ ...SIGNED_OUT, isAuthenticated: true, ...state });
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_NAME }));
  };

  it('causes no rerender here if the user is the same, and keeps this tab’s own check valid', async () => {
    await checkHeldBack(() => HttpResponse.json(sessionOf(ada))).release();
    const check = checkHeldBack(() => HttpResponse.json({ ...sessionOf(ada), confirmEmail: true }));
    const before = store().currentUser;
    tellOf({ currentUser: ada, lastAuthCheck: now });
    expect(store()).toMatchObject({ lastAuthCheck: now });
    expect(store().currentUser).toBe(before);
    await check.release();
    expect(mustConfirm(store())).toBe(true);
  });

  it('asks neither a visitor nor the next user to confirm the previous user’s address', async () => {
    await checkHeldBack(() => HttpResponse.json({ ...sessionOf(ada), confirmEmail: true })).release();
    expect(mustConfirm(store())).toBe(true);
    tellOf({ currentUser: bob });
    expect(mustConfirm(store())).toBe(false);
    await store().logout();
    expect(mustConfirm(store())).toBe(false);
  });
});

describe('a page restored from the back/forward cache', () => {
  const comeBack = (persisted: boolean) => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  };

  it('applies changes that it missed', () => {
    keep({ ...SIGNED_OUT });
    comeBack(false);
    expect(store().currentUser).toEqual(ada);
    comeBack(true);
    expect(store().currentUser).toBeNull();
  });
});
