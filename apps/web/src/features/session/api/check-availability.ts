import { emailAvailability, userNameAvailability } from '@social-feed/contracts';
import { api } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';

/** Whether an e-mail or a user name is free: 404 says yes, any 2xx no (A §7.2). Throws on every other answer. */
export const isAvailable = async (
  kind: 'email' | 'username',
  value: string,
  signal: AbortSignal,
): Promise<boolean> => {
  try {
    if (kind === 'email')
      await api.request(emailAvailability, { params: { email: value }, signal, refresh: false });
    else await api.request(userNameAvailability, { params: { username: value }, signal, refresh: false });
    return false;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) return true;
    // an answer without a body is one, too: what counts is the status
    if (error.status >= 200 && error.status < 300) return false;
    throw error;
  }
};
