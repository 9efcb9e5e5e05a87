import { t } from '@lingui/core/macro';
import type { RegisterBody } from '@social-feed/contracts';
import { api } from '../../../../lib/api-client';
import { readSession } from '../api/read-session';
import { takeSession, type ActionResult } from './session-store';
import { COOKIES_NEEDED, failure, saying, takesCookies } from './sign-in';

/** Creates an account and signs in; field errors are in `errors` (A §4.4). Never rejects. */
export const register = async (body: RegisterBody): Promise<ActionResult> => {
  if (body.email.trim() === '' || body.password === '' || body.userName.trim() === '') {
    return saying(false, t`All required fields must be filled`);
  }
  if (!takesCookies()) return saying(false, COOKIES_NEEDED);
  try {
    const account = {
      ...body,
      fullName: body.fullName.trim(),
      userName: body.userName.trim(),
      email: body.email.trim().toLowerCase(),
    };
    const session = readSession(await api.call('register', { body: account, unchecked: true }));
    if (!session.success || !session.user) return saying(false, session.message);
    takeSession({ ...session, confirmEmail: true, welcome: true });
    return saying(true, session.message, session.user);
  } catch (error) {
    return failure(error);
  }
};
