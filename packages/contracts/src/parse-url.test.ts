import { expect, it } from 'vitest';
import { isHttpAddress } from './common.js';
import { parseUrl } from './parse-url.js';

it('parses a non-ASCII address on every call', () => {
  for (let time = 0; time < 20_000; time += 1) {
    if (parseUrl('https://bücher.example/é') === null) expect.fail(`none at call ${time}`);
    if (!isHttpAddress('https://bücher.example/é')) expect.fail(`no http address at call ${time}`);
  }
});

it.each(['', 'a', 'https://', 'https://a b'])('returns null for %j', (address) =>
  expect(parseUrl(address)).toBeNull(),
);
