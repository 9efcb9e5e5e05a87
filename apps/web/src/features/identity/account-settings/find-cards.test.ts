import { expect, it, vi } from 'vitest';
import { findCards } from './find-cards';

vi.mock('../../../lib/words/choose', () => ({
  LANGUAGES: [
    ['en', 'English'],
    ['de', 'Deutsch'],
    ['ar', 'العربية'],
  ],
}));
// texts of several languages in one list
vi.mock('./settings-list', () => {
  const CARDS = {
    password: 'Hasło',
    theme: 'Açık görünüm',
    devices: 'ख़बर',
    language: '言語',
    activity: 'المستوى',
    session: 'Größe',
  };
  const cardOf = (id: keyof typeof CARDS) => ({ title: CARDS[id], text: '', words: '', page: 'profile' });
  return { CARDS, cardOf, pageOf: () => ({ title: '' }) };
});

it.each([
  ['haslo', 'password'],
  ['HASŁO', 'password'],
  ['AÇIK', 'theme'],
  ['acik', 'theme'],
  ['GÖRÜNÜM', 'theme'],
  ['खबर', 'devices'],
  ['المستوي', 'activity'],
  ['\u200fالمستوى', 'activity'],
  ['grosse', 'session'],
])('finds a card by “%s”, however its letters are written', (term, card) => {
  expect(findCards(term, ['profile'])).toEqual([card]);
});

it.each(['Deutsch', 'english', 'العربيه'])('finds the choice of language by the name “%s” of one', (name) => {
  expect(findCards(name, ['profile'])).toEqual(['language']);
});
