import { expect, it } from 'vitest';
import { noteText } from './note-text';

it.each([
  ['an old entry as it is', { note: '7 days. Spam' }, '7 days. Spam'],
  ['a length', { note: '1 day.', parts: { days: 1, text: '' } }, '1 day'],
  [
    'all parts',
    { note: 'x', parts: { days: 7, rule: 'Be kind.', text: 'Not here · Buy now' } },
    '7 days · Rule: \u2068Be kind.\u2069 · Not here · Buy now',
  ],
  [
    'a cause',
    { note: 'x', parts: { cause: 'appeal-accepted' as const, text: 'Sorry' } },
    'Appeal accepted · Sorry',
  ],
  [
    'a refused address',
    { note: 'x', parts: { refused: 'mail-domain' as const, text: 'bad.example · Spam' } },
    'E-mail domain · bad.example · Spam',
  ],
  [
    'refused names',
    { note: 'x', parts: { refused: 'name' as const, values: 2, text: '' } },
    'User name · 2 values',
  ],
  ['settings', { note: 'x', parts: { settings: ['accent', 'gone'], text: '' } }, 'Accent colour, gone'],
])('says %s', (_what, noted, text) => {
  expect(noteText(noted)).toBe(text);
});
