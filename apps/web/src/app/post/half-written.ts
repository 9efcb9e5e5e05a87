import { useSessionStore } from '../../features/session';

/** What was typed and not sent, by what it is about: in memory, for the person who typed it. */
const texts = new Map<string, string>();
let writer = useSessionStore.getState().currentUser?._id;

useSessionStore.subscribe(({ currentUser, lostInPlace }) => {
  // who signs in again after a session that ran out goes on; logging out, or somebody else, ends it
  if (lostInPlace || currentUser?._id === writer) return;
  writer = currentUser?._id;
  texts.clear();
});

/** What is kept about this; empty when nothing is. */
export const halfWritten = (about: string): string => texts.get(about) ?? '';

/** Keeps what was typed so far; an empty text forgets it. */
export const keepHalfWritten = (about: string, text: string): void => {
  if (text === '') texts.delete(about);
  else texts.set(about, text);
};
