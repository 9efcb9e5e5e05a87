import fc from 'fast-check';
import { Types } from 'mongoose';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { collectionOf } from '../../platform/db/collection-of.js';
import { MINUTE } from '../../platform/time.js';
import { appScene } from '../../testing/scene.js';
import { createLive } from './live.js';

const scene = appScene();
const PEOPLE = Array.from({ length: 4 }, () => new Types.ObjectId());

/** A process that reads the changes of two users per query, and the events it sent to each user. */
async function listening() {
  const notifications = collectionOf(scene.app.ctx.models.Notification);
  const log = pino({ level: 'silent' });
  const unread = vi.fn(() => Promise.resolve(1));
  const bus = { isUp: () => false, subscribe: () => () => undefined };
  const sizes = { changesAtLeast: 4, usersAtOnce: 2 };
  const live = createLive({ notifications, bus, unread, now: scene.app.clock.now, log, ...sizes });
  const sent = PEOPLE.map(() => vi.fn());
  const isAllowed = () => Promise.resolve(true);
  const leave = await Promise.all(
    PEOPLE.map((person, index) => {
      const stream = { send: sent[index]!, end: () => undefined };
      return live.listen({ userId: person.toHexString(), stream, isAllowed }, undefined);
    }),
  );
  for (const send of sent) send.mockClear();
  return { live, sent, stop: () => leave.forEach((each) => each()) };
}

it('notifies every user, however many changes share one millisecond', async () => {
  const change = fc.record({ person: fc.nat(PEOPLE.length - 1), late: fc.nat(1), id: fc.nat(1000) });
  const rounds = fc.array(fc.uniqueArray(change, { maxLength: 24, selector: ({ id }) => id }), {
    minLength: 1,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      const { collection } = scene.app.ctx.models.Notification;
      await collection.deleteMany({});
      scene.app.clock.advance(MINUTE);
      const { live, sent, stop } = await listening();
      for (const [round, changes] of all.entries()) {
        scene.app.clock.advance(20_000);
        const now = scene.app.clock.now().getTime();
        if (changes.length > 0)
          await collection.insertMany(
            changes.map(({ person, late, id }) => ({
              _id: `like:${round}:${id}` as never,
              recipient: PEOPLE[person],
              touchedAt: new Date(now - late),
              expiresAt: new Date(now + 1_000_000),
            })),
          );
        // Of more than four changes it reads those of its listeners. Those of the previous round are too old.
        await live.tick();
        const told = sent.map((send) => send.mock.calls.some(([event]) => event === 'unread'));
        expect(told).toEqual(PEOPLE.map((_, index) => changes.some(({ person }) => person === index)));
        for (const send of sent) send.mockClear();
      }
      stop();
    }),
    { numRuns: 15 },
  );
});
