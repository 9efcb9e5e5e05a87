import { useSessionStore } from '../../../identity/session/stores/session-store';

/**
 * Calls `forget` to drop user data on logout or when another user signs in. Not called if the same user signs in
 * again after the session expired.
 */
export const onOtherPerson = (forget: () => void): void => {
  let person = useSessionStore.getState().currentUser?._id;
  useSessionStore.subscribe(({ currentUser, lostInPlace }) => {
    if (lostInPlace || currentUser?._id === person) return;
    // keep what a visitor started when they sign in
    if (person) forget();
    person = currentUser?._id;
  });
};
