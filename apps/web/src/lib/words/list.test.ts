import { expect, it } from 'vitest';
import { allOf, listOf } from './list';

it('counts all items up', () => {
  expect(allOf(['Arabic', 'French', 'Japanese'])).toBe('Arabic, French and Japanese');
});

it('separates items', () => {
  expect(listOf(['Arabic', 'French', 'Japanese'])).toBe('Arabic, French, Japanese');
  expect(listOf([])).toBe('');
});
