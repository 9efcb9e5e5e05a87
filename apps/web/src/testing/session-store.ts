import { http, HttpResponse } from 'msw';
import { connectSession } from '../features/session/stores/connect-session';
import { STORAGE_VERSION } from '../features/session/stores/session-state';
import { sessionClock, useSessionStore } from '../features/session/stores/session-store';
import { server } from './server';
import { testUser } from './users';

/** What the clock of the session says. */
export const now = Date.parse('2026-03-01T12:00:00.000Z');
export const user = testUser();

/** A session as the server answers it: this user, for another week. */
export const session = { success: true, user, sessionExpiry: '2026-03-08T12:00:00.000Z' };

export const refused = () =>
  HttpResponse.json({ success: false, message: 'Authentication required' }, { status: 401 });

/** The calls that `answer` answered since the test began, in order. */
export const calls: string[] = [];

/** Answers a call of the session and notes it in `calls`. */
export const answer = (path: 'me' | 'logout' | 'refresh', reply: () => Response): void => {
  const handler = () => {
    calls.push(path);
    return reply();
  };
  server.use(path === 'me' ? http.get('/api/auth/me', handler) : http.post(`/api/auth/${path}`, handler));
};

export const store = () => useSessionStore.getState();

/** A state of the session as the browser keeps it. */
export const kept = (state: object): string => JSON.stringify({ state, version: STORAGE_VERSION });

/**
 * Begins a test with the session of a page that was just opened, apart from `state`, listening to the API client and to
 * other tabs.
 * @returns what ends it
 */
export const startSession = (state: Partial<ReturnType<typeof store>> = {}): (() => void) => {
  sessionClock.now = () => now;
  calls.length = 0;
  useSessionStore.setState({ ...useSessionStore.getInitialState(), ...state });
  return connectSession();
};
