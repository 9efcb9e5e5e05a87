import { me } from '@social-feed/contracts';
import { api } from '../../../lib/api-client';
import { readSession, type SessionReading } from './normalise-user';

/** Who is signed in, asked of the server. Throws `ApiError`; 401 when nobody is. */
export const fetchSession = async (): Promise<SessionReading> => readSession(await api.request(me));
