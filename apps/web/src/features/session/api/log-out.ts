import { logout } from '@social-feed/contracts';
import { api } from '../../../lib/api-client';

/** Ends the session on the server. Throws `ApiError`. */
export const logOut = async (): Promise<void> => {
  await api.request(logout);
};
