import type { RegisterBody } from '@social-feed/contracts';
import { api } from '../../../lib/api-client';
import { SESSION_CALLS } from './calls';
import { readSession, type SessionReading } from './normalise-user';

/** Creates an account and signs in. Throws `ApiError` with `errors` per field. */
export const registerAccount = async (body: RegisterBody): Promise<SessionReading> =>
  readSession(await api.request(SESSION_CALLS.register, { body }));
