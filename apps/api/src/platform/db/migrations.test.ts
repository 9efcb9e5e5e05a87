import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { runMigrations, type Migration } from './migrations.js';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const ran: string[] = [];
const migration = (name: string, fails = false): Migration => ({
  name,
  run: () => {
    ran.push(name);
    return fails ? Promise.reject(new Error(`${name} failed`)) : Promise.resolve();
  },
});

describe('migrations', () => {
  it('run once, in order, and only what is new the next time', async () => {
    await runMigrations(test.ctx, [migration('a'), migration('b')]);
    await runMigrations(test.ctx, [migration('a'), migration('b'), migration('c')]);
    expect(ran).toEqual(['a', 'b', 'c']);
  });

  it('stop at one that fails, which runs again the next time', async () => {
    ran.length = 0;
    const failing = [migration('d'), migration('e', true), migration('f')];
    await expect(runMigrations(test.ctx, failing)).rejects.toThrow('e failed');
    await runMigrations(test.ctx, [migration('d'), migration('e'), migration('f')]);
    expect(ran).toEqual(['d', 'e', 'e', 'f']);
  });
});
