import { expect, it } from 'vitest';
import { wholeNumber } from './whole-number';

it.each([
  ['7', 7],
  [' 30 ', 30],
  ['007', 7],
  ['٧', 7],
  ['۳۰', 30],
  ['१२', 12],
  ['２０', 20],
])('reads %s as typed on the keyboards of many scripts', (typed, number) => {
  expect(wholeNumber(typed, 30)).toBe(number);
});

it.each(['', ' ', '0', '31', '-7', '1.5', '1,5', '1e1', 'seven', '٧-'])('takes %o for none', (typed) => {
  expect(wholeNumber(typed, 30)).toBe(0);
});
