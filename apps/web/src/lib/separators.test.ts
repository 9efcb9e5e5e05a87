import { expect, it } from 'vitest';
import { splitAtCommas } from './separators';

it.each(['a,b', 'a，b', 'a、b', 'a،b'])('splits %s', (text) =>
  expect(splitAtCommas(text)).toEqual(['a', 'b']),
);
