import { Types, type Model } from 'mongoose';
import type { Logger } from 'pino';
import type { Jobs } from '../../platform/jobs/jobs.js';
import type { UserRecord } from '../users/user.model.js';

const MINUTE = 60_000;
/** Requests that were under way when the account was deleted are done after this. Milliseconds. */
export const SWEEP_AGAIN_AFTER = MINUTE;

/** What a feature keeps of a user, for the export and the deletion of accounts. */
export interface AccountDataOwner {
  name: string;
  /** What is the user's, by the names of the lists in the export. */
  exportData?: (user: Types.ObjectId) => Record<string, AsyncIterable<object>>;
  /** Deletes what is the user's and corrects what counts it. It may be called again, and at any time be cut off. */
  deleteData: (user: Types.ObjectId, signal: AbortSignal) => Promise<void>;
}

interface AccountDeletionsDeps {
  jobs: Pick<Jobs, 'define' | 'add'>;
  users: Model<UserRecord>;
  /** Ends whatever signs in as the user. */
  revokeAccess: (user: Types.ObjectId) => Promise<void>;
  /** In the order in which they delete. */
  owners: readonly AccountDataOwner[];
  now: () => Date;
  log: Logger;
}

interface Deletion {
  userId: string;
  /** Whether all was deleted once; it is done again for what was written meanwhile. */
  swept: boolean;
}

export type AccountDeletions = ReturnType<typeof createAccountDeletions>;

/**
 * Deletes accounts with everything in them, each as a job of its own. Who has asked for it is signed out and invisible
 * at once, since content without a user is not shown.
 */
export function createAccountDeletions({
  jobs,
  users,
  revokeAccess,
  owners,
  now,
  log,
}: AccountDeletionsDeps) {
  const options = { timeLimit: 10 * MINUTE, concurrency: 2 };
  jobs.define('account-deletion', options, async ({ userId, swept }: Deletion, { signal }) => {
    const user = new Types.ObjectId(userId);
    await removeUser(user);
    for (const owner of owners) {
      signal.throwIfAborted();
      await owner.deleteData(user, signal);
    }
    if (!swept) {
      const runAt = new Date(now().getTime() + SWEEP_AGAIN_AFTER);
      return { runAt, payload: { userId, swept: true } };
    }
    log.info({ userId }, 'an account was deleted');
    return undefined;
  });

  async function removeUser(user: Types.ObjectId): Promise<void> {
    await users.deleteOne({ _id: user });
    await revokeAccess(user);
  }

  return {
    /** Notes the wish, then removes the user and whatever signs in as them; the rest follows. */
    async begin(userId: string): Promise<void> {
      await jobs.add('account-deletion', { userId, swept: false } satisfies Deletion, { key: userId });
      await removeUser(new Types.ObjectId(userId));
    },
  };
}
