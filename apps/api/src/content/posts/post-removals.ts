import { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import { STALE_AFTER } from '../../platform/events/stored-event.js';
import { permissionDenied } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { later } from '../../platform/time.js';
import type { EventOutbox } from '../../community/events.js';
import type { Inboxes } from '../../community/inboxes/inboxes.feature.js';
import type { UploadUses } from '../../community/uploads/upload-uses.js';
import { findPost, getPost, postNotFound } from './find-post.js';
import { mediaUrls } from './post-media.js';
import type { PostRecord } from './post.model.js';
import type { StoredPost } from './post.presenter.js';
import { ownTagsDue } from './tag-numbers.js';

export interface PostRemovalsDeps extends Pick<Platform, 'now'> {
  posts: Collection<PostRecord>;
  uploads: Pick<UploadUses, 'drop'>;
  inboxes: Pick<Inboxes, 'removingPost'>;
  outbox: Pick<EventOutbox, 'publish'>;
}

const REMOVALS_AT_ONCE = 500;

/** Fields of a post during its deletion; no list and no feed finds it. */
const REMOVED = {
  user: new Types.ObjectId('0'.repeat(24)),
  hidden: true,
  feedKeys: [],
  tagKeys: [],
  searchTerms: [],
  media: [],
  uploads: [],
  hasMedia: false,
};

/** @throws AppError 403 if the viewer is neither the owner nor an admin */
async function remove(deps: PostRemovalsDeps, viewer: Viewer, id: string): Promise<void> {
  const post = await getPost(deps.posts, id);
  const own = post.user.toHexString() === viewer.id;
  if (!own && !viewer.isAdmin) throw permissionDenied();
  if (!own) {
    const { _id: target, user, title, description } = post;
    const content = title || description;
    await deps.outbox.publish('adminRemoval', { admin: viewer, act: 'remove-post', user, target, content });
  } else if (!(await removeOne(deps, post))) throw postNotFound();
}

/** Removes a reported post; the caller has logged it. Does nothing if the post is gone. */
async function removeReported(deps: PostRemovalsDeps, _id: Types.ObjectId): Promise<void> {
  const post = await findPost(deps.posts, _id);
  if (post !== null) await removeOne(deps, post);
}

/** Removes a post that is old enough to go, unless it is pinned or its author suspended. @returns whether it did */
async function removeExpired(deps: PostRemovalsDeps, _id: Types.ObjectId): Promise<boolean> {
  const post = await findPost(deps.posts, _id);
  return post !== null && (await removeOne(deps, post, { pinnedAt: null, hidden: false }));
}

/** Removes the posts of a user. The caller removes the user's uploads. */
async function removeOfUser(
  deps: PostRemovalsDeps,
  user: Types.ObjectId,
  signal: AbortSignal,
): Promise<void> {
  for await (const { _id } of deps.posts.find({ user, deletedAt: null }, { projection: { _id: 1 } })) {
    signal.throwIfAborted();
    await removeOne(deps, { _id, user });
  }
}

/**
 * @param only what must hold for the post to be removed
 * @returns false if it does not, or another call is removing the post
 */
async function removeOne(
  deps: PostRemovalsDeps,
  { _id, user, media = [] }: Pick<PostRecord, '_id' | 'user'> & Partial<StoredPost>,
  only: { pinnedAt?: null; hidden?: false } = {},
): Promise<boolean> {
  const { matchedCount } = await deps.inboxes.removingPost(_id, () =>
    deps.posts.updateOne({ _id, deletedAt: null, ...only }, [
      {
        $set: {
          ...REMOVED,
          ...ownTagsDue(),
          ...{ owner: user, uncounted: user, totalsDue: true, deletedAt: deps.now() },
        },
      },
    ]),
  );
  if (matchedCount === 0) return false;
  // First, since the rest may take long and nothing names the uploads any more.
  deps.uploads.drop(user.toHexString(), mediaUrls(media));
  await finishOne(deps, _id);
  return true;
}

/** Continues interrupted and unfinished deletions. */
async function finish(deps: PostRemovalsDeps): Promise<void> {
  const before = later(deps.now(), -STALE_AFTER);
  const found = await deps.posts
    .find({ deletedAt: { $lt: before } }, { projection: { _id: 1 }, limit: REMOVALS_AT_ONCE })
    .toArray();
  for (const { _id } of found) await finishOne(deps, _id);
}

async function finishOne(deps: PostRemovalsDeps, post: Types.ObjectId): Promise<void> {
  const done = await deps.outbox.publish('postRemoval', post);
  if (done.includes(false)) return;
  await deps.posts.deleteOne({
    _id: post,
    'pending.0': { $exists: false },
    'tagsDue.op': { $exists: false },
  });
}

/**
 * Deletes posts with their interactions, comments and their likes. `finish` completes interrupted deletions.
 */
export const createPostRemovals = (deps: PostRemovalsDeps) => ({
  remove: (viewer: Viewer, id: string) => remove(deps, viewer, id),
  removeReported: (post: Types.ObjectId) => removeReported(deps, post),
  removeExpired: (post: Types.ObjectId) => removeExpired(deps, post),
  removeOfUser: (user: Types.ObjectId, signal: AbortSignal) => removeOfUser(deps, user, signal),
  finish: () => finish(deps),
});
