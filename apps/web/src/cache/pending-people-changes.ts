import type { LanguagesChange, PeopleChange, WordChange } from '@social-feed/contracts';
import { asRecord, readStored, writeStored } from '../lib/json';

/** A pending change that the account does not have yet. `at` is ISO 8601. */
export type PendingChange = (PeopleChange | WordChange | LanguagesChange) & {
  /** The value in the account, as far as this browser knows. */
  was: boolean;
  /** Whether it was sent: the account may have it even if no response arrived. */
  tried?: boolean;
};

/** Pending changes by subject: `follow` or `block` and the user's id, `mute` and the word, `languages`. */
export type PendingChanges = Map<string, PendingChange>;

/** Window event: a change was added to the pending ones; `detail` holds its key. */
export const CHANGE_ADDED = 'pending-people-change';

const storageKey = (viewerId: string) => `pending-people-changes:${viewerId}`;
/** The storage key of earlier versions of the app, which a tab that is still open may write. */
const formerKey = (viewerId: string) => `people-owed:${viewerId}`;
const isPendingList = (value: unknown): value is [string, PendingChange][] =>
  Array.isArray(value) && value.every((entry) => typeof asRecord(asRecord(entry)[1])['kind'] === 'string');

/** This browser's pending changes for a viewer's account. */
export const pendingChangesOf = (viewerId: string): PendingChanges =>
  new Map(
    [formerKey, storageKey].flatMap((keyOf) =>
      readStored<[string, PendingChange][]>(keyOf(viewerId), isPendingList, []),
    ),
  );

/** Stores the pending changes; they survive closing the tab. */
export const storePendingChanges = (viewerId: string, pending: PendingChanges): void => {
  if (writeStored(storageKey(viewerId), pending.size === 0 ? null : [...pending]))
    writeStored(formerKey(viewerId), null);
};

/** Whether a change sets its subject (follow, block, mute) rather than clears it. */
export const isWanted = ({ kind }: { kind: string }): boolean => !kind.startsWith('un');

const note = (viewerId: string, name: string, change: PendingChange): void => {
  const pending = pendingChangesOf(viewerId);
  const before = pending.get(name);
  pending.set(name, { ...change, was: before?.was ?? change.was, ...(before?.tried && { tried: true }) });
  storePendingChanges(viewerId, pending);
  window.dispatchEvent(new CustomEvent(CHANGE_ADDED, { detail: name }));
};

/** Adds a pending change; it is sent later, in a batch. */
export const addPendingChange = (
  viewerId: string,
  { flag, user, wanted, was }: { flag: 'follow' | 'block'; user: string; wanted: boolean; was: boolean },
  at = new Date(),
): void =>
  note(viewerId, `${flag} ${user}`, {
    kind: wanted ? flag : (`un${flag}` as const),
    user,
    at: at.toISOString(),
    was,
  });

/**
 * Adds a pending change of a muted word, by its normalised key. It is always sent: the expiry alone may have
 * changed.
 */
export const addPendingWord = (viewerId: string, change: WordChange, key: string): void =>
  note(viewerId, `mute ${key}`, { ...change, was: change.kind === 'unmute', tried: true });

/** Adds a pending change of the languages that the viewer reads. It is always sent, like one of a word. */
export const addPendingLanguages = (viewerId: string, change: LanguagesChange): void =>
  note(viewerId, change.kind, { ...change, was: false, tried: true });

/** The difference between the follow count here and in the account. */
export const pendingFollows = (viewerId: string | null, concerns: (user: string) => boolean): number =>
  [...(viewerId === null ? [] : pendingChangesOf(viewerId).values())]
    .filter((change) => change.kind.endsWith('follow') && 'user' in change && concerns(change.user))
    .reduce((sum, change) => sum + Number(isWanted(change)) - Number(change.was), 0);
