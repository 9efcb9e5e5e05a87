import type { AnswerOf } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { useFollowStore } from '../../content/post/reactions/follow';
import type { MutedWord } from '@social-feed/contracts/words';
import { replaceBlocks } from '../../../cache/blocking';
import { keepLanguages, readLanguages } from '../../../cache/language-store';
import { keepMuted, readMuted } from '../../../cache/muted-store';
import { pendingChangesOf, addPendingChange, isWanted } from '../../../cache/pending-changes';
import { asRecord, readStored, readText, writeStored, writeText } from '../../../lib/json';
import { readBlocked } from '../../../cache/block-store';
import { takeEarly } from '../../../lib/early';
import { api } from '../../../lib/api-client';
import { malformedAnswer, ApiError } from '../../../lib/api-error';

const NOT_MODIFIED = 304;

/** Timestamp of follows from before accounts stored them. Any later change overrides them. */
const LONG_AGO = new Date(0).toISOString();

type OwnPeople = AnswerOf<Calls['ownPeople']>['data'];

export const followsOf = (viewerId: string): Record<string, boolean> => {
  useFollowStore.getState().load(viewerId);
  return useFollowStore.getState().byViewer[viewerId] ?? {};
};

/** Loads what compares muted words, which most accounts do not have. */
export const keyOfMuted = async (isNeeded: boolean): Promise<(word: MutedWord) => string> =>
  isNeeded
    ? (await import('@social-feed/contracts/words')).mutedKey
    : ({ word, exact = false }) => `${exact} ${word}`;

/** Set once the follows of this browser are in the account. */
const takenOver = (viewerId: string) => `people-taken-over:${viewerId}`;

/**
 * Replaces the local follows, blocks, muted words and languages with the account's, and reapplies pending changes.
 */
export const applyOwnPeople = async (
  viewerId: string,
  { follows, blocks, muted, languages }: OwnPeople,
): Promise<void> => {
  const isMuting = [...pendingChangesOf(viewerId).values()].some((change) => 'word' in change);
  const mutedKey = await keyOfMuted(muted.length > 0 && isMuting);
  const known = new Set(follows);
  if (readText(takenOver(viewerId)) === null && writeText(takenOver(viewerId), '1'))
    for (const [user, following] of Object.entries(followsOf(viewerId)))
      if (following && !known.has(user) && !pendingChangesOf(viewerId).has(`follow ${user}`))
        addPendingChange(viewerId, `follow ${user}`, { kind: 'follow', user, at: LONG_AGO, was: false });

  const followed = Object.fromEntries(follows.map((user) => [user, true]));
  const pending = pendingChangesOf(viewerId);
  const words = new Map(muted.map((held) => [mutedKey(held), held]));
  const added: OwnPeople['muted'] = [];
  for (const change of pending.values())
    if ('word' in change) {
      words.delete(mutedKey(change));
      const { word, exact, until } = change;
      if (isWanted(change)) added.unshift({ word, ...(exact && { exact }), until });
    } else if ('user' in change && change.kind.endsWith('follow')) followed[change.user] = isWanted(change);
  const chosen = pending.get('languages');
  keepLanguages(viewerId, chosen && 'languages' in chosen ? chosen.languages : languages);
  keepMuted(viewerId, [...added, ...words.values()]);
  useFollowStore.getState().replace(viewerId, followed);
  replaceBlocks(viewerId, blocks, (user) => {
    const change = pending.get(`block ${user}`);
    return change && isWanted(change);
  });
};

/**
 * Whether this browser has the lists that the page arrived with, so that nothing is to be fetched. Others may be older
 * than changes that another tab has sent since.
 */
export const hasArrived = async (viewerId: string): Promise<boolean> => {
  const answer = await takeEarly('people')?.answer;
  if (!answer || pendingChangesOf(viewerId).size > 0 || readText(takenOver(viewerId)) === null) return false;
  const { data } = asRecord(await answer.json());
  if (!isOwnPeople(data)) return false;
  const { follows, blocks, muted, languages } = data;
  const followed = followsOf(viewerId);
  const idsOf = (people: readonly { _id: string }[]) => people.map(({ _id }) => _id).sort();
  const here = [
    Object.keys(followed)
      .filter((id) => followed[id])
      .sort(),
    idsOf(readBlocked([]).filter(({ by }) => by === viewerId)),
    readMuted(viewerId),
    readLanguages(viewerId),
  ];
  return JSON.stringify(here) === JSON.stringify([[...follows].sort(), idsOf(blocks), muted, languages]);
};

const answerKey = (viewerId: string) => `people-own:${viewerId}`;

/** Whether it has all lists: a malformed answer must not remove all follows. */
const isOwnPeople = (value: unknown): value is OwnPeople => {
  const { follows, blocks, muted, languages } = asRecord(value);
  return [follows, blocks, muted, languages].every(Array.isArray);
};

/** Returns the account's lists: the stored answer while its revision is the current one, else a new one. */
export const fetchOwnPeople = async (viewerId: string, signal: AbortSignal): Promise<OwnPeople> => {
  const held = readStored<OwnPeople | null>(answerKey(viewerId), isOwnPeople, null);
  const headers = { 'If-None-Match': `"${held?.revision ?? ''}"` };
  try {
    const { data } = await api.call('ownPeople', { signal, ...(held?.revision && { headers }) });
    if (!isOwnPeople(data)) throw malformedAnswer();
    writeStored(answerKey(viewerId), data.revision ? data : null);
    return data;
  } catch (error) {
    if (held && error instanceof ApiError && error.status === NOT_MODIFIED) return held;
    throw error;
  }
};
