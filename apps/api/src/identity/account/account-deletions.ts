import { Types } from 'mongoose';
import type { Platform } from '../../platform/platform.js';
import { MINUTE } from '../../platform/time.js';

/** All requests in flight at the deletion have ended after this many milliseconds. */
export const SWEEP_AGAIN_AFTER = MINUTE;

/** A feature that stores user data. */
export interface AccountDataOwner {
  /** The user's data, by the list names of the export. */
  exportOf?: (user: Types.ObjectId) => Record<string, AsyncIterable<object>>;
  /** Deletes the user's data and corrects counters that include it. Safe to repeat and to interrupt at any time. */
  deleteOf?: (user: Types.ObjectId, signal: AbortSignal) => Promise<unknown>;
}

interface AccountDeletionsDeps extends Pick<Platform, 'jobs' | 'log'> {
  /** Removes the user and all their sessions, tokens and sign-in identities. */
  removeUser: (user: Types.ObjectId) => Promise<void>;
  /** In order of deletion. */
  owners: readonly AccountDataOwner[];
}

/**
 * Deletes accounts with all their content, one job per account. The user is signed out and hidden at once, because
 * content without a user is not shown.
 */
export function createAccountDeletions({ jobs, removeUser, owners, log }: AccountDeletionsDeps) {
  const options = { timeLimit: 10 * MINUTE, concurrency: 2, againAfter: SWEEP_AGAIN_AFTER };
  jobs.define('account-deletion', options, async ({ userId }: { userId: string }, { signal }) => {
    const user = new Types.ObjectId(userId);
    await removeUser(user);
    for (const { deleteOf } of owners) {
      signal.throwIfAborted();
      await deleteOf?.(user, signal);
    }
    log.info({ userId }, 'an account was deleted');
  });

  return {
    /** Enqueues the deletion, then removes the user and all their sign-ins. The job deletes the rest. */
    async begin(userId: string): Promise<void> {
      await jobs.add('account-deletion', { userId }, { key: userId });
      await removeUser(new Types.ObjectId(userId));
    },
  };
}
