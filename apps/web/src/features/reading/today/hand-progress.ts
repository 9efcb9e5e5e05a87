import { useMemo } from 'react';
import { readStored } from '../../../lib/json';
import { keepStored, useStored } from '../../../lib/use-stored';
import { handsKey } from '../feed/visits';
import { isHands, NO_HANDS, type HandProgress } from './hand-stored';

/** Days kept; the oldest are dropped first. */
const KEPT = 3;

const NOTHING: HandProgress = {};

/** What the reader did with the hand of a day, in sync with other tabs. */
export const useHandProgress = (viewerId: string | null, day: string): HandProgress =>
  useStored(handsKey(viewerId), isHands, NO_HANDS)[day] ?? NOTHING;

/** Changes what the reader did with the hand of a day. Reads it again first, as another tab may have changed it. */
export const noteProgress = (
  viewerId: string | null,
  day: string,
  changeOf: (now: HandProgress) => HandProgress,
): void => {
  const key = handsKey(viewerId);
  const hands = readStored(key, isHands, NO_HANDS);
  const now = hands[day] ?? NOTHING;
  const change = changeOf(now);
  const isSame = Object.entries(change).every(
    ([name, value]) => JSON.stringify(now[name as keyof HandProgress]) === JSON.stringify(value),
  );
  if (isSame) return;
  const days = Object.entries({ ...hands, [day]: { ...now, ...change } }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  keepStored(key, Object.fromEntries(days.slice(-KEPT)));
};

/** The acts of a reader on the hand of a day, which consists of `posts`. */
export const useHandNotes = (
  viewerId: string | null,
  day: string,
  posts: readonly { _id: string }[],
  seed: number | null,
) =>
  useMemo(() => {
    const ids = posts.map(({ _id }) => _id);
    /** Drops posts that are gone, so that "7 of 24" stays true. */
    const hand = (all: readonly string[]): HandProgress => {
      const read = all.filter((id) => ids.includes(id));
      const isFinished = ids.length > 0 && read.length === ids.length;
      return { total: ids.length, read, ...(seed !== null && { seed }), ...(isFinished && { isFinished }) };
    };
    const note = (changeOf: (now: HandProgress) => HandProgress) => noteProgress(viewerId, day, changeOf);
    return {
      /** The hand was fetched. */
      fetched: () => note(({ read = [] }) => hand(read)),
      /** These posts were read; the reader is at the last one. */
      read: (some: readonly string[]) =>
        note(({ read = [] }) => hand([...read.filter((id) => !some.includes(id)), ...some])),
      finished: () => note(() => ({ isFinished: true })),
      kept: (postId: string) => note(() => ({ kept: postId })),
    };
  }, [viewerId, day, posts, seed]);
