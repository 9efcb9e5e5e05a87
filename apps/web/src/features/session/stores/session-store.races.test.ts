import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeGate } from '../../../testing/serve';
import { server } from '../../../testing/server';
import { kept, now, startSession, store, user as ada } from '../../../testing/session-store';
import { testUser } from '../../../testing/users';
import { mustConfirm, SIGNED_OUT, STORAGE_NAME } from './session-state';
import { login } from './sign-in';

const bob = testUser({ _id: '65f0000000000000000000b2', userName: 'bob', email: 'bob@example.org' });
const sessionOf = (user: typeof ada) => ({ success: true, user, sessionExpiry: '2099-01-01T00:00:00.000Z' });
const keep = (state: object) => localStorage.setItem(STORAGE_NAME, kept(state));

/** A check whose answer waits for `release`; `settled` ends with the check. */
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

describe('an answer about who is signed in that comes too late', () => {
  it('does not bring back who has signed out meanwhile', async () => {
    const check = checkHeldBack(() => HttpResponse.json(sessionOf(ada)));
    await store().logout();
    await check.release();
    expect(store()).toMatchObject({ currentUser: null, isAuthenticated: false });
    expect(localStorage.getItem(STORAGE_NAME)).not.toContain(ada.email);
  });

  it('does not sign out who has signed in meanwhile', async () => {
    const check = checkHeldBack(() => HttpResponse.json({ success: true }));
    server.use(http.post('/api/auth/login', () => HttpResponse.json(sessionOf(bob))));
    await login('bob', 'secret12');
    await check.release();
    expect(store()).toMatchObject({ currentUser: bob, lostInPlace: false });
  });

  it('does not undo what another tab did meanwhile', async () => {
    const check = checkHeldBack(() => HttpResponse.json(sessionOf(ada)));
    keep({ ...SIGNED_OUT, currentUser: bob, isAuthenticated: true });
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_NAME }));
    await check.release();
    expect(store().currentUser).toEqual(bob);
    expect(localStorage.getItem(STORAGE_NAME)).toContain(bob.email);
  });
});

describe('a check of another tab that found the same person', () => {
  const tellOf = (state: object) => {
    keep({ ...SIGNED_OUT, isAuthenticated: true, ...state });
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_NAME }));
  };

  it('draws nothing anew here, and leaves this tab its own answer', async () => {
    await checkHeldBack(() => HttpResponse.json(sessionOf(ada))).release();
    const check = checkHeldBack(() => HttpResponse.json({ ...sessionOf(ada), confirmEmail: true }));
    const before = store().currentUser;
    tellOf({ currentUser: ada, lastAuthCheck: now });
    expect(store()).toMatchObject({ lastAuthCheck: now });
    expect(store().currentUser).toBe(before);
    await check.release();
    expect(mustConfirm(store())).toBe(true);
  });

  it('asks neither a visitor nor the next person to confirm the address of the one before', async () => {
    await checkHeldBack(() => HttpResponse.json({ ...sessionOf(ada), confirmEmail: true })).release();
    expect(mustConfirm(store())).toBe(true);
    tellOf({ currentUser: bob });
    expect(mustConfirm(store())).toBe(false);
    await store().logout();
    expect(mustConfirm(store())).toBe(false);
  });
});

describe('a page that the browser kept as it was and shows again', () => {
  const comeBack = (persisted: boolean) => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  };

  it('takes over what happened while no event could reach it', () => {
    keep({ ...SIGNED_OUT });
    comeBack(false);
    expect(store().currentUser).toEqual(ada);
    comeBack(true);
    expect(store().currentUser).toBeNull();
  });
});
