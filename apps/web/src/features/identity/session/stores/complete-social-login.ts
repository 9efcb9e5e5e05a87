import { t } from '@lingui/core/macro';
import { isSignedOut } from '../../../../lib/api-error';
import { fetchSession } from '../api/read-session';
import { enterSession } from './enter-session';
import { SIGNED_OUT } from './session-state';
import { useSessionStore, type ActionResult } from './session-store';
import { saying } from './sign-in';

/**
 * Applies the session after the provider's redirect (A §4.3). If there is none, clears this browser's session.
 * Rejects if the server is unreachable.
 */
export const completeSocialLogin = async (): Promise<ActionResult> => {
  const asked = useSessionStore.getState().currentUser;
  let failure: unknown;
  const session = await fetchSession().catch((error: unknown) => {
    failure = error;
    return undefined;
  });
  const { currentUser } = useSessionStore.getState();
  // they have signed in another way since, here or in another tab
  if (currentUser && currentUser !== asked) return saying(true, undefined, currentUser);
  if (session?.user) {
    await enterSession(session);
    return saying(true, session.message, session.user);
  }
  if (!session && !isSignedOut(failure)) {
    useSessionStore.setState(SIGNED_OUT);
    throw failure;
  }
  const refused = t`OAuth authentication failed - please try again.`;
  useSessionStore.setState({ ...SIGNED_OUT, authError: refused });
  return saying(false, refused);
};
