import { Types } from 'mongoose';
import type { Viewer } from '../platform/http/viewer.js';
import type { NewPost } from '../content/posts/post-positions.js';
import { atKeys } from '../content/posts/posts.feature.js';
import { personTerms } from '../community/users/people-terms.js';
import { NO_COUNTS } from '../content/posts/post.model.js';
import type { TestApp } from './test-app.js';

/** Fields of an author's post, for `PostPositions.insert`. */
export const newPost = (user: Types.ObjectId, fields: Partial<NewPost> = {}): NewPost => ({
  _id: new Types.ObjectId(),
  user,
  title: 'A walk along the river',
  description: '',
  location: '',
  media: [],
  hasMedia: false,
  tags: [],
  tagKeys: [],
  searchTerms: [],
  createdAt: new Date(),
  editedAt: null,
  pinnedAt: null,
  ...NO_COUNTS,
  ...fields,
});

const BATCH = 1000;

/**
 * Inserts posts into the feed, without the API.
 * @returns their IDs
 */
export async function insertPosts(
  app: TestApp,
  count: number,
  user = new Types.ObjectId(),
): Promise<string[]> {
  const ids: string[] = [];
  for (let done = 0; done < count; done += BATCH) {
    const posts = Array.from({ length: Math.min(BATCH, count - done) }, () => newPost(user));
    await app.ctx.posts.positions.insert(posts);
    ids.push(...posts.map((post) => post._id.toHexString()));
  }
  return ids;
}

let people = 0;

/** A stored user without a password. */
export const userRecord = (userName: string, fullName: string, now: Date) => ({
  fullName,
  userName,
  userNameLower: userName.toLowerCase(),
  searchTerms: personTerms({ userName, fullName }),
  email: `${userName}@example.org`,
  emailVerified: false,
  profilepic: '',
  isAdmin: false,
  suspendedAt: null,
  lastLogin: null,
  createdAt: now,
  updatedAt: now,
});

/** Inserts a user without the API; returns it and the viewer of its session. */
export async function insertUser(
  app: TestApp,
  fields: { isAdmin?: boolean; suspendedAt?: Date } = {},
): Promise<{ _id: Types.ObjectId; viewer: Viewer }> {
  people += 1;
  const _id = new Types.ObjectId();
  const userName = `reader_${people}`;
  await app.ctx.models.User.collection.insertOne({
    _id,
    ...userRecord(userName, `Reader ${people}`, app.clock.now()),
    ...fields,
  });
  return {
    _id,
    viewer: { id: _id.toHexString(), userName, isAdmin: fields.isAdmin ?? false, sessionId: '' },
  };
}

/** Returns the database's query plan for a page of the random feed. */
export async function explainPage(
  app: TestApp,
  keys: readonly number[],
): Promise<{ nReturned: number; totalDocsExamined: number; totalKeysExamined: number }> {
  const plan = await app.ctx.models.Post.collection
    .find(atKeys(keys), { limit: 100 })
    .explain('executionStats');
  return plan['executionStats'];
}
