import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seal } from '../seal.js';
import { openMailToken } from './mail-token.js';

const KEY = randomBytes(32);

it('the token of a link opens if a mail program broke the link or changed its hyphens [B41-2]', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('\r\n', ' ', '\u200b', '\u00ad'),
      fc.constantFrom('-', '\u2010', '\u2011', '\u2013'),
      (value, width, between, hyphen) => {
        const token = seal(KEY, 'test', value);
        const copied = token.replaceAll('-', hyphen).replace(new RegExp(`.{${width}}`, 'g'), `$&${between}`);
        expect(openMailToken(KEY, 'test', copied)).toBe(value);
      },
    ),
    { numRuns: 100 },
  );
});

it('any other token is refused', () => {
  const token = seal(KEY, 'test', 'value');
  for (const wrong of ['', 'x', token.slice(1), token.toLowerCase(), seal(KEY, 'other', 'value')])
    expect(() => openMailToken(KEY, 'test', wrong)).toThrow('no longer valid');
});
