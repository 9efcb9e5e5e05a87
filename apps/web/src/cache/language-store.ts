import { LANGUAGES_MAX } from '@social-feed/contracts';
import { useMemo } from 'react';
import { create } from 'zustand';
import { readStored, writeStored } from '../lib/json';
import { useOwnAccount } from '../lib/viewer';
import { addPendingChange } from './pending-changes';

/** Visitors are the viewer with an empty id. */
const storageKey = (viewerId: string) => `languages:${viewerId}`;
const isList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

const ALL: readonly string[] = [];

/** The languages that viewers read, as this browser knows them from the accounts. */
const useLanguageStore = create<{ byViewer: Record<string, readonly string[] | undefined> }>(() => ({
  byViewer: {},
}));

/** Whether a reader of these languages reads a text; unknown languages count as read. */
export const isRead = (languages: readonly string[], language: string | null): boolean =>
  languages.length === 0 || language === null || languages.includes(language);

/** The languages that a viewer reads, in this browser; empty for all. */
export const readLanguages = (viewerId: string): readonly string[] =>
  useLanguageStore.getState().byViewer[viewerId] ?? readStored(storageKey(viewerId), isList, ALL);

const show = (viewerId: string, languages: readonly string[]) =>
  useLanguageStore.setState(({ byViewer }) => ({ byViewer: { ...byViewer, [viewerId]: languages } }));

/** Stores the languages that a viewer reads. */
export const keepLanguages = (viewerId: string, languages: readonly string[]): void => {
  if (languages.join() === readLanguages(viewerId).join()) return;
  writeStored(storageKey(viewerId), languages.length === 0 ? null : languages);
  show(viewerId, languages);
};

/**
 * Chooses the languages to read, the first 20 of these. Applies here at once; the account of a user gets them later.
 */
export const chooseLanguages = (viewerId: string, wanted: readonly string[], now: Date): void => {
  // the API rejects more, and with them the follows of the same call
  const languages = wanted.slice(0, LANGUAGES_MAX);
  if (viewerId)
    addPendingChange(viewerId, 'languages', {
      kind: 'languages',
      languages: [...languages],
      at: now.toISOString(),
    });
  keepLanguages(viewerId, languages);
};

// apply changes from other tabs
window.addEventListener('storage', ({ key }) => {
  const prefix = storageKey('');
  if (key?.startsWith(prefix)) show(key.slice(prefix.length), readStored(key, isList, ALL));
});

/** The languages that the viewer reads; empty for all. */
export const useLanguages = (): readonly string[] => {
  const viewerId = useOwnAccount()?._id ?? '';
  const held = useLanguageStore(({ byViewer }) => byViewer[viewerId]);
  return useMemo(() => held ?? readLanguages(viewerId), [held, viewerId]);
};
