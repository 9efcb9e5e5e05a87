import { ObjectId } from 'bson';
import { describe, expect, it } from 'vitest';
import { createIndex, startTestServer } from './testing/server.js';

describe('expiry', () => {
  it('looks as often as setParameter says', async () => {
    const other = await startTestServer({ ttlInterval: 0 });
    try {
      const admin = other.client.db('admin');
      await createIndex(other.db.collection('s'), { at: 1 }, { expireAfterSeconds: 0 });
      await other.db.collection('s').insertOne({ at: new Date(0) });
      await expect(admin.command({ setParameter: 1 })).rejects.toMatchObject({ code: 72 });
      await expect(admin.command({ setParameter: 1, ttlMonitorSleepSecs: 0 })).rejects.toMatchObject({
        code: 2,
      });
      expect(await admin.command({ setParameter: 1, ttlMonitorSleepSecs: 1 })).toMatchObject({ was: 0 });
      expect(await admin.command({ getParameter: 1, ttlMonitorSleepSecs: 1 })).toMatchObject({
        ttlMonitorSleepSecs: 1,
      });
      await expect.poll(() => other.db.collection('s').countDocuments(), { timeout: 5000 }).toBe(0);
    } finally {
      await other.stop();
    }
  });

  it('leaves what a partial index does not hold', async () => {
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

  it('deletes by date and leaves what is no date or still young', async () => {
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
