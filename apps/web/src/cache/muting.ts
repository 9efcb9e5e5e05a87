import { PEOPLE_LIMITS, mutedWord } from '@social-feed/contracts';
import { mutedKey } from '@social-feed/contracts/words';
import { keepMuted, readMuted } from './muted-store';
import { addPendingWord } from './pending-changes';
import { DAY } from '../lib/time';

/** The viewer's other muted words. */
const without = (viewerId: string, word: string) =>
  readMuted(viewerId).filter((held) => mutedKey(held.word) !== mutedKey(word));

/**
 * Returns why a word or #tag cannot be muted, or `undefined` if it can.
 * @param more number of other words that will be muted with it
 */
export const mutingProblem = (viewerId: string, given: string, more = 0): string | undefined => {
  const { data: word, error } = mutedWord.safeParse(given);
  if (word === undefined) return error?.issues[0]?.message;
  return without(viewerId, word).length + more < PEOPLE_LIMITS.mutedMax
    ? undefined
    : `You mute ${PEOPLE_LIMITS.mutedMax} words, as many as one can. Unmute one first.`;
};

/**
 * Mutes a word or #tag for `days`, or without end if `days` is null. Applies here at once; the account gets it
 * later.
 */
export const muteWord = (viewerId: string, given: string, days: number | null, now: Date): void => {
  const word = mutedWord.parse(given);
  const until = days === null ? null : new Date(now.getTime() + days * DAY).toISOString();
  addPendingWord(viewerId, { kind: 'mute', word, until, at: now.toISOString() }, mutedKey(word));
  keepMuted(viewerId, [{ word, until }, ...without(viewerId, word)]);
};

/** Shows posts with this word again. */
export const unmuteWord = (viewerId: string, word: string, now: Date): void => {
  addPendingWord(viewerId, { kind: 'unmute', word, until: null, at: now.toISOString() }, mutedKey(word));
  keepMuted(viewerId, without(viewerId, word));
};
