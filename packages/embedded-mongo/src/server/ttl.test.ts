import { ObjectId } from 'bson';
import { describe, expect, it } from 'vitest';
import { createIndex, startTestServer } from '../testing/server.js';

describe('expiry', () => {
  it('keeps documents outside of a partial index', async () => {
    const now = Date.now();
    const clocked = await startTestServer({ ttlInterval: 20, now: () => new Date(now) });
    try {
      const orders = clocked.db.collection('orders');
      await createIndex(
        orders,
        { at: 1 },
        { expireAfterSeconds: 60, partialFilterExpression: { status: 'created' } },
      );
      const at = new Date(now - 70_000);
      await orders.insertMany([
        { at, status: 'created' },
        { at, status: 'paid' },
      ]);
      await expect.poll(() => orders.countDocuments({ status: 'created' })).toBe(0);
      expect(await orders.countDocuments()).toBe(1);
    } finally {
      await clocked.stop();
    }
  });

  it('deletes expired dates and keeps other values and later dates', async () => {
    let now = Date.now();
    const clocked = await startTestServer({ ttlInterval: 20, now: () => new Date(now) });
    try {
      const sessions = clocked.db.collection('sessions');
      await createIndex(sessions, { at: 1 }, { expireAfterSeconds: 3600 });
      const id = new ObjectId();
      await sessions.insertMany([
        { at: new Date(now) },
        { at: [new Date(now + 9e6), new Date(now)] },
        { at: 'never' },
        { _id: id, at: new Date(now + 5e6) },
      ]);
      now += 3_500_000;
      await expect.poll(() => sessions.countDocuments()).toBe(4);
      now += 200_000;
      await expect.poll(() => sessions.countDocuments()).toBe(2);
      expect(await sessions.findOne({ _id: id })).not.toBeNull();
    } finally {
      await clocked.stop();
    }
  });
});
