import mongoose, { type Types } from 'mongoose';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dropDatabases, openDatabase } from '../../testing/databases.js';
import { HOUR, later, MINUTE, SECOND } from '../time.js';
import { createCounters, type Counted } from './counters.js';
import { createOutbox } from './outbox.js';
import { newEventId, type HasOutbox, type StoredEvent } from './stored-event.js';

interface Vote extends HasOutbox {
  on: Types.ObjectId;
}
interface Thing extends Counted {
  votes: number;
}

let time: Date;
let received: string[];
let isFailing: boolean;
let thing: Types.ObjectId;
let scene: Awaited<ReturnType<typeof createScene>>;
beforeEach(async () => {
  time = new Date('2026-03-01T12:00:00Z');
  received = [];
  isFailing = false;
  scene = await createScene();
  thing = (await scene.things.insertOne({ votes: 0 } as Thing)).insertedId;
});
afterEach(dropDatabases);

/** Votes that hold events, the things that count them, and a subscriber. */
async function createScene() {
  const now = () => time;
  const { db } = await openDatabase();
  const votes = db!.collection<Vote>('votes');
  const things = db!.collection<Thing>('things');
  const outbox = createOutbox<{ vote: string }>({
    types: { vote: { field: 'votes' } },
    now,
    log: pino({ level: 'silent' }),
  });
  const events = outbox.source<Vote, Thing>({
    types: ['vote'],
    collection: votes,
    counters: createCounters({ collection: things, projection: { votes: 1 }, now }),
    targetOf: ({ on }) => on,
    payloads: { vote: (_vote, { op }) => op.toHexString() },
  });
  outbox.subscribe('vote', (id) => {
    if (isFailing) return Promise.reject(new Error('down'));
    received.push(id);
    return Promise.resolve();
  });
  return { votes, things, outbox, events };
}

/** Writes a document that holds events, a second apart. */
async function insertVote(count = 1): Promise<{ vote: Vote; events: StoredEvent[] }> {
  const events = Array.from({ length: count }, (_, index) => ({
    op: newEventId(later(time, index * 1000)),
    delta: { votes: 1 },
  }));
  const vote: Vote = { _id: new mongoose.Types.ObjectId(), on: thing, pending: events };
  await scene.votes.insertOne(vote);
  return { vote, events };
}
const idsOf = (events: readonly StoredEvent[]) => events.map(({ op }) => op.toHexString());
const countVotes = async () => (await scene.things.findOne({ _id: thing }))?.votes;
const countPending = () => scene.votes.countDocuments({ 'pending.0': { $exists: true } });

describe('the catch-up', () => {
  it('delivers the events of a document in order, and acknowledges them', async () => {
    const { events } = await insertVote(3);
    time = later(time, MINUTE);
    await scene.outbox.catchUp();
    expect(received).toEqual(idsOf(events));
    expect([await countVotes(), await countPending()]).toEqual([3, 0]);
  });

  it('keeps the order of a document if a subscriber fails', async () => {
    const { events } = await insertVote(2);
    time = later(time, MINUTE);
    isFailing = true;
    await scene.outbox.catchUp();
    expect([received, await countVotes(), await countPending()]).toEqual([[], 1, 1]);
    isFailing = false;
    await scene.outbox.catchUp();
    expect(received).toEqual(idsOf(events));
    expect([await countVotes(), await countPending()]).toEqual([2, 0]);
  });

  it('leaves recent events to the process that wrote them', async () => {
    expect(await scene.outbox.oldestPending()).toBe(0);
    await insertVote();
    time = later(time, 10 * SECOND);
    await scene.outbox.catchUp();
    expect([received, await countPending()]).toEqual([[], 1]);
    expect(await scene.outbox.oldestPending()).toBe(10);
  });
});

describe('an event', () => {
  it('is counted once, however often it is delivered', async () => {
    const { vote, events } = await insertVote();
    isFailing = true;
    for (let round = 0; round < 2; round += 1) await scene.events.deliver(vote, events[0]!);
    expect([await countVotes(), received.length, await countPending()]).toEqual([1, 0, 1]);
    isFailing = false;
    await scene.events.deliver(vote, events[0]!);
    expect([await countVotes(), received, await countPending()]).toEqual([1, idsOf(events), 0]);
  });

  it('is counted once if its subscriber fails for longer than markers are stored', async () => {
    isFailing = true;
    const { vote, events } = await insertVote();
    await scene.events.deliver(vote, events[0]!);
    time = later(time, 2 * HOUR);
    await scene.outbox.catchUp();
    // Writes remove expired markers.
    for (let round = 0; round < 3; round += 1) {
      const other = await insertVote();
      await scene.events.deliver(other.vote, other.events[0]!);
    }
    isFailing = false;
    time = later(time, MINUTE);
    await scene.outbox.catchUp();
    expect([await countVotes(), await countPending()]).toEqual([4, 0]);
  });
});
