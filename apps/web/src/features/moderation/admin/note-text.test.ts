import { expect, it } from 'vitest';
import { noteText } from './note-text';

it.each([
  ['an old entry as it is', { note: '7 days. Spam' }, '7 days. Spam'],
  ['a length', { note: '1 day.', parts: { days: 1, text: '' } }, '1 day'],
  [
    'all parts',
    { note: 'x', parts: { days: 7, rule: 'Be kind.', text: 'Not here · Buy now' } },
    '7 days · Rule: Be kind. · Not here · Buy now',
  ],
  [
    'a cause',
    { note: 'x', parts: { cause: 'appeal-accepted' as const, text: 'Sorry' } },
    'Appeal accepted · Sorry',
  ],
])('says %s', (_what, noted, text) => {
  expect(noteText(noted)).toBe(text);
});
