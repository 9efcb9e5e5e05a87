import type { LanguagesChange, PeopleChange, WordChange } from '@social-feed/contracts';
import { create } from 'zustand';
import { asRecord, readStored, writeStored } from '../lib/json';

interface Pending {
  /** Whether it was sent: the account may have it even if no response arrived. */
  tried?: boolean;
}

/** A follow, block, muted word or choice of languages that the account does not have yet. `at` is ISO 8601. */
export type PendingPeopleChange = Pending &
  // `was`: the value in the account, as far as this browser knows
  ((PeopleChange & { was: boolean }) | WordChange | LanguagesChange);

export type ReactionKind = 'like' | 'dislike' | 'bookmark' | 'pin';
/** Like and dislike exclude each other, so they are one subject. */
export type ReactionGroup = 'vote' | 'bookmark' | 'pin';

/** A reaction that waits for a connection. */
export interface WaitingReaction extends Pending {
  kind: 'react';
  post: string;
  /** The author of the post. */
  author: string;
  group: ReactionGroup;
  /** What the user wants; null for none. */
  wanted: ReactionKind | null;
  /** What the account has, as far as this browser knows. */
  was: ReactionKind | null;
  at: string;
}

export type PendingChange = PendingPeopleChange | WaitingReaction;

/**
 * Pending changes by subject: `follow` or `block` and the user's id, `mute` and the word, `languages`, the group of a
 * reaction and the post's id.
 */
export type PendingChanges = ReadonlyMap<string, PendingChange>;
type Entry = readonly [subject: string, change: PendingChange];

/** Window event: a change was added to the pending ones; `detail` holds its key. */
export const CHANGE_ADDED = 'pending-change';

/** More reactions than this do not wait. */
export const WAITING_MAX = 100;

const storageKey = (viewerId: string) => `pending-changes:${viewerId}`;
/**
 * The storage keys of earlier versions of the app, which a tab that is still open may write. It would drop reactions,
 * so they are stored under a key of their own.
 */
const FORMER_KEYS = ['people-owed', 'pending-people-changes'];
const formerKeys = (viewerId: string) => FORMER_KEYS.map((name) => `${name}:${viewerId}`);
const isPendingList = (value: unknown): value is [string, PendingChange][] =>
  Array.isArray(value) && value.every((entry) => typeof asRecord(asRecord(entry)[1])['kind'] === 'string');

/** This browser's pending changes for a viewer's account. */
export const pendingChangesOf = (viewerId: string): Map<string, PendingChange> =>
  new Map(
    [...formerKeys(viewerId), storageKey(viewerId)].flatMap((key) =>
      readStored<[string, PendingChange][]>(key, isPendingList, []),
    ),
  );

const NONE: PendingChanges = new Map();

/** The pending changes of the viewer of this page, in sync with storage. */
export const usePendingStore = create<{ of: string | null; changes: PendingChanges }>(() => ({
  of: null,
  changes: NONE,
}));

const show = (viewerId: string, changes: PendingChanges): void => {
  if (usePendingStore.getState().of === viewerId) usePendingStore.setState({ changes: new Map(changes) });
};

/** Stores the pending changes; they survive closing the tab, unless storage refuses them: then returns false. */
export const storePendingChanges = (viewerId: string, pending: PendingChanges): boolean => {
  const stored = writeStored(storageKey(viewerId), pending.size === 0 ? null : [...pending]);
  if (stored) for (const key of formerKeys(viewerId)) writeStored(key, null);
  show(viewerId, pending);
  return stored;
};

/** Keeps the store in sync with a viewer's changes, also those of other tabs. @returns a function that stops it */
export const watchPendingChanges = (viewerId: string): (() => void) => {
  // each event has its own value: storage may already hold a later one
  const handleStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== storageKey(viewerId)) return;
    try {
      const list: unknown = JSON.parse(newValue ?? '[]');
      if (isPendingList(list)) show(viewerId, new Map(list));
    } catch {
      // another program wrote it; what is shown stays
    }
  };
  usePendingStore.setState({ of: viewerId, changes: pendingChangesOf(viewerId) });
  window.addEventListener('storage', handleStorage);
  return () => {
    window.removeEventListener('storage', handleStorage);
    usePendingStore.setState({ of: null, changes: NONE });
  };
};

export const isReaction = (change: PendingChange): change is WaitingReaction => change.kind === 'react';

/** The subject of a reaction. */
export const reactionKey = ({ group, post }: Pick<WaitingReaction, 'group' | 'post'>): string =>
  `${group} ${post}`;

/** Whether a change sets its subject (follow, block, mute) rather than clears it. */
export const isWanted = ({ kind }: { kind: string }): boolean => !kind.startsWith('un');

/** Whether the account has what is wanted. Not known of a word, whose expiry alone may change, and of languages. */
const isBack = (change: PendingChange): boolean =>
  isReaction(change) ? change.wanted === change.was : 'user' in change && isWanted(change) === change.was;

/**
 * Adds a pending change, or replaces that of the same subject; it is sent later. Nothing is pending if the account has
 * what is wanted.
 * @returns whether it is stored persistently
 */
export const addPendingChange = (viewerId: string, subject: string, change: PendingChange): boolean => {
  const pending = pendingChangesOf(viewerId);
  const before = pending.get(subject);
  const tried = change.tried ?? before?.tried;
  const was = before && 'was' in before && { was: before.was };
  const merged = { ...change, ...was, ...(tried && { tried }) } as PendingChange;
  const stored = storePendingChanges(viewerId, pending.set(subject, merged));
  if (!tried && isBack(merged)) removePendingChange(viewerId, [subject, merged]);
  else window.dispatchEvent(new CustomEvent(CHANGE_ADDED, { detail: subject }));
  return stored;
};

/** Notes that changes are sent: from now on the account may have them. */
export const noteSent = (viewerId: string, changes: readonly Entry[]): void => {
  const pending = pendingChangesOf(viewerId);
  for (const [subject, change] of changes) pending.set(subject, { ...change, tried: true });
  storePendingChanges(viewerId, pending);
};

/**
 * Notes what the account has after a change was sent. What the user has wanted since stays pending, if it differs.
 * @returns whether the change was the last one of its subject; undefined if nothing was pending
 */
export const acknowledge = (
  viewerId: string,
  [subject, sent]: Entry,
  was?: boolean | ReactionKind | null,
): boolean | undefined => {
  const pending = pendingChangesOf(viewerId);
  const now = pending.get(subject);
  if (!now) return undefined;
  const { tried: _tried, ...rest } = now;
  const next = { ...rest, was } as PendingChange;
  const isLast = now.at === sent.at;
  if (isLast || isBack(next)) pending.delete(subject);
  else pending.set(subject, next);
  storePendingChanges(viewerId, pending);
  return isLast;
};

/**
 * Removes a pending change, unless the user has changed it since. Shows the final value first, so that other tabs
 * show it as well: they only learn what is wanted, not why something is no longer pending.
 */
export const removePendingChange = (viewerId: string, [subject, final]: Entry): void => {
  const pending = pendingChangesOf(viewerId);
  if (pending.get(subject)?.at !== final.at) return;
  storePendingChanges(viewerId, pending.set(subject, final));
  pending.delete(subject);
  storePendingChanges(viewerId, pending);
};

/** The groups of reactions on a post that wait, separated by spaces. */
export const useWaiting = (postId: string): string =>
  usePendingStore(({ changes }) =>
    changes.size === 0
      ? ''
      : ['vote', 'bookmark', 'pin'].filter((group) => changes.has(`${group} ${postId}`)).join(' '),
  );

/** The difference between the follow count here and in the account. */
export const pendingFollows = (viewerId: string | null, concerns: (user: string) => boolean): number =>
  [...(viewerId === null ? [] : pendingChangesOf(viewerId).values())].reduce(
    (sum, change) =>
      'user' in change && change.kind.endsWith('follow') && concerns(change.user)
        ? sum + Number(isWanted(change)) - Number(change.was)
        : sum,
    0,
  );
