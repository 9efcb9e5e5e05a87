import type { Muted } from '@social-feed/contracts';
import { useMemo } from 'react';
import { readStored } from '../lib/json';
import { keepStored, useStored } from '../lib/use-stored';
import { useOwnAccount } from '../lib/viewer';

const storageKey = (viewerId: string) => `muted-words:${viewerId}`;
const isMutedList = (value: unknown): value is readonly Muted[] =>
  Array.isArray(value) && value.every((entry: Partial<Muted> | null) => typeof entry?.word === 'string');

const NONE: readonly Muted[] = [];

const withoutExpired = (muted: readonly Muted[]): readonly Muted[] =>
  muted.filter(({ until }) => until === null || Date.parse(until) > Date.now());

/** The viewer's muted words, as this browser knows them from the account; `muting.ts` changes them. */
export const readMuted = (viewerId: string): readonly Muted[] =>
  withoutExpired(readStored(storageKey(viewerId), isMutedList, NONE));

/** Stores the viewer's muted words. */
export const keepMuted = (viewerId: string, muted: readonly Muted[]): void =>
  void keepStored(storageKey(viewerId), muted.length === 0 ? null : muted);

/** The viewer's muted words, newest first; empty for visitors. */
export const useMuted = (): readonly Muted[] => {
  const muted = useStored(storageKey(useOwnAccount()?._id ?? ''), isMutedList, NONE);
  return useMemo(() => withoutExpired(muted), [muted]);
};
