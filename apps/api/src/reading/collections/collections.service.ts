import { randomBytes } from 'node:crypto';
import {
  COLLECTION_LIMITS,
  type Collection as ShownCollection,
  type getCollection,
  type QueryOf,
} from '@social-feed/contracts';
import { fold } from '@social-feed/contracts/words';
import { t } from '@social-feed/contracts/t';
import { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError } from '../../platform/http/errors.js';
import type { Platform } from '../../platform/platform.js';
import type { Interactions } from '../interactions/interactions.feature.js';
import { nonNegative, presentPerson } from '../../content/posts/post.presenter.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import type { Users } from '../../community/users/users.feature.js';
import type { CollectionRecord } from '../interactions/collection.model.js';

/** Bytes of a share ID: 128 random bits are not guessed. */
const SHARE_BYTES = 16;

/** What the rules of collections need. Each takes `userId`, the user who calls. */
export interface Collecting extends Pick<Platform, 'inTurn' | 'readPage' | 'now'> {
  collections: Collection<CollectionRecord>;
  users: Pick<Users, 'shownAuthors'>;
  posts: Pick<Posts, 'lists' | 'assembler'>;
  interactions: Pick<Interactions, 'collected' | 'BOOKMARKS_ORDER'>;
}

/** A filter for one own collection. */
const own = (userId: string, collectionId: string) => ({
  _id: new Types.ObjectId(collectionId),
  user: new Types.ObjectId(userId),
});

export async function list(
  { collections, interactions }: Collecting,
  userId: string,
  post: string | undefined,
) {
  const user = new Types.ObjectId(userId);
  const records = await collections
    .find({ user })
    .sort({ key: 1 })
    .limit(COLLECTION_LIMITS.perUser)
    .toArray();
  const having =
    post === undefined ? undefined : await interactions.collected.having(user, new Types.ObjectId(post));
  return records.map((record) => ({
    ...present(record),
    ...(having && { has: having.has(record._id.toHexString()) }),
  }));
}

/** @throws AppError 409 for a name that another collection has, and above the limit */
export async function create(deps: Collecting, userId: string, name: string): Promise<ShownCollection> {
  const user = new Types.ObjectId(userId);
  const record = { _id: new Types.ObjectId(), user, name, key: keyOf(name), size: 0, createdAt: deps.now() };
  await deps.inTurn(`collections ${userId}`, async () => {
    if ((await deps.collections.countDocuments({ user })) >= COLLECTION_LIMITS.perUser) {
      throw new AppError('CONFLICT', t`You can have at most ${COLLECTION_LIMITS.perUser} collections`);
    }
    await refuseTaken(deps.collections.insertOne(record));
  });
  return present(record);
}

export async function update(
  deps: Collecting,
  userId: string,
  collectionId: string,
  { name, isShared }: { name?: string | undefined; isShared?: boolean | undefined },
): Promise<ShownCollection> {
  const { collections } = deps;
  const mine = own(userId, collectionId);
  if (name !== undefined) {
    await refuseTaken(collections.updateOne(mine, { $set: { name, key: keyOf(name) } }));
  }
  if (isShared === true) {
    const shareId = randomBytes(SHARE_BYTES).toString('base64url');
    await collections.updateOne({ ...mine, shareId: { $exists: false } }, { $set: { shareId } });
  }
  if (isShared === false) await collections.updateOne(mine, { $unset: { shareId: 1 } });
  return present(await find(deps, mine));
}

/** Deletes the collection first, so that nobody adds to it while it leaves the bookmarks. */
export async function remove(
  { collections, interactions }: Collecting,
  userId: string,
  collectionId: string,
): Promise<void> {
  const mine = own(userId, collectionId);
  const { deletedCount } = await collections.deleteOne(mine);
  if (deletedCount === 0) throw notFound();
  await interactions.collected.removeCollection(mine._id);
}

export async function change(
  deps: Collecting,
  userId: string,
  collectionId: string,
  { post, action }: { post: string; action: 'add' | 'remove' },
): Promise<ShownCollection> {
  const { collected } = deps.interactions;
  const mine = own(userId, collectionId);
  await find(deps, mine);
  const place = [mine.user, mine._id, new Types.ObjectId(post)] as const;
  const isChanged = await collected[action](...place);
  let changed: ShownCollection;
  try {
    changed = present(await find(deps, mine));
  } catch (error) {
    // Another call deleted it: its bookmarks may have been cleared before this one was added.
    await collected.removeCollection(mine._id);
    throw error;
  }
  // Compared after the write, so that parallel calls cannot exceed the limit.
  if (action === 'add' && isChanged && changed.posts > COLLECTION_LIMITS.postsMax) {
    await collected.remove(...place);
    throw new AppError('CONFLICT', t`A collection has at most ${COLLECTION_LIMITS.postsMax} posts`);
  }
  return changed;
}

/**
 * A page of a collection.
 * @param id the ID of an own collection, or a share ID
 * @throws AppError 404 if there is none, or its owner is suspended or blocks the reader
 */
export async function read(
  deps: Collecting,
  userId: string | null,
  id: string,
  query: QueryOf<typeof getCollection>,
) {
  const record = await find(deps, isShareId(id) ? { shareId: id } : own(userId ?? NOBODY, id));
  const [[owner], page] = await Promise.all([
    deps.users.shownAuthors([record.user.toHexString()]),
    query.sortBy === 'random' ? shuffled(deps, record._id, query) : latest(deps, record._id, query),
  ]);
  if (owner === undefined) throw notFound();
  const { posts: stored, ...rest } = page;
  return {
    data: await deps.posts.assembler.posts(stored, userId),
    collection: present(record),
    owner: presentPerson(owner),
    ...rest,
  };
}

async function latest(
  deps: Collecting,
  collection: Types.ObjectId,
  { limit, cursor }: QueryOf<typeof getCollection>,
) {
  const { shown, nextCursor } = await deps.readPage({
    list: `collection ${collection.toHexString()}`,
    order: deps.interactions.BOOKMARKS_ORDER,
    limit,
    cursor,
    nullable: ['savedAt'],
    find: (range) => deps.interactions.collected.of(collection, range),
  });
  return { posts: await deps.posts.lists.stored(shown.map(({ post }) => post)), nextCursor };
}

async function shuffled(deps: Collecting, collection: Types.ObjectId, query: QueryOf<typeof getCollection>) {
  const found = await deps.interactions.collected.of(collection).limit(COLLECTION_LIMITS.postsMax).toArray();
  const ids = found.map(({ post }) => post.toHexString());
  const { seed, posts, nextCursor } = await deps.posts.lists.shuffledOf(ids, { ...query, page: 1 });
  return { seed, posts, nextCursor };
}

/** @throws AppError 404 */
async function find(
  { collections }: Collecting,
  filter: Partial<CollectionRecord>,
): Promise<CollectionRecord> {
  const record = await collections.findOne(filter);
  if (record === null) throw notFound();
  return record;
}

const NOBODY = '0'.repeat(24);

const isShareId = (id: string): boolean => id.length === Math.ceil((SHARE_BYTES * 8) / 6);

/** Names that differ in letter case, compatible forms or spaces are the same. */
const keyOf = (name: string): string => fold(name).replace(/\s+/gu, ' ').trim();

const present = (record: CollectionRecord): ShownCollection => ({
  _id: record._id.toHexString(),
  name: record.name,
  posts: nonNegative(record.size ?? 0),
  shareId: record.shareId ?? null,
  createdAt: record.createdAt.toISOString(),
});

const notFound = () => new AppError('NOT_FOUND', t`Collection not found`);

/** @throws AppError 409 if the write has the name of another collection */
async function refuseTaken(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const message = t`You have a collection with this name`;
    throw new AppError('ALREADY_EXISTS', message, { errors: [{ path: 'name', message }], cause: error });
  }
}
