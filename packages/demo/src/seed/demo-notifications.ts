import { createInboxes, createNotificationWriter } from '@social-feed/api/seeding';
import type { DemoCollections } from './demo-collections.js';
import { personId } from './demo-records.js';

/** Number of latest posts that get notifications of likes and comments. */
const POSTS = 10;
/** Maximum number of events read per kind. */
const MOST = 500;
/** Number of notifications that stay unread. */
const UNREAD = 3;

/**
 * Notifies the account `demo` of its followers and of likes and comments on its latest posts, like the API does.
 * Repeated calls create no duplicates.
 */
export async function tellDemo(
  { models, notifications, relationships, posts, interactions, comments }: DemoCollections,
  now: () => Date,
): Promise<void> {
  const recipient = personId(0);
  const recorder = createNotificationWriter({
    notifications,
    inboxes: createInboxes({ connection: models.notifications.db, now }),
    now,
  });
  const own = await posts.find({ user: recipient }).sort({ createdAt: -1, _id: -1 }).limit(POSTS).toArray();
  const post = { $in: own.map(({ _id }) => _id) };
  const [follows, likes, written] = await Promise.all([
    relationships.find({ person: recipient, following: true }).limit(MOST).toArray(),
    interactions.find({ post, liked: true }).limit(MOST).toArray(),
    comments
      .find({ post, parent: { $exists: false } })
      .limit(MOST)
      .toArray(),
  ]);
  const entryOf = (user: (typeof follows)[0]['user'], at: Date, ref = user) => ({
    ref,
    user,
    at,
    changedAt: at,
    isOn: true,
  });
  await Promise.all([
    ...follows.map(({ user, followingSince }) =>
      recorder.record({ kind: 'follow', recipient, entry: entryOf(user, followingSince ?? now()) }),
    ),
    ...likes.map(({ post, user, likedAt }) =>
      recorder.record({ kind: 'like', recipient, post, entry: entryOf(user, likedAt ?? now()) }),
    ),
    ...written.map(({ _id, post, user, createdAt }) =>
      recorder.record({ kind: 'comment', recipient, post, entry: entryOf(user, createdAt, _id) }),
    ),
  ]);
  const [read] = await notifications
    .find({ recipient })
    .sort({ at: -1, _id: -1 })
    .skip(UNREAD)
    .limit(1)
    .toArray();
  if (read !== undefined)
    await notifications.updateMany({ recipient, at: { $lte: read.at } }, [
      { $set: { readAt: '$at', isUnread: false } },
    ]);
}
