import { mongo } from 'mongoose';
import type { Migration } from './migration.js';

/** Seconds since the events were written: enough for the outbox to deliver them at once. */
const AGE = 60;

interface MentionsJob {
  _id: mongo.ObjectId;
  type: string;
  payload: { post: string };
}
interface StoredPost {
  _id: mongo.ObjectId;
  pending?: { op: mongo.ObjectId; delta: Record<string, number> }[];
}

/**
 * Replaces the jobs that searched posts for mentions by events of the posts, and removes the job that the outbox
 * replaces.
 */
export const outboxMigration: Migration = {
  name: '0004-outbox',
  async up(db, signal) {
    const jobs = db.collection<MentionsJob>('jobs');
    const posts = db.collection<StoredPost>('posts');
    for await (const { _id: job, payload } of jobs.find({ type: 'post-mentions' })) {
      signal.throwIfAborted();
      const event = {
        op: new mongo.ObjectId(mongo.ObjectId.generate(Math.floor(Date.now() / 1000) - AGE)),
        delta: { mentions: 0 },
      };
      await posts.updateOne(
        { _id: new mongo.ObjectId(payload.post), 'pending.delta.mentions': { $exists: false } },
        { $push: { pending: event } },
      );
      await jobs.deleteOne({ _id: job });
    }
    await jobs.deleteMany({ type: 'counter-repair' });
    signal.throwIfAborted();
  },
};
