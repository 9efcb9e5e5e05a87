import { mongo, type Connection } from 'mongoose';
import type { Migration } from '../../platform/db/migrations.js';
import { uploadsIn } from '../media/upload-address.js';
import type { PostRecord } from './post.model.js';

/** Indexes that others took the place of. */
const LEFT: Record<string, readonly string[]> = {
  posts: ['createdAt_-1__id_-1', 'views_-1__id_-1', 'likes_-1__id_-1', 'tagKeys_1_createdAt_-1__id_-1'],
  feedseeds: ['lastUsedAt_1', 'generation_1_lastUsedAt_-1'],
};
const NOT_THERE = new Set<number | string | undefined>([26, 27]);

interface OldState {
  current: number;
  live: { g: number; next: number }[];
  old: (number | { g: number })[];
  dropping?: number[];
}

/** Posts say whether they are hidden and have media; pins say since when they stand; generations, when they were left. */
const hiddenPosts: Migration = {
  name: '2026-11-22-hidden-posts',
  async run(connection) {
    const suspended = await connection
      .collection('users')
      .find({ suspendedAt: { $type: 'date' } }, { projection: { _id: 1 } })
      .toArray();
    const posts = connection.collection('posts');
    await posts.updateMany({ hidden: { $exists: false } }, [
      { $set: { hidden: false, hasMedia: { $gt: [{ $size: '$media' }, 0] } } },
    ]);
    for (const { _id } of suspended) {
      await posts.updateMany({ user: _id }, { $set: { hidden: true, feedKeys: [] } });
    }
    await connection.collection('feedseeds').deleteMany({ pinnedAt: { $exists: false } });
    await rewriteState(connection);
    for (const [collection, names] of Object.entries(LEFT)) {
      for (const name of names) await dropIndex(connection, collection, name);
    }
  },
};

/** Posts list the uploads that they name, so that an index finds who uses one. */
const uploadsOfPosts: Migration = {
  name: '2026-11-22-uploads-of-posts',
  async run(connection) {
    const posts = connection.collection<Pick<PostRecord, 'media' | 'uploads'>>('posts');
    const unlisted = { hasMedia: true, uploads: { $exists: false } };
    for await (const { _id, media } of posts.find(unlisted, { projection: { 'media.url': 1 } })) {
      // One that is edited meanwhile lists its own.
      await posts.updateOne(
        { _id, ...unlisted },
        { $set: { uploads: uploadsIn(media.map(({ url }) => url)) } },
      );
    }
  },
};

/** In the order in which they run. */
export const postMigrations: readonly Migration[] = [hiddenPosts, uploadsOfPosts];

async function rewriteState(connection: Connection): Promise<void> {
  const states = connection.collection('feedstates');
  const state = (await states.findOne({})) as unknown as OldState | null;
  if (state === null) return;
  const { current, live, old, dropping = [] } = state;
  const leftAt = new Date();
  await states.updateOne(
    { current },
    {
      $set: {
        live,
        old: [...dropping, ...old].map((left) => (typeof left === 'number' ? { g: left, leftAt } : left)),
      },
      $unset: { building: '', dropping: '' },
    },
  );
}

async function dropIndex(connection: Connection, collection: string, name: string): Promise<void> {
  try {
    await connection.collection(collection).dropIndex(name);
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || !NOT_THERE.has(error.code)) throw error;
  }
}
