import { expect, it } from 'vitest';
import { noteOf, noteOfRefusal, noteOfSettings } from './note-of.js';

it.each([
  ['words alone', { words: 'Third time' }, 'Third time', undefined],
  ['nothing', { words: '' }, '', undefined],
  ['a reason and a text', { words: 'Spam', content: 'Buy now' }, 'Spam · Buy now', undefined],
  ['a length alone', { words: '', days: 3 }, '3 days.', { days: 3, text: '' }],
  [
    'a length, a rule, a reason and a text',
    { words: 'Not here', content: 'Buy now', days: 1, rule: 'Be kind.' },
    '1 day. Rule: Be kind. · Not here · Buy now',
    { days: 1, rule: 'Be kind.', text: 'Not here · Buy now' },
  ],
  ['a rule alone', { words: '', rule: 'Be kind.' }, 'Rule: Be kind.', { rule: 'Be kind.', text: '' }],
  [
    'an accepted appeal',
    { words: 'Sorry', cause: 'appeal-accepted' as const },
    'Appeal accepted. Sorry',
    { cause: 'appeal-accepted', text: 'Sorry' },
  ],
])('notes %s in English, and in parts for other languages', (_what, said, note, parts) => {
  expect(noteOf(said)).toEqual(parts === undefined ? { note } : { note, parts });
});

it.each([
  [['bad.example'], undefined, 'mail-domain bad.example', { text: 'bad.example' }],
  [['bad.example'], 'Spam', 'mail-domain bad.example. Spam', { text: 'bad.example · Spam' }],
  [['a.example', 'b.example'], 'Spam', 'mail-domain 2 values. Spam', { values: 2, text: 'Spam' }],
])('notes that %j is refused for %j', (values, reason, note, parts) => {
  expect(noteOfRefusal('mail-domain', values, reason)).toEqual({
    note,
    parts: { refused: 'mail-domain', ...parts },
  });
});

it('notes which settings changed', () => {
  const settings = ['name', 'terms'];
  expect(noteOfSettings(settings)).toEqual({ note: 'name, terms', parts: { settings, text: '' } });
});
