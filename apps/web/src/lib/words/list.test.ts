import { expect, it } from 'vitest';
import { listOf } from './list';

it('separates items', () => {
  expect(listOf(['Arabic', 'French', 'Japanese'])).toBe('Arabic, French, Japanese');
  expect(listOf([])).toBe('');
});
