import type { Muted } from '@social-feed/contracts';
import { useMemo } from 'react';
import { create } from 'zustand';
import { readStored, writeStored } from '../lib/json';
import { useOwnAccount } from '../lib/viewer';

const storageKey = (viewerId: string) => `muted-words:${viewerId}`;
const isMutedList = (value: unknown): value is readonly Muted[] =>
  Array.isArray(value) && value.every((entry: Partial<Muted> | null) => typeof entry?.word === 'string');

const NONE: readonly Muted[] = [];

/** Muted words by viewer, as this browser knows them from the accounts; `muting.ts` changes them. */
const useMutedStore = create<{ byViewer: Record<string, readonly Muted[] | undefined> }>(() => ({
  byViewer: {},
}));

/** The viewer's muted words in this browser, without expired ones. */
export const readMuted = (viewerId: string): readonly Muted[] =>
  readStored(storageKey(viewerId), isMutedList, useMutedStore.getState().byViewer[viewerId] ?? NONE).filter(
    ({ until }) => until === null || Date.parse(until) > Date.now(),
  );

const show = (viewerId: string, muted: readonly Muted[]) =>
  useMutedStore.setState(({ byViewer }) => ({ byViewer: { ...byViewer, [viewerId]: muted } }));

/** Stores the viewer's muted words. */
export const keepMuted = (viewerId: string, muted: readonly Muted[]): void => {
  writeStored(storageKey(viewerId), muted.length === 0 ? null : muted);
  show(viewerId, muted);
};

// apply changes from other tabs
window.addEventListener('storage', ({ key }) => {
  const viewerId = key?.startsWith(storageKey('')) ? key.slice(storageKey('').length) : undefined;
  if (viewerId) show(viewerId, readStored(storageKey(viewerId), isMutedList, NONE));
});

/** The viewer's muted words, newest first; empty for visitors. */
export const useMuted = (): readonly Muted[] => {
  const viewerId = useOwnAccount()?._id ?? '';
  const held = useMutedStore(({ byViewer }) => byViewer[viewerId]);
  return useMemo(() => held ?? readMuted(viewerId), [held, viewerId]);
};
