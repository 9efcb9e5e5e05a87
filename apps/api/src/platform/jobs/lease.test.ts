import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { Lease } from './lease.js';
import { native } from '../db/native.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const lease = (name: string) => new Lease(native(app.ctx.models.Lease), name, 60_000, app.ctx.now);

it('is held by one of many that ask at once', async () => {
  const held = await Promise.all(Array.from({ length: 10 }, () => lease('race').hold()));
  expect(held.filter(Boolean)).toHaveLength(1);
});

it('is renewed by its holder and passes on when it is let go or has ended', async () => {
  const [first, second] = [lease('work'), lease('work')];
  expect(await first.hold()).toBe(true);
  app.clock.advance(59_000);
  expect(await first.hold()).toBe(true);
  app.clock.advance(59_000);
  expect(await second.hold()).toBe(false);
  app.clock.advance(1000);
  expect(await second.hold()).toBe(true);
  expect(await first.hold()).toBe(false);
  await first.release();
  expect(await first.hold()).toBe(false);
  await second.release();
  expect(await first.hold()).toBe(true);
});
