import { http, HttpResponse } from 'msw';
import { connectSession } from '../features/identity/session/stores/connect-session';
import { STORAGE_VERSION } from '../features/identity/session/stores/session-state';
import { sessionClock, useSessionStore } from '../features/identity/session/stores/session-store';
import { server } from './server';
import { testUser } from './users';

/** The time of the session's clock. */
export const now = Date.parse('2026-03-01T12:00:00.000Z');
export const user = testUser();

/** The API's answer for a session of this user that lasts another week. */
export const session = { success: true, user, sessionExpiry: '2026-03-08T12:00:00.000Z' };

export const refused = () =>
  HttpResponse.json({ success: false, message: 'Authentication required' }, { status: 401 });

/** The calls answered by `answer` since the test began, in order. */
export const calls: string[] = [];

/** Answers a session call and records it in `calls`. */
export const answer = (path: 'me' | 'logout' | 'refresh', reply: () => Response): void => {
  const handler = () => {
    calls.push(path);
    return reply();
  };
  server.use(path === 'me' ? http.get('/api/auth/me', handler) : http.post(`/api/auth/${path}`, handler));
};

export const store = () => useSessionStore.getState();

/** A session state as the browser stores it. */
export const kept = (state: object): string => JSON.stringify({ state, version: STORAGE_VERSION });

/**
 * Starts a test with the session of a newly opened page, changed by `state`, subscribed to the API client and other
 * tabs.
 * @returns a function that ends it
 */
export const startSession = (state: Partial<ReturnType<typeof store>> = {}): (() => void) => {
  sessionClock.now = () => now;
  calls.length = 0;
  useSessionStore.setState({ ...useSessionStore.getInitialState(), ...state });
  return connectSession();
};
