import type { Connection } from 'mongoose';
import type { Migration } from '../../platform/db/migrations.js';

interface OldIntent {
  targets: { kind: 'post' | 'comment'; id: unknown }[];
}

/**
 * Changes of counters were noted in a collection of their own and recounted by it; now each document holds what it owes.
 * What the old notes name is counted once more, and likes of comments say that they are likes.
 */
export const counterMigration: Migration = {
  name: '2026-11-22-counters-owed-by-their-documents',
  async run(connection: Connection) {
    const likes = connection.collection('commentlikes');
    await likes.updateMany({ liked: { $exists: false } }, { $set: { liked: true } });
    const intents = connection.collection<OldIntent>('counterintents');
    for await (const { targets } of intents.find()) {
      for (const { kind, id } of targets) {
        if (kind === 'post') await recountPost(connection, id);
        else await recountComment(connection, id);
      }
    }
    await intents.drop();
  },
};

/** The totals of authors are kept on their boards; every post there is tells what it brings to them. */
export const totalsMigration: Migration = {
  name: '2026-11-22-totals-on-boards',
  async run(connection: Connection) {
    await connection
      .collection('posts')
      .updateMany({ inTotals: { $exists: false } }, { $set: { totalsDue: true } });
  },
};

const COUNTER_OF = {
  liked: 'likes',
  disliked: 'dislikes',
  saved: 'saves',
  shared: 'shares',
  viewed: 'views',
} as const;

async function recountPost(connection: Connection, id: unknown): Promise<void> {
  const interactions = connection.collection('postinteractions');
  const counts: Record<string, number> = {
    commentsCount: await connection.collection('comments').countDocuments({ post: id }),
  };
  for (const [flag, counter] of Object.entries(COUNTER_OF)) {
    counts[counter] = await interactions.countDocuments({ post: id, [flag]: true });
  }
  const { matchedCount } = await connection
    .collection('posts')
    .updateOne({ _id: id as never }, { $set: counts });
  if (matchedCount > 0) return;
  for (const name of ['postinteractions', 'comments', 'commentlikes']) {
    await connection.collection(name).deleteMany({ post: id });
  }
}

async function recountComment(connection: Connection, id: unknown): Promise<void> {
  const likes = await connection.collection('commentlikes').countDocuments({ comment: id });
  const { matchedCount } = await connection
    .collection('comments')
    .updateOne({ _id: id as never }, { $set: { likes } });
  if (matchedCount === 0) await connection.collection('commentlikes').deleteMany({ comment: id });
}
