import { LANGUAGES_MAX } from '@social-feed/contracts';
import { readStored } from '../lib/json';
import { serverDate } from '../lib/server-clock';
import { keepStored, useStored } from '../lib/use-stored';
import { useOwnAccount } from '../lib/viewer';
import { addPendingChange } from './pending-changes';

/** Visitors are the viewer with an empty id. */
const storageKey = (viewerId: string) => `languages:${viewerId}`;
const isList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

const ALL: readonly string[] = [];

/** Whether a reader of these languages reads a text; unknown languages count as read. */
export const isRead = (languages: readonly string[], language: string | null): boolean =>
  languages.length === 0 || language === null || languages.includes(language);

/** The languages that a viewer reads, as this browser knows them from the account; empty for all. */
export const readLanguages = (viewerId: string): readonly string[] =>
  readStored(storageKey(viewerId), isList, ALL);

/** Stores the languages that a viewer reads. */
export const keepLanguages = (viewerId: string, languages: readonly string[]): void =>
  void keepStored(storageKey(viewerId), languages.length === 0 ? null : languages);

/**
 * Chooses the languages to read, the first 20 of these. Applies here at once; the account of a user gets them later.
 */
export const chooseLanguages = (viewerId: string, wanted: readonly string[]): void => {
  // the API rejects more, and with them the follows of the same call
  const languages = wanted.slice(0, LANGUAGES_MAX);
  if (viewerId)
    addPendingChange(viewerId, 'languages', {
      kind: 'languages',
      languages: [...languages],
      at: serverDate().toISOString(),
    });
  keepLanguages(viewerId, languages);
};

/** The languages that the viewer reads; empty for all. */
export const useLanguages = (): readonly string[] =>
  useStored(storageKey(useOwnAccount()?._id ?? ''), isList, ALL);
