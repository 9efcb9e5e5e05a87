import { expect, it } from 'vitest';
import { translatorOf } from './answer-texts';

const inGerman = translatorOf([
  ['Password must be at most {max} characters', 'Das Passwort hat höchstens {max} Zeichen'],
  ['{label} must be at most {max} characters', '{label}: höchstens {max} Zeichen'],
  ['You can have at most {max} tokens (now)', [['max', 'plural', { one: 'Ein Token', other: '# Token' }]]],
  ['Title', 'Titel'],
  ['Post not found', 'Beitrag nicht gefunden'],
]);

it.each([
  ['Post not found', 'Beitrag nicht gefunden'],
  ['Title must be at most 150 characters', 'Titel: höchstens 150 Zeichen'],
  ['Password must be at most 128 characters', 'Das Passwort hat höchstens 128 Zeichen'],
  ['Other must be at most 150 characters', 'Other: höchstens 150 Zeichen'],
  ['You can have at most 1 tokens (now)', 'Ein Token'],
  ['You can have at most 20 tokens (now)', '20 Token'],
  ['Nobody wrote this', 'Nobody wrote this'],
])('translates “%s” of the API [B47-6]', (english, german) => expect(inGerman(english)).toBe(german));
