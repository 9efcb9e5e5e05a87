import { expect, it } from 'vitest';
import { formatBytes } from './media.js';

it.each([
  [0, '0 MB'],
  [1, '0.1 MB'],
  [10 * 1024 ** 2, '10 MB'],
  [10 * 1024 ** 2 + 1, '10.1 MB'],
  [1024 ** 3 - 1, '1 GB'],
  [1.5 * 1024 ** 3, '1.5 GB'],
  [300 * 1024 ** 3, '300 GB'],
  [1.75 * 1024 ** 4, '1.8 TB'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
