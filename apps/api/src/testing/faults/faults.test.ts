import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { killLoop } from './kills.js';
import { killServed } from './processes.js';
import { stopUnderLoad } from './stop.js';

const uris: string[] = [];
/** Address of a separate database: after the kills, sign-up on its instance needs an invitation. */
const newDatabase = (): string => {
  const uri = new URL(inject('mongoUri'));
  uri.pathname = `/test_${randomBytes(8).toString('hex')}`;
  uris.push(uri.toString());
  return uri.toString();
};
afterEach(killServed);
afterAll(async () => {
  for (const uri of uris) {
    const connection = await mongoose.createConnection(uri).asPromise();
    await connection.dropDatabase();
    await connection.close();
  }
});

describe('the API, in the short form of npm run faults -- api', () => {
  it('loses no acknowledged write and repairs counters and notifications after kill -9 during writes [B5-6]', async () => {
    const { acknowledged, wrong } = await killLoop({
      uri: newDatabase(),
      kills: 2,
      writers: 4,
      writesFor: () => 400,
      // other tests run at the same time
      repairWithin: 150_000,
    });
    expect(wrong.join('\n')).toBe('');
    expect(acknowledged).toBeGreaterThan(0);
  }, 300_000);

  it('completes requests in flight on SIGTERM and exits with 0', async () => {
    let stopped = await stopUnderLoad(newDatabase(), 20);
    // other tests run at the same time: a request that passes its deadline says nothing about stopping
    for (let tries = 1; stopped.late > 0 && tries < 4; tries += 1) {
      stopped = await stopUnderLoad(newDatabase(), 20);
    }
    expect(stopped).toMatchObject({ wrong: [], late: 0 });
  }, 300_000);
});
