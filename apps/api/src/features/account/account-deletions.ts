import { Types } from 'mongoose';
import type { Logger } from 'pino';
import type { Content } from '../../content.js';
import type { Background } from '../../platform/jobs/background.js';
import { Lease } from '../../platform/jobs/lease.js';
import { native } from '../../platform/db/native.js';
import { AppError } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { MediaStorage } from '../../platform/storage/media-storage.js';
import type { Models } from '../../models.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { endAccess } from '../sessions/evict.js';
import type { AccountDeletionRecord } from './account-deletion.model.js';

/** Requests that were under way when the account was deleted are done after this. Milliseconds. */
export const SWEEP_AGAIN_AFTER = 60_000;
/** Documents of one kind that are read at a time. */
const BATCH = 200;
const ACCOUNTS_PER_RUN = 20;
const LEASE = 60_000;
const RUN_EVERY = 30_000;

interface Parts {
  models: Models;
  content: Pick<Content, 'posts' | 'comments' | 'flags'>;
  storage: Pick<MediaStorage, 'remove'>;
  now: () => Date;
  log: Logger;
  background: Background;
}

/**
 * Deletes accounts with everything in them, beside the requests (design §4, Suspended, deleted users). Each step may be
 * done twice and each counter changes with its document, so a crash anywhere leaves work that the next run goes on
 * with. Who has asked for it is signed out and invisible at once, since content without a user is not shown.
 */
export class AccountDeletions {
  private readonly lease: Lease;
  private readonly periodic: Periodic;
  private started = false;

  constructor(private readonly parts: Parts) {
    const { models, now, log } = parts;
    this.lease = new Lease(native(models.Lease), 'account-deletions', LEASE, now);
    this.periodic = new Periodic({ name: 'account deletions', every: RUN_EVERY, run: () => this.run(), log });
  }

  /** Goes on with what is to be deleted, from now on and beside the requests. */
  start(): void {
    this.started = true;
    this.parts.background.register(this.periodic);
    this.periodic.start();
  }

  /** Notes the wish, then removes the user and whatever signs in as them; the rest follows. */
  async begin(userId: string): Promise<void> {
    const user = new Types.ObjectId(userId);
    await this.parts.models.AccountDeletion.updateOne(
      { _id: user },
      { $setOnInsert: { requestedAt: this.parts.now(), sweptAt: null } },
      { upsert: true },
    );
    await this.removeUser(user);
    if (this.started) this.periodic.nudge();
  }

  /** Goes on with all deletions that are due; nothing where another process is at it. */
  async run(): Promise<void> {
    if (!(await this.lease.hold())) return;
    const cutoff = new Date(this.parts.now().getTime() - SWEEP_AGAIN_AFTER);
    try {
      const due = await this.parts.models.AccountDeletion.find({
        $or: [{ sweptAt: null }, { sweptAt: { $lte: cutoff } }],
      })
        .limit(ACCOUNTS_PER_RUN)
        .lean();
      for (const deletion of due) {
        await this.lease.hold();
        await this.sweep(deletion);
      }
    } finally {
      await this.lease.release();
    }
  }

  private async sweep({ _id, sweptAt }: AccountDeletionRecord): Promise<void> {
    const { AccountDeletion } = this.parts.models;
    await this.removeUser(_id);
    await this.removePosts(_id);
    await this.parts.content.comments.removeOfUser(_id);
    await this.parts.content.flags.removeOfUser(_id);
    await this.removeUploads(_id);
    if (sweptAt === null) {
      await AccountDeletion.updateOne({ _id }, { $set: { sweptAt: this.parts.now() } });
      return;
    }
    await AccountDeletion.deleteOne({ _id });
    this.parts.log.info({ userId: _id.toString() }, 'an account was deleted');
  }

  private async removeUser(user: Types.ObjectId): Promise<void> {
    const { User, Identity, PasswordReset, Board } = this.parts.models;
    await User.deleteOne({ _id: user });
    await Promise.all([
      endAccess(this.parts, user),
      Identity.deleteMany({ user }),
      PasswordReset.deleteMany({ user }),
      Board.deleteMany({ user }),
    ]);
  }

  private async removeUploads(user: Types.ObjectId): Promise<void> {
    const files = native(this.parts.models.MediaFile);
    await inBatches(
      () =>
        files
          .find({ user }, { projection: { _id: 1 } })
          .limit(BATCH)
          .toArray(),
      async ({ _id }) => {
        await this.parts.storage.remove(_id);
        await files.deleteOne({ _id });
      },
    );
  }

  private async removePosts(user: Types.ObjectId): Promise<void> {
    const posts = native(this.parts.models.Post);
    await inBatches(
      () =>
        posts
          .find({ user }, { projection: { _id: 1 } })
          .limit(BATCH)
          .toArray(),
      ({ _id }) => unlessGone(this.parts.content.posts.remove(viewerOf(user), _id.toHexString())),
    );
  }
}

/** The deleted user, as far as the services of posts and comments ask who is the owner. */
const viewerOf = (user: Types.ObjectId): Viewer => ({
  id: user.toHexString(),
  userName: '',
  isAdmin: false,
  sessionId: '',
});

/** Handles what is found until nothing is. */
async function inBatches<T>(read: () => Promise<T[]>, handle: (item: T) => Promise<void>): Promise<void> {
  for (let items = await read(); items.length > 0; items = await read()) {
    for (const item of items) await handle(item);
  }
}

/** Another may have removed it between the reading and the removal. */
async function unlessGone(removal: Promise<void>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
  }
}
