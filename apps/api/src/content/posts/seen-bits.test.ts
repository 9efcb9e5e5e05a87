import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BLOCK_SIZE, bitsOf, blockOf, isIn, numbersIn } from './seen-bits.js';

const sorted = (numbers: Iterable<number>) => [...numbers].sort((one, other) => one - other);

it('stores any set of numbers of a block', () => {
  const number = fc.oneof(fc.nat(BLOCK_SIZE - 1), fc.constantFrom(0, 1, 7, 8, BLOCK_SIZE - 1));
  fc.assert(
    fc.property(fc.nat(3), fc.uniqueArray(number, { maxLength: 300 }), (block, some) => {
      const numbers = some.map((each) => block * BLOCK_SIZE + each);
      // those of other blocks are left out
      const others = numbers.map((each) => each + BLOCK_SIZE);
      const bytes = bitsOf(block, [...numbers, ...others, ...numbers]);
      expect(numbersIn(block, bytes)).toEqual(sorted(numbers));
      expect(bytes).toHaveLength(1 + 2 * numbers.length);
      for (const each of [...numbers, ...numbers.map((next) => next + 1), block * BLOCK_SIZE])
        if (blockOf(each) === block) expect(isIn(bytes, each)).toBe(numbers.includes(each));
    }),
  );
});

it.each([
  [4096, 8193],
  [4097, 8193],
  [BLOCK_SIZE, 8193],
])('takes at most a bit for each number of a block: %d', (count, bytes) => {
  const numbers = Array.from({ length: count }, (_, index) => (index * 7919) % BLOCK_SIZE);
  const bits = bitsOf(0, numbers);
  expect(bits.length).toBe(bytes);
  expect(numbersIn(0, bits)).toEqual(sorted(numbers));
  const others = [0, 1, 77, BLOCK_SIZE - 1];
  expect(others.map((number) => isIn(bits, number))).toEqual(
    others.map((number) => numbers.includes(number)),
  );
});

it('reads bytes wherever they stand in a buffer', () => {
  const bytes = bitsOf(1, [BLOCK_SIZE + 5, BLOCK_SIZE + 1000]);
  const buffer = Buffer.concat([Buffer.from([9]), bytes]);
  expect(numbersIn(1, buffer.subarray(1))).toEqual([BLOCK_SIZE + 5, BLOCK_SIZE + 1000]);
  expect([BLOCK_SIZE - 1, BLOCK_SIZE].map(blockOf)).toEqual([0, 1]);
});
