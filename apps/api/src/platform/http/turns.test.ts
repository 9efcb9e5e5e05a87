import { afterEach, expect, it } from 'vitest';
import { appScene } from '../../testing/scene.js';
import { later, SECOND } from '../time.js';
import { createInTurn } from './turns.js';

const scene = appScene();

/** The turns of one process of two. */
const turns = (waitsAtMost?: number) =>
  createInTurn({ connection: scene.app.ctx.connection, now: scene.app.clock.now }, waitsAtMost);
const records = () =>
  scene.app.ctx.connection.db!.collection<{ _id: string; holder: string; until: Date }>('turns');
const taken = (_id: string) =>
  records().insertOne({ _id, holder: 'another', until: later(scene.app.clock.now(), 30 * SECOND) });
afterEach(() => records().deleteMany({}));

it('gives each call of several processes its own turn', async () => {
  const processes = [turns(), turns()];
  let running = 0;
  let most = 0;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      processes[index % 2]!('one', async () => {
        running += 1;
        most = Math.max(most, running);
        await records().countDocuments();
        running -= 1;
        return index;
      }),
    ),
  );
  expect(answers).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(most).toBe(1);
  expect(await records().countDocuments()).toBe(0);
});

it('takes no turn for work that does without', async () => {
  await taken('one');
  const free = () => Promise.resolve('free');
  expect(await turns(50)('one', () => Promise.resolve('in turn'), free)).toBe('free');
  await records().deleteMany({});
  const needsTurn = () => Promise.resolve(undefined);
  expect(await turns(50)('one', () => Promise.resolve('in turn'), needsTurn)).toBe('in turn');
});

it('lets calls of other names run at the same time', async () => {
  const inTurn = turns();
  await inTurn('one', () => inTurn('another', () => Promise.resolve()));
});

it('ends with work that fails, and the next call follows', async () => {
  const inTurn = turns();
  const failing = inTurn('one', () => Promise.reject(new Error('It failed')));
  const next = inTurn('one', () => Promise.resolve('next'));
  await expect(failing).rejects.toThrow('It failed');
  expect(await next).toBe('next');
});

it('takes over from a process that died', async () => {
  await taken('one');
  const waiting = turns()('one', () => Promise.resolve('done'));
  scene.app.clock.advance(30 * SECOND);
  expect(await waiting).toBe('done');
});

it('says that the service is unavailable if another process does not end its turn', async () => {
  await taken('one');
  const waiting = turns(50)('one', () => Promise.reject(new Error('It ran')));
  await expect(waiting).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await records().countDocuments({ holder: 'another' })).toBe(1);
});
