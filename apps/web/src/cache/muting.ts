import { t } from '@lingui/core/macro';
import { PEOPLE_LIMITS, mutedWord } from '@social-feed/contracts';
import { mutedKey, type MutedWord } from '@social-feed/contracts/words';
import { keepMuted, readMuted } from './muted-store';
import { addPendingChange } from './pending-changes';
import { serverDate } from '../lib/server-clock';

const subjectOf = (word: MutedWord) => `mute ${mutedKey(word)}`;

/** The viewer's other muted words. */
const without = (viewerId: string, given: MutedWord) =>
  readMuted(viewerId).filter((held) => mutedKey(held) !== mutedKey(given));

/**
 * Returns why a word or #tag cannot be muted, or `undefined` if it can.
 * @param more number of other words that will be muted with it
 */
export const mutingProblem = (
  viewerId: string,
  { word: given, exact }: MutedWord,
  more = 0,
): string | undefined => {
  const { data: word, error } = mutedWord.safeParse(given);
  if (word === undefined) return error?.issues[0]?.message;
  return without(viewerId, { word, exact }).length + more < PEOPLE_LIMITS.mutedMax
    ? undefined
    : t`You mute ${PEOPLE_LIMITS.mutedMax} words, as many as one can. Unmute one first.`;
};

/** The same hour some days later by the local clock, also across a change to summer time. */
const daysLater = (from: Date, days: number): Date => {
  const time = new Date(from);
  time.setDate(time.getDate() + days);
  return time;
};

/**
 * Mutes a word or #tag for `days`, or without end if `days` is null. Applies here at once; the account gets it
 * later.
 */
export const muteWord = (viewerId: string, given: MutedWord, days: number | null): void => {
  const now = serverDate();
  const word = { word: mutedWord.parse(given.word), ...(given.exact && { exact: true as const }) };
  const until = days === null ? null : daysLater(now, days).toISOString();
  addPendingChange(viewerId, subjectOf(word), { kind: 'mute', ...word, until, at: now.toISOString() });
  keepMuted(viewerId, [{ ...word, until }, ...without(viewerId, word)]);
};

/** Shows posts with this word again. */
export const unmuteWord = (viewerId: string, { word, exact }: MutedWord): void => {
  const given = { word, ...(exact && { exact }) };
  addPendingChange(viewerId, subjectOf(given), {
    kind: 'unmute',
    ...given,
    until: null,
    at: serverDate().toISOString(),
  });
  keepMuted(viewerId, without(viewerId, given));
};
