import { formatBytes } from '@social-feed/contracts';
import { expect, it } from 'vitest';
import { localeFor } from './locale';

it.each([
  ['en', '1.5 GB'],
  ['de', '1,5 GB'],
  ['fr', '1,5 Go'],
  ['ar', '1.5 غ.ب'],
])('writes bytes in %s', (code, text) => {
  const written = formatBytes(1.5 * 1024 ** 3, localeFor([], code));
  expect(written.replaceAll(/\s/g, ' ')).toBe(text);
});
