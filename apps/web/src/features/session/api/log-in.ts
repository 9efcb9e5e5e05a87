import type { LoginBody } from '@social-feed/contracts';
import { api } from '../../../lib/api-client';
import { SESSION_CALLS } from './calls';
import { readSession, type SessionReading } from './normalise-user';

/** Signs in. Throws `ApiError`. */
export const logIn = async (body: LoginBody): Promise<SessionReading> =>
  readSession(await api.request(SESSION_CALLS.login, { body }));
