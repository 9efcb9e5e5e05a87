import { type Document, MongoServerError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { commandTopics } from '../testing/cases/collections.js';
import { startTestServer } from '../testing/server.js';
import { ownServer } from '../testing/setup.js';

const { server } = ownServer();

describe.each(Object.entries(commandTopics))('%s', (_topic, cases) => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, { run, expect: expected }) => {
    let reply: Document | undefined;
    let error: unknown;
    for (const command of run) {
      expect(error).toBeUndefined();
      // an error of the last command may be what is expected
      reply = await server()
        .db.command(command)
        .catch((thrown: unknown) => void (error = thrown));
    }
    if (typeof expected === 'number') {
      expect(error).toBeInstanceOf(MongoServerError);
      expect(error).toMatchObject({ code: expected });
    } else {
      if (error !== undefined) throw error as Error;
      expect(reply).toMatchObject(expected);
    }
  });
});

describe('a tailable cursor', () => {
  it('gives what comes after it was opened, and waits for it', async () => {
    const log = await server().db.createCollection<{ _id: number }>('log', { capped: true, size: 4096 });
    await log.insertOne({ _id: 1 });
    const cursor = log.find({}, { tailable: true, awaitData: true });
    expect(await cursor.next()).toEqual({ _id: 1 });
    const next = cursor.next();
    await log.insertOne({ _id: 2 });
    expect(await next).toEqual({ _id: 2 });
    await cursor.close();
  });

  it('dies when what it stood on is gone', async () => {
    const log = await server().db.createCollection<{ _id: number }>('log', {
      capped: true,
      size: 4096,
      max: 2,
    });
    await log.insertOne({ _id: 1 });
    const cursor = log.find({}, { tailable: true });
    await cursor.next();
    await log.insertMany([{ _id: 2 }, { _id: 3 }]);
    await expect(cursor.next()).rejects.toMatchObject({ code: 136 });
  });
});

it('deletes expired documents of a time series', async () => {
  let now = new Date('2026-01-01T00:00:00Z');
  const other = await startTestServer({ now: () => now, ttlInterval: 5 });
  const series = await other.db.createCollection<{ t: Date }>('s', {
    timeseries: { timeField: 't' },
    expireAfterSeconds: 60,
  });
  await series.insertMany([{ t: now }, { t: new Date('2026-01-01T01:00:00Z') }]);
  now = new Date('2026-01-01T00:30:00Z');
  await expect.poll(() => series.countDocuments()).toBe(1);
  await other.stop();
});
