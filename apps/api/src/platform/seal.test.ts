import { describe, expect, it } from 'vitest';
import { seal, unseal, unsealUnexpired } from './seal.js';

const key = Buffer.alloc(32, 7);
const value = { text: 'für dich', list: [1, 2] };

describe('a sealed value', () => {
  it('opens with the same key and purpose', () => {
    const sealed = seal(key, 'mail', value);
    expect(unseal(key, 'mail', sealed)).toEqual(value);
    expect(sealed).not.toContain(Buffer.from('dich').toString('base64url').slice(0, 4));
    expect(seal(key, 'mail', value)).not.toBe(sealed);
  });

  it.each([
    ['another key', () => unseal(Buffer.alloc(32, 8), 'mail', seal(key, 'mail', value))],
    ['another purpose', () => unseal(key, 'state', seal(key, 'mail', value))],
    ['a changed text', () => unseal(key, 'mail', `${seal(key, 'mail', value).slice(0, -4)}AAAA`)],
    ['a cut text', () => unseal(key, 'mail', seal(key, 'mail', value).slice(0, 20))],
    ['nonsense', () => unseal(key, 'mail', 'nonsense %')],
    ['nothing', () => unseal(key, 'mail', '')],
  ])('does not open with %s', (_case, read) => {
    expect(read()).toBeUndefined();
  });

  it('with an end opens until then', () => {
    const sealed = seal(key, 'state', { expiresAt: 1000 });
    const at = (time: number, text = sealed) => unsealUnexpired(key, 'state', text, new Date(time));
    expect(at(999)).toEqual({ expiresAt: 1000 });
    expect(at(1000)).toBeUndefined();
    expect(at(999, 'nonsense')).toBeUndefined();
  });
});
