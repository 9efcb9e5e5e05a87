import type { Migration } from '../../platform/db/migrations.js';

/** Deletions and mail that waited in queues of their own wait as jobs from now on. */
export const oldQueues: Migration = {
  name: '2026-11-22-old-queues',
  async run(connection) {
    const jobs = connection.collection('jobs');
    const add = async (type: string, key: string, payload: object) => {
      const now = new Date();
      const fields = {
        payload,
        runAt: now,
        createdAt: now,
        lockedUntil: new Date(0),
        version: 1,
        attempts: 0,
      };
      await jobs.updateOne({ type, key }, { $setOnInsert: fields }, { upsert: true });
    };
    const deletions = connection.collection('accountdeletions');
    for await (const { _id } of deletions.find()) {
      await add('account-deletion', _id.toString(), { userId: _id.toString(), swept: false });
      await deletions.deleteOne({ _id });
    }
    const mails = connection.collection<{ to: string; sealed: string; state?: string }>('mails');
    for await (const { _id, to, sealed } of mails.find({ state: 'queued' })) {
      await add('mail', _id.toString(), { to, sealed, void: false, expiresAt: null });
      await mails.deleteOne({ _id });
    }
    await mails.deleteMany({ state: 'void' });
    await mails.updateMany({ state: 'kept' }, { $set: { void: false }, $unset: { state: 1 } });
  },
};
