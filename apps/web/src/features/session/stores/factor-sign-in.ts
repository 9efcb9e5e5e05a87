import type { PasskeyUse, SecondFactorBody } from '@social-feed/contracts';
import { api } from '../../../lib/api-client';
import { readSession } from '../api/read-session';
import { takeSession } from './session-store';

/** Completes a sign-in with the second factor. Rejects with an ApiError. */
export const completeSignIn = async (body: SecondFactorBody): Promise<void> =>
  takeSession(readSession(await api.call('secondFactor', { body })));

/** Signs in with a passkey alone. Rejects with an ApiError. */
export const signInByPasskey = async (passkey: PasskeyUse): Promise<void> =>
  takeSession(readSession(await api.call('passkeySignIn', { body: { passkey } })));
