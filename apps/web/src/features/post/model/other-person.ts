import { useSessionStore } from '../../session/stores/session-store';

/**
 * Forgets what is one person's when they log out or somebody else comes. Whoever signs in again after a session that ran
 * out goes on.
 */
export const onOtherPerson = (forget: () => void): void => {
  let person = useSessionStore.getState().currentUser?._id;
  useSessionStore.subscribe(({ currentUser, lostInPlace }) => {
    if (lostInPlace || currentUser?._id === person) return;
    // what a visitor began goes on with who signs in
    if (person) forget();
    person = currentUser?._id;
  });
};
