import { countExpiredPosts, EXPIRY_LIMITS, type ExpiredPosts } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { DAY, HOUR, MINUTE, later } from '../../platform/time.js';
import type { Interactions } from '../../reading/interactions/interactions.feature.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import type { Reports } from '../reports/reports.feature.js';

const COUNTS_LIMIT: RateLimit = { name: 'expired-posts', limit: 60, firstDay: 30, window: HOUR };

/** The job that deletes old posts of users who want that. */
const SWEEP = 'expired-posts';
/** Users looked at, and posts deleted, by one run of the job. */
const AT_ONCE = 100;

export interface ExpiryDeps extends Pick<Platform, 'jobs' | 'now' | 'log'> {
  posts: Pick<Posts, 'removals' | 'settings' | 'expired'>;
  interactions: Pick<Interactions, 'savedAmong'>;
  reports: Pick<Reports, 'openAmong'>;
  restrictionsOf: (user: Types.ObjectId) => Promise<{ suspended: boolean }>;
}

/** Own posts that go after a time of their author's choice. */
export function createExpiry({ posts, interactions, reports, restrictionsOf, jobs, now, log }: ExpiryDeps) {
  const { settings } = posts;

  /** Those of these posts that their author has not saved, and that no undecided report is about. */
  async function goingAmong(user: Types.ObjectId, ids: Types.ObjectId[]): Promise<Types.ObjectId[]> {
    const [saved, reported] = await Promise.all([interactions.savedAmong(user, ids), reports.openAmong(ids)]);
    return ids.filter((id) => !saved.has(id.toHexString()) && !reported.has(id.toHexString()));
  }

  /** Returns how many posts would go now, among the oldest that are counted. */
  async function count(user: Types.ObjectId, days: number): Promise<ExpiredPosts> {
    const { countedMax } = EXPIRY_LIMITS;
    const found = { count: 0, read: 0 };
    for await (const ids of posts.expired(user, later(now(), -days * DAY), countedMax + 1)) {
      const counted = ids.slice(0, countedMax - found.read);
      found.read += ids.length;
      found.count += (await goingAmong(user, counted)).length;
    }
    return { count: found.count, more: found.read > countedMax };
  }

  /** Deletes posts of a user that are old enough. @returns how many; at most `most` */
  async function sweep(user: Types.ObjectId, days: number, most: number, signal: AbortSignal) {
    let deleted = 0;
    for await (const ids of posts.expired(user, later(now(), -days * DAY))) {
      if ((await restrictionsOf(user)).suspended) break;
      for (const id of await goingAmong(user, ids)) {
        signal.throwIfAborted();
        // Read each time, so that turning it off, saving and reporting a post count at once.
        if (deleted === most || (await settings.of(user)).deleteAfter !== days) return deleted;
        if ((await goingAmong(user, [id])).length === 0) continue;
        if (await posts.removals.removeExpired(id)) deleted += 1;
      }
    }
    return deleted;
  }

  async function sweepDue(signal: AbortSignal): Promise<{ runAt: Date } | undefined> {
    let left = AT_ONCE;
    for (let due = await settings.nextSweep(); due !== null; due = await settings.nextSweep()) {
      signal.throwIfAborted();
      if (left <= 0) return { runAt: later(now(), MINUTE) };
      const { _id: user, deleteAfter } = due;
      const deleted = await sweep(user, deleteAfter!, left, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        // The posts of others must not wait for it.
        log.error({ userId: user.toHexString(), err: error }, 'old posts could not be deleted');
        return 0;
      });
      if (deleted > 0) log.info({ userId: user.toHexString(), deleted }, 'old posts were deleted');
      // A user with more posts comes again after the others.
      await settings.swept(due, deleted === left ? now() : later(now(), DAY));
      left -= 1 + deleted;
    }
    return undefined;
  }

  jobs.define(SWEEP, { every: HOUR, timeLimit: 10 * MINUTE }, (_nothing: object, { signal }) =>
    sweepDue(signal),
  );

  return {
    routes(mount: Mount): void {
      mount(countExpiredPosts, { perAccount: COUNTS_LIMIT }, async ({ query, viewer }) => ({
        data: await count(new Types.ObjectId(viewer.id), query.deleteAfter),
      }));
    },
  };
}
