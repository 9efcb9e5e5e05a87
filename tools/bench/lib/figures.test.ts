import { expect, it } from 'vitest';
import { figure, median, table } from './figures.js';

it('takes the middle of the values, or the mean of the middle two', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 3])).toBe(4);
  expect(() => median([])).toThrow('No values');
});

it('writes figures with about three digits', () => {
  expect([1234.5, 99.95, 9.876].map(figure)).toEqual(['1235', '100.0', '9.88']);
});

it('aligns the columns of a table, numbers to the right', () => {
  expect(
    table(
      ['call', 'ms'],
      [
        ['feed', '5'],
        ['like', '120'],
      ],
    ),
  ).toBe(['| call |  ms |', '| ---- | --: |', '| feed |   5 |', '| like | 120 |'].join('\n'));
});
