import { expect, it } from 'vitest';
import { muteExamples, reportExamples } from './mute-examples';

const plain = (text: string) => text.replace(/[\u2068\u2069]/gu, '');

it.each<[word: string, exact: boolean, text: string]>([
  ['football', false, 'Hides “FOOTBALL” and “football!”, not “footballs”'],
  ['Café', false, 'Hides “CAFÉ” and “Cafe”, not “Cafés”'],
  ['año', true, 'Hides “año!” and “(año)”, not “AÑO”'],
  ['C++', false, 'Hides “c++” and “C++!”, not “C”'],
  ['.NET', false, 'Hides “.net” and “.NET!”, not “NET”'],
  ["don't", false, "Hides “DON'T” and “don't!”, not “don”"],
  ['#art', false, 'Hides “#ART” and “#art!”, not “art”'],
  ['#\ufe0fart', false, 'Hides “#\ufe0fART” and “#art”, not “art”'],
  ['футбол', false, 'Hides “ФУТБОЛ” and “футбол!”, not “футбола”'],
  ['👍', false, 'Hides “👍🏽”, “👍!” and “(👍)”'],
  ['赌场', false, 'Hides “赌场!” and “(赌场)”'],
  ['!!', false, ''],
])('of %j (exactly: %s) are %j [B34-3]', (word, exact, text) => {
  expect(plain(muteExamples({ word, exact }))).toBe(text);
});

it.each([
  [['pills', 'Casino'], 'The last one finds “example.org/casino” and “CASINO”, not “Casinos”'],
  [['#pills'], 'The last one finds “#PILLS” and “#pills!”, not “example.org/#pills”'],
  [['C++'], 'The last one finds “example.org/c++” and “c++”, not “C”'],
  [['赌场'], 'The last one finds “example.org/赌场”, “赌场!” and “(赌场)”'],
  [['!!'], ''],
  [[], ''],
])('of the words that report %j are %j, also in addresses [B41-15]', (words, text) => {
  expect(plain(reportExamples(words))).toBe(text);
});
