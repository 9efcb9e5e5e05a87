import { register, type RegisterBody } from '@social-feed/contracts';
import { api } from '../../../lib/api-client';
import { readSession, type SessionReading } from './normalise-user';

/** Creates an account and signs in. Throws `ApiError` with `errors` per field. */
export const registerAccount = async (body: RegisterBody): Promise<SessionReading> =>
  readSession(await api.request(register, { body }));
