import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { killLoop } from './kills.js';
import { stopUnderLoad } from './stop.js';

const uri = new URL(inject('mongoUri'));
uri.pathname = `/test_${randomBytes(8).toString('hex')}`;
afterAll(async () => {
  const connection = await mongoose.createConnection(uri.toString()).asPromise();
  await connection.dropDatabase();
  await connection.close();
});

describe('the API, the short form of npm run faults -- api', () => {
  it('loses nothing that it acknowledged and has true counters and notifications again after kill -9 under writers [B5-6]', async () => {
    const { acknowledged, wrong } = await killLoop({
      uri: uri.toString(),
      kills: 2,
      writers: 4,
      writesFor: () => 400,
      repairWithin: 60_000,
      source: true,
    });
    expect(wrong).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
  }, 180_000);

  it('completes what is in flight on SIGTERM and ends with 0', async () => {
    const { wrong } = await stopUnderLoad(uri.toString(), 20, true);
    expect(wrong).toEqual([]);
  }, 60_000);
});
