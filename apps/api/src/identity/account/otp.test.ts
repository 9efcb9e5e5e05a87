import { describe, expect, it } from 'vitest';
import { equalSecrets } from '../../platform/seal.js';
import { codeOf, newNonce } from './one-time-code.js';
import { resetTokenOf } from './reset.service.js';

const key = Buffer.alloc(32, 1);
const subject = { email: 'a@example.org', nonce: 'n' };

describe('one-time codes', () => {
  it('have six digits and differ with each nonce [A9-7]', () => {
    const codes = Array.from({ length: 200 }, () => codeOf(key, { ...subject, nonce: newNonce() }));
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    expect(new Set(codes).size).toBeGreaterThan(190);
  });

  it('depend on the address, the nonce and the key', () => {
    const code = codeOf(key, subject);
    expect(codeOf(key, { ...subject })).toBe(code);
    const others = [
      codeOf(key, { ...subject, email: 'b@example.org' }),
      codeOf(key, { ...subject, nonce: 'm' }),
      codeOf(Buffer.alloc(32, 2), subject),
    ];
    expect(others).not.toContain(code);
  });

  it('produce a separate token', () => {
    expect(resetTokenOf(key, subject)).toBe(resetTokenOf(key, { ...subject }));
    expect(resetTokenOf(key, subject)).not.toBe(resetTokenOf(key, { ...subject, nonce: 'm' }));
  });

  it('are compared in full', () => {
    expect([equalSecrets('a1', 'a1'), equalSecrets('a1', 'a2'), equalSecrets('a1', '')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
