import type { PeopleChange, WordChange } from '@social-feed/contracts';
import { asRecord, readStored, writeStored } from '../lib/json';

/** A change that the account has not got yet. `at` is ISO 8601. */
export type OwedChange = (PeopleChange | WordChange) & {
  /** How it stands in the account, as far as this browser knows. */
  was: boolean;
  /** Whether it was sent: the account may have it, even where no answer came. */
  tried?: boolean;
};

/** What an account is owed, by what it is about: `follow` or `block` and the id of the person, `mute` and the word. */
export type Owed = Map<string, OwedChange>;

/** Event of the window: an account is owed one more change, which `detail` names. */
export const OWED = 'people-owed';

const storageKey = (viewerId: string) => `people-owed:${viewerId}`;
const isOwed = (value: unknown): value is [string, OwedChange][] =>
  Array.isArray(value) && value.every((entry) => typeof asRecord(asRecord(entry)[1])['kind'] === 'string');

/** Changes of this browser that a viewer's account has not got yet. */
export const owedTo = (viewerId: string): Owed =>
  new Map(readStored<[string, OwedChange][]>(storageKey(viewerId), isOwed, []));

/** Keeps what is still owed; it outlives the tab. */
export const keepOwed = (viewerId: string, owed: Owed): void =>
  void writeStored(storageKey(viewerId), owed.size === 0 ? null : [...owed]);

/** Whether a change sets what it is about. */
export const isWanted = ({ kind }: { kind: string }): boolean => !kind.startsWith('un');

const note = (viewerId: string, name: string, change: OwedChange): void => {
  const owed = owedTo(viewerId);
  const before = owed.get(name);
  owed.set(name, { ...change, was: before?.was ?? change.was, ...(before?.tried && { tried: true }) });
  keepOwed(viewerId, owed);
  window.dispatchEvent(new CustomEvent(OWED, { detail: name }));
};

/** Notes what the account is owed: it gets it later, in a batch. */
export const owe = (
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

/** Notes a change of a word, by how it is compared. It is sent in any case: when it ends may be all that changed. */
export const oweWord = (viewerId: string, change: WordChange, key: string): void =>
  note(viewerId, `mute ${key}`, { ...change, was: change.kind === 'unmute', tried: true });

/** By how much a number of follows is higher here than in the account. */
export const owedFollows = (viewerId: string | null, concerns: (user: string) => boolean): number =>
  [...(viewerId === null ? [] : owedTo(viewerId).values())]
    .filter((change) => change.kind.endsWith('follow') && 'user' in change && concerns(change.user))
    .reduce((sum, change) => sum + Number(isWanted(change)) - Number(change.was), 0);
