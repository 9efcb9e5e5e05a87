import { readStored, writeStored } from '../lib/json';
import { serverDate } from '../lib/server-clock';
import { BLOCKED, readBlocked, useBlockStore, type BlockedAuthor } from './block-store';
import { addPendingChange } from './pending-changes';

/** An action logged only in this browser, without an API call. `at` is ISO 8601. */
interface ModerationEntry {
  kind: 'block' | 'unblock' | 'report';
  userId: string;
  postId?: string;
  reason?: string;
  at: string;
}

const LOG = 'moderation-log';
const LOG_MAX = 200;

const isLog = (value: unknown): value is ModerationEntry[] => Array.isArray(value);

const log = (entry: ModerationEntry) =>
  writeStored(LOG, [...readStored<ModerationEntry[]>(LOG, isLog, []), entry].slice(-LOG_MAX));

// another tab may have changed the list since this one read it
const stored = () => readBlocked(useBlockStore.getState().blocked);
const without = (authorId: string) => stored().filter(({ _id }) => _id !== authorId);

const keep = (blocked: BlockedAuthor[]) => {
  writeStored(BLOCKED, blocked);
  useBlockStore.setState({ blocked });
};

/**
 * Hides an author's posts in this browser's lists.
 * @param by the account that stores the block; it is sent later
 */
export const blockAuthor = (
  { _id, userName, fullName }: BlockedAuthor,
  postId: string | undefined,
  by?: string,
): void => {
  const at = serverDate().toISOString();
  log({ kind: 'block', userId: _id, ...(postId ? { postId } : {}), at });
  if (by) addPendingChange(by, `block ${_id}`, { kind: 'block', user: _id, at, was: false });
  keep([...without(_id), { _id, userName, fullName, ...(by ? { by } : {}) }]);
};

/** Shows an author's posts again. */
export const unblockAuthor = (authorId: string): void => {
  const at = serverDate().toISOString();
  log({ kind: 'unblock', userId: authorId, at });
  const by = stored().find(({ _id }) => _id === authorId)?.by;
  if (by) addPendingChange(by, `block ${authorId}`, { kind: 'unblock', user: authorId, at, was: true });
  keep(without(authorId));
};

/**
 * Replaces the blocks of an account with those the API returned.
 * @param pending the pending change for a user: true to block, false to unblock, undefined for none
 */
export const replaceBlocks = (
  by: string,
  blocks: readonly BlockedAuthor[],
  pending: (userId: string) => boolean | undefined,
): void => {
  const kept = stored().filter((author) => author.by !== by || pending(author._id) === true);
  const ids = new Set(kept.map(({ _id }) => _id));
  const added = blocks.filter(({ _id }) => !ids.has(_id) && pending(_id) !== false);
  keep([...kept, ...added.map(({ _id, userName, fullName }) => ({ _id, userName, fullName, by }))]);
};

/** Logs a report; ignores a blank reason. */
export const noteReport = (target: { userId: string; postId?: string }, reason: string): void => {
  if (reason.trim() !== '')
    log({ kind: 'report', ...target, reason: reason.trim(), at: serverDate().toISOString() });
};
