import * as contracts from '@social-feed/contracts';
import type { Types } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import { combineHits, type RateLimitHit } from '../../platform/http/rate-limit.js';
import type { Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { HOUR, MINUTE, SECOND } from '../../platform/time.js';
import type { Users } from '../../community/users/users.feature.js';
import type { UploadUses } from '../../community/uploads/upload-uses.js';
import type { Posts } from '../posts/posts.feature.js';
import { createLimits, DETAILS_LIMIT } from '../posts/posts.routes.js';
import { draftModel } from './draft.model.js';
import { addDraft, changeDraft, deleteDraft, listDrafts } from './drafts.service.js';
import { publishDue, publishNow } from './publishing.js';

const DRAFTS_LIMIT = { name: 'drafts', limit: 120, firstDay: 40, window: HOUR };

/** The job that publishes due posts. */
const PUBLISHING = 'scheduled-posts';

export interface DraftsDeps extends Pick<
  Platform,
  'config' | 'connection' | 'inTurn' | 'jobs' | 'mail' | 'rateLimits' | 'now' | 'log'
> {
  posts: Pick<Posts, 'service'>;
  uploads: Pick<UploadUses, 'dropLater'>;
  users: Pick<Users, 'get'>;
}

/** Drafts in the account, and posts that are published later. Only this feature reads and writes `drafts`. */
export function createDrafts(deps: DraftsDeps) {
  const postLimits = createLimits(deps.config.posts);
  const drafts = collectionOf(draftModel(deps.connection));
  /** Counts a post by schedule like one that its author publishes. */
  async function consumePostLimits(user: Types.ObjectId) {
    const unconfirmed = (await deps.users.get(user))?.confirmEmail === true;
    const hits: RateLimitHit[] = [];
    try {
      for (const limit of postLimits)
        hits.push(await deps.rateLimits.consumeForAccount(limit, user.toHexString(), unconfirmed));
    } catch (error) {
      await combineHits(hits).refund();
      throw error;
    }
    return combineHits(hits);
  }
  const parts = { ...deps, drafts, posts: deps.posts.service, consumePostLimits };
  deps.jobs.define(
    PUBLISHING,
    // A killed process keeps the job locked for as long.
    { every: 15 * SECOND, timeLimit: MINUTE },
    async (_nothing: object, { signal }) => {
      await publishDue(parts, signal);
    },
  );

  return {
    routes(mount: Mount): void {
      const writing = { perAccount: DRAFTS_LIMIT };
      mount(contracts.listDrafts, { perAddress: DETAILS_LIMIT }, async ({ viewer }) => ({
        data: await listDrafts(parts, viewer.id),
      }));
      mount(contracts.createDraft, writing, async ({ body, viewer }) => ({
        data: await addDraft(parts, viewer.id, body),
      }));
      mount(contracts.updateDraft, writing, async ({ params, body, viewer }) => ({
        data: await changeDraft(parts, viewer.id, params.draftId, body),
      }));
      mount(contracts.deleteDraft, writing, async ({ params, viewer }) => {
        await deleteDraft(parts, viewer.id, params.draftId);
        return { message: 'Draft deleted' };
      });
      mount(contracts.publishDraft, { perAccount: postLimits }, async ({ params, viewer }) => ({
        message: 'Post published',
        data: await publishNow(parts, viewer.id, params.draftId),
      }));
    },
    /** Publishes the due posts. */
    publishDue: (signal: AbortSignal) => publishDue(parts, signal),
    /** Whether a draft of a user names an upload. */
    isNaming: async ({ _id, user }: { _id: string; user: Types.ObjectId }) =>
      (await drafts.findOne({ uploads: _id, user }, { projection: { _id: 1 } })) !== null,
    /**
     * Removes what is left of a draft whose post was published and deleted, so that it is not published again.
     * @returns false while it is claimed: the post's record must stay until then, or the post would be made anew
     */
    removeOfPost: async (post: Types.ObjectId): Promise<boolean> => {
      const left = { 'publishing.post': post };
      if ((await drafts.findOne(left, { projection: { _id: 1 } })) === null) return true;
      return (await drafts.deleteOne({ ...left, publishAt: { $lte: deps.now() } })).deletedCount === 1;
    },
    exportOf: (user: Types.ObjectId) => ({
      drafts: drafts.find({ user }, { projection: { user: 0, uploads: 0, publishing: 0 } }),
    }),
    deleteOf: (user: Types.ObjectId) => drafts.deleteMany({ user }),
  };
}
