import { Types } from 'mongoose';
import type { Platform } from '../../platform/platform.js';
import { MINUTE } from '../../platform/time.js';

/** Requests that were under way when the account was deleted are done after this. Milliseconds. */
export const SWEEP_AGAIN_AFTER = MINUTE;

/** What a feature keeps of users. */
export interface AccountDataOwner {
  /** What is a user's, by the names of the lists in the export. */
  exportOf?: (user: Types.ObjectId) => Record<string, AsyncIterable<object>>;
  /** Deletes what is a user's and corrects what counts it. It may be called again, and at any time be cut off. */
  deleteOf?: (user: Types.ObjectId, signal: AbortSignal) => Promise<unknown>;
}

interface AccountDeletionsDeps extends Pick<Platform, 'jobs' | 'log'> {
  /** Removes the user and whatever signs in as them. */
  removeUser: (user: Types.ObjectId) => Promise<void>;
  /** In the order in which they delete. */
  owners: () => readonly AccountDataOwner[];
}

/**
 * Deletes accounts with everything in them, each as a job of its own. Who has asked for it is signed out and invisible
 * at once, since content without a user is not shown.
 */
export function createAccountDeletions({ jobs, removeUser, owners, log }: AccountDeletionsDeps) {
  const options = { timeLimit: 10 * MINUTE, concurrency: 2, againAfter: SWEEP_AGAIN_AFTER };
  jobs.define('account-deletion', options, async ({ userId }: { userId: string }, { signal }) => {
    const user = new Types.ObjectId(userId);
    await removeUser(user);
    for (const { deleteOf } of owners()) {
      signal.throwIfAborted();
      await deleteOf?.(user, signal);
    }
    log.info({ userId }, 'an account was deleted');
  });

  return {
    /** Notes the wish, then removes the user and whatever signs in as them; the rest follows. */
    async begin(userId: string): Promise<void> {
      await jobs.add('account-deletion', { userId }, { key: userId });
      await removeUser(new Types.ObjectId(userId));
    },
  };
}
