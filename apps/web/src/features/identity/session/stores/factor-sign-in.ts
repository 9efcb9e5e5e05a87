import type { PasskeyUse, SecondFactorBody } from '@social-feed/contracts';
import { api } from '../../../../lib/api-client';
import { ApiError } from '../../../../lib/api-error';
import { forgetPasskey } from '../../../../lib/webauthn';
import { readSession } from '../api/read-session';
import { enterSession } from './enter-session';

/** Completes a sign-in with the second factor. Rejects with an ApiError. */
export const completeSignIn = async (body: SecondFactorBody): Promise<void> =>
  enterSession(readSession(await api.call('secondFactor', { body })));

/** Signs in with a passkey alone. Rejects with an ApiError. The device forgets a passkey that no account has. */
export const signInByPasskey = async (passkey: PasskeyUse): Promise<void> => {
  try {
    await enterSession(readSession(await api.call('passkeySignIn', { body: { passkey } })));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UNKNOWN_PASSKEY') forgetPasskey(passkey);
    throw error;
  }
};
