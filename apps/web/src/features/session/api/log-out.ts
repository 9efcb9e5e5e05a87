import { api } from '../../../lib/api-client';
import { SESSION_CALLS } from './calls';

/** Ends the session on the server. Throws `ApiError`. */
export const logOut = async (): Promise<void> => {
  await api.request(SESSION_CALLS.logout);
};
