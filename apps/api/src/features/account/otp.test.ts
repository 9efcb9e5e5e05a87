import { describe, expect, it } from 'vitest';
import { equalSecrets, hashCode, newCode, newNonce, resetTokenOf } from './otp.js';

const key = Buffer.alloc(32, 1);
const subject = { email: 'a@example.org', nonce: 'n' };

describe('one-time codes', () => {
  it('have six digits and differ', () => {
    const codes = Array.from({ length: 200 }, newCode);
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    expect(new Set(codes).size).toBeGreaterThan(190);
    expect(newNonce()).not.toBe(newNonce());
  });

  it('are hashed for one address, one issue and one key', () => {
    const hash = hashCode(key, subject, '123456');
    expect(hash).not.toContain('123456');
    const others = [
      hashCode(key, { ...subject, email: 'b@example.org' }, '123456'),
      hashCode(key, { ...subject, nonce: 'm' }, '123456'),
      hashCode(Buffer.alloc(32, 2), subject, '123456'),
      hashCode(key, subject, '123457'),
      resetTokenOf(key, subject),
    ];
    expect(others).not.toContain(hash);
    expect(equalSecrets(hash, hashCode(key, subject, '123456'))).toBe(true);
    expect(equalSecrets(hash, others[0]!)).toBe(false);
    expect(equalSecrets(hash, '')).toBe(false);
  });

  it('give a token of their own each time they are issued', () => {
    expect(resetTokenOf(key, subject)).toBe(resetTokenOf(key, subject));
    expect(resetTokenOf(key, subject)).not.toBe(resetTokenOf(key, { ...subject, nonce: 'm' }));
  });
});
