import { expect, it } from 'vitest';
import { t } from './t.js';

it('is the English text, with its values', () => {
  const most = 3;
  expect(t`At most ${most} tags`).toBe('At most 3 tags');
  expect(t({ message: `At most ${most} tags`, comment: 'An error.' })).toBe('At most 3 tags');
  expect(t({ message: 'Open', context: 'verb' })).toBe('Open');
});
