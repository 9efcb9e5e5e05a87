import { DEMO_PEOPLE } from '../data/index.js';
import type { mongo } from 'mongoose';
import {
  addToBoards,
  countSaved,
  ConfigError,
  createPostPositions,
  type PostPositions,
  createGenerations,
} from '@social-feed/api/seeding';
import type { DemoCollections } from './demo-collections.js';
import { tellDemo } from './demo-notifications.js';
import {
  personId,
  personRecords,
  postBundle,
  postId,
  type DemoSet,
  type PostBundle,
} from './demo-records.js';
import type { DemoSetRecord } from './demo-set.model.js';

/** Posts per batch: small enough that a batch is a few megabytes for any set. */
const BATCH = 500;
const PEOPLE_BATCH = 500;
const POSTS_PER_GENERATED_PERSON = 100;
const PEOPLE_MAX = 10_000;

/** Number of users for a set of this many posts: the 60 of the demo set, more for large sets. */
export const peopleFor = (posts: number): number =>
  Math.max(DEMO_PEOPLE, Math.min(PEOPLE_MAX, Math.floor(posts / POSTS_PER_GENERATED_PERSON)));

const toDemoSet = (record: DemoSetRecord): DemoSet => ({
  set: record._id,
  options: { people: record.people, total: record.posts },
  mediaOrigin: record.mediaOrigin,
  reactions: record.reactions,
});

/**
 * Writes the missing users. The first, `demo`, gets the password from the README; the others share the hash of an
 * unknown password.
 */
async function writePeople(
  collections: DemoCollections,
  record: DemoSetRecord,
  passwords: { demo: string; others: string },
): Promise<void> {
  for (let from = 0; from < record.people; from += PEOPLE_BATCH) {
    const indexes = range(from, Math.min(record.people, from + PEOPLE_BATCH));
    const present = await collections.users
      .find({ _id: { $in: indexes.map(personId) } }, { projection: { _id: 1 } })
      .toArray();
    const known = new Set(present.map((user) => user._id.toHexString()));
    const missing = indexes
      .filter((index) => !known.has(personId(index).toHexString()))
      .map((index) =>
        personRecords(index, {
          mediaOrigin: record.mediaOrigin,
          passwordHash: index === 0 ? passwords.demo : passwords.others,
        }),
      );
    if (missing.length === 0) continue;
    // Write boards and follows first, so that every existing user has them.
    const ids = missing.map(({ user }) => user._id);
    await collections.boards.deleteMany({ user: { $in: ids } });
    await collections.relationships.deleteMany({ user: { $in: ids } });
    await insertAll(
      collections.relationships,
      missing.flatMap(({ relationships }) => relationships),
    );
    await insertAll(
      collections.boards,
      missing.map(({ board }) => board),
    );
    await insertAll(
      collections.users,
      missing.map(({ user }) => user),
    );
  }
}

/**
 * Checks the names before anything is written, since a set that cannot be completed would be retried forever.
 * @throws ConfigError if an existing user has the name or email address of one of its users
 */
export async function requireFreeNames(
  { users }: DemoCollections,
  { people, mediaOrigin }: DemoSetRecord,
): Promise<void> {
  for (let from = 0; from < people; from += PEOPLE_BATCH) {
    const own = range(from, Math.min(people, from + PEOPLE_BATCH)).map(
      (index) => personRecords(index, { mediaOrigin, passwordHash: '' }).user,
    );
    const taken = await users.findOne({
      _id: { $nin: own.map(({ _id }) => _id) },
      $or: [
        { userNameLower: { $in: own.map(({ userNameLower }) => userNameLower) } },
        { email: { $in: own.map(({ email }) => email) } },
      ],
    });
    if (taken === null) continue;
    throw new ConfigError(
      `${taken.userName} has the user name or the e-mail address of a generated person, so nothing was written.`,
    );
  }
}

/** Removes an interrupted batch, so that it can be rewritten. */
async function removeBatch(
  collections: DemoCollections,
  demo: DemoSet,
  indexes: readonly number[],
): Promise<void> {
  const ids = indexes.map((index) => postId(demo, index));
  await collections.posts.deleteMany({ _id: { $in: ids } });
  await collections.interactions.deleteMany({ post: { $in: ids } });
  await collections.comments.deleteMany({ post: { $in: ids } });
  await collections.commentLikes.deleteMany({ post: { $in: ids } });
}

/** Writes posts last, so that no post is visible without its related documents. */
async function writeBatch(
  collections: DemoCollections,
  positions: PostPositions,
  bundles: readonly PostBundle[],
): Promise<void> {
  await insertAll(
    collections.interactions,
    bundles.flatMap((bundle) => bundle.interactions),
  );
  await insertAll(
    collections.comments,
    bundles.flatMap((bundle) => bundle.comments),
  );
  await insertAll(
    collections.commentLikes,
    bundles.flatMap((bundle) => bundle.commentLikes),
  );
  await positions.insert(bundles.map((bundle) => bundle.post));
}

/**
 * Writes a set from its current state to its end, in batches, in constant memory. Call it again to complete a set
 * interrupted at any point; nothing is written twice.
 * @param onProgress posts written so far
 * @param stopped checked between batches; true stops the writing early
 */
export async function seedSet(
  collections: DemoCollections,
  record: DemoSetRecord,
  options: {
    passwords: { demo: string; others: string };
    onProgress?: (done: number) => void;
    stopped?: () => boolean;
    batch?: number;
  },
): Promise<void> {
  const demo = toDemoSet(record);
  const generations = createGenerations(collections.models.feedStates);
  const positions = createPostPositions(collections.models.posts, generations);
  await positions.ensure(new Date());
  await writePeople(collections, record, options.passwords);
  let cutOff = true;
  options.onProgress?.(record.next);
  const { batch = BATCH } = options;
  for (let from = record.next; from < record.posts; from += batch) {
    if (options.stopped?.() === true) return;
    const indexes = range(from, Math.min(record.posts, from + batch));
    if (cutOff) await removeBatch(collections, demo, indexes);
    cutOff = false;
    await writeBatch(
      collections,
      positions,
      indexes.map((index) => postBundle(demo, index)),
    );
    const next = from + indexes.length;
    await collections.sets.updateOne({ _id: record._id }, { $set: { next } });
    options.onProgress?.(next);
  }
  if (record.reactions) {
    for (let start = 0; start < record.people; start += PEOPLE_BATCH) {
      const people = range(start, Math.min(record.people, start + PEOPLE_BATCH)).map(personId);
      await countSaved(collections.models.boards.db, people);
    }
  }
  // Boards show the same figures from the start. Later sets are left to the API, which may be running.
  if (record._id === 0) await addToBoards(collections.models.boards.db, () => new Date());
  // Later sets are written while the account may be in use.
  if (record.reactions && record._id === 0) await tellDemo(collections, () => new Date());
  await collections.sets.updateOne({ _id: record._id }, { $set: { done: true } });
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

async function insertAll<T extends mongo.BSON.Document>(
  collection: mongo.Collection<T>,
  documents: readonly T[],
): Promise<void> {
  if (documents.length === 0) return;
  await collection.insertMany(documents as readonly mongo.OptionalUnlessRequiredId<T>[], { ordered: true });
}
