import type { Muted } from '@social-feed/contracts';
import { useMemo } from 'react';
import { readStored } from '../lib/json';
import { serverNow } from '../lib/server-clock';
import { useOverTime } from '../lib/use-age';
import { keepStored, useStored } from '../lib/use-stored';
import { useOwnAccount } from '../lib/viewer';

const storageKey = (viewerId: string) => `muted-words:${viewerId}`;
const isMutedList = (value: unknown): value is readonly Muted[] =>
  Array.isArray(value) && value.every((entry: Partial<Muted> | null) => typeof entry?.word === 'string');

const NONE: readonly Muted[] = [];

const withoutExpired = (muted: readonly Muted[], now: number): readonly Muted[] =>
  muted.filter(({ until }) => until === null || Date.parse(until) > now);

/** The viewer's muted words, as this browser knows them from the account; `muting.ts` changes them. */
export const readMuted = (viewerId: string): readonly Muted[] =>
  withoutExpired(readStored(storageKey(viewerId), isMutedList, NONE), serverNow());

/** Stores the viewer's muted words. */
export const keepMuted = (viewerId: string, muted: readonly Muted[]): void =>
  void keepStored(storageKey(viewerId), muted.length === 0 ? null : muted);

/** The viewer's muted words, newest first; empty for visitors. */
export const useMuted = (): readonly Muted[] => {
  const muted = useStored(storageKey(useOwnAccount()?._id ?? ''), isMutedList, NONE);
  /** The last end that has passed: a word shows again while the page stays open. */
  const ended = useOverTime((now) =>
    Math.max(0, ...muted.map(({ until }) => Date.parse(until ?? '')).filter((end) => end <= now.getTime())),
  );
  return useMemo(() => withoutExpired(muted, ended), [muted, ended]);
};
