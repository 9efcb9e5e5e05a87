import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './password-hasher.js';

const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1, concurrency: 1, queueMax: 100 };

describe('password hasher', () => {
  it('uses argon2id with the given parameters', async () => {
    const stored = await createPasswordHasher(CHEAP).hash('correct horse 1');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  });

  it('accepts the correct password and rejects others', async () => {
    const passwords = createPasswordHasher(CHEAP);
    const stored = await passwords.hash('correct horse 1');
    expect(await passwords.verify(stored, 'correct horse 1')).toBe(true);
    expect(await passwords.verify(stored, 'correct horse 2')).toBe(false);
  });

  it('uses all characters of long passwords', async () => {
    const passwords = createPasswordHasher(CHEAP);
    const long = `${'a1'.repeat(63)}x`;
    const stored = await passwords.hash(`${long}y`);
    expect(await passwords.verify(stored, `${long}y`)).toBe(true);
    expect(await passwords.verify(stored, `${long}z`)).toBe(false);
  });

  it('accepts a password in any Unicode composition of its letters', async () => {
    const passwords = createPasswordHasher(CHEAP);
    const stored = await passwords.hash('caf\u00e9 123');
    expect(await passwords.verify(stored, 'cafe\u0301 123')).toBe(true);
  });

  it('rejects every password if none is stored', async () => {
    expect(await createPasswordHasher(CHEAP).verify(undefined, 'no password of anybody')).toBe(false);
  });

  it('rejects jobs beyond the queue with 503, and finishes the rest', async () => {
    const passwords = createPasswordHasher({ ...CHEAP, concurrency: 1, queueMax: 2 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash('storm 123')));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(results.length - refused.length).toBe(3);
    expect(refused.map((result) => result.reason.code)).toEqual([
      'SERVICE_UNAVAILABLE',
      'SERVICE_UNAVAILABLE',
    ]);
    await expect(passwords.hash('calm 123')).resolves.toMatch(/^\$argon2id/);
  });
});
