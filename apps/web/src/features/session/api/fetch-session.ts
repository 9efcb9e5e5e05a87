import { api } from '../../../lib/api-client';
import { SESSION_CALLS } from './calls';
import { readSession, type SessionReading } from './normalise-user';

/** Who is signed in, asked of the server. Throws `ApiError`; 401 when nobody is. */
export const fetchSession = async (): Promise<SessionReading> =>
  readSession(await api.request(SESSION_CALLS.me));
