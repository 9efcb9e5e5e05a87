import { expect, inject, it } from 'vitest';
import { refuseEmbedded, requireMongo } from './real-mongo.js';

it('refuses the embedded database, and takes a MongoDB', () => {
  expect(() => refuseEmbedded({ gitVersion: 'embedded-mongo' })).toThrow('the embedded database answers');
  expect(() => refuseEmbedded({ gitVersion: '8f1b2c3d4e5f60718293a4b5c6d7e8f901234567' })).not.toThrow();
});

it.runIf(!process.env['TEST_DATABASE'])('asks the database that answers', async () => {
  await expect(requireMongo(inject('mongoUri'))).rejects.toThrow('the embedded database answers');
});
