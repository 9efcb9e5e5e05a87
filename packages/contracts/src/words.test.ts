import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mutedBy, mutedIn, mutedKey, wordsOf } from './words.js';

const post = (part: Partial<Parameters<ReturnType<typeof mutedBy>>[0]>) => ({
  title: '',
  description: '',
  tags: [],
  ...part,
});

describe('wordsOf', () => {
  it.each([
    ['Die STRASSE, die Straße!', ['die', 'strasse', 'die', 'strasse']],
    ['naïve “quotes”—and_more 2026', ['naïve', 'quotes', 'and_more', '2026']],
    ['', []],
    ['… !? 🎃', []],
  ])('splits %j into %j', (text, words) => expect(wordsOf(text)).toEqual(words));

  it('splits scripts without spaces', () => {
    expect(wordsOf('東京へ行きます')).toContain('東京');
  });

  it.each(["I don't care", 'see example.com', '10,000 is 3.14', 'cafe:bar and_more'])(
    'splits %j the same way next to a script without spaces',
    (text) => {
      expect(wordsOf(text).length).toBeGreaterThan(2);
      expect(wordsOf(`${text} 東京へ`)).toEqual([...wordsOf(text), ...wordsOf('東京へ')]);
    },
  );
});

describe('muted words', () => {
  it.each([
    ['  Football ', 'football'],
    ['#Football', '#football'],
    ['world  cup', 'world cup'],
    ['##tag', '#tag'],
    ['＃İzmir', '#izmir'],
    ['# a  b', '#a b'],
    ['#', ''],
    ['!!', ''],
  ])('%j has the key %j', (muted, key) => expect(mutedKey(muted)).toBe(key));

  it.each<[string, Partial<ReturnType<typeof post>>, boolean]>([
    ['football', { title: 'FOOTBALL!' }, true],
    ['football', { description: 'On football, again' }, true],
    ['football', { tags: ['Football'] }, true],
    ['football', { description: '#football' }, true],
    ['foot', { title: 'football' }, false],
    ['world cup', { description: 'The World-Cup' }, true],
    ['world cup', { description: 'cup of the world' }, false],
    ['#football', { tags: ['football'] }, true],
    ['#football', { description: 'again #Football.' }, true],
    ['#football', { description: 'about football' }, false],
    ['#football', { description: 'https://a.example/x#football and me#football' }, false],
    ['#نرم\u200cافزار', { description: 'این #نرم\u200cافزار است' }, true],
    ['#نرم', { description: 'این #نرم\u200cافزار است' }, false],
    ['#il·lusió', { title: '#Il·lusió!' }, true],
    ['#タグ', { description: '＃タグ' }, true],
    ['#izmir', { description: '#İZMİR', tags: [] }, true],
    ['#strasse', { tags: ['Straße'] }, true],
    ['#football', { description: 'https://a.example/?x#football' }, false],
    ['ÄRGER', { title: 'Nur ärger' }, true],
    ['東京', { description: '東京へ行きます' }, true],
    ['مرحبا', { description: 'مرحبا بكم' }, true],
  ])('%j in %j: %s [B2-26]', (muted, part, found) => expect(mutedBy([muted])(post(part))).toBe(found));

  it('are found as they were muted, all of them', () => {
    const find = mutedIn(['World  Cup', '#football', 'tennis', '!!', 'CUP']);
    expect(find(post({ title: 'The world cup', tags: ['Football'] }))).toEqual([
      'World  Cup',
      '#football',
      'CUP',
    ]);
    expect(find(post({ title: 'Soup' }))).toEqual([]);
  });

  const ALPHABETS = [
    'abcxyz',
    'ğışüöi',
    'абвёйя',
    'αβγσςω',
    'ابتثمن',
    'אבגדהן',
    'कखगनमल',
    '가나다라마',
    'աբգդեզ',
  ];
  const pair = fc.constantFrom(...ALPHABETS).chain((alphabet) => {
    const word = fc
      .array(fc.constantFrom(...Array.from(alphabet)), { minLength: 2, maxLength: 8 })
      .map((letters) => letters.join(''));
    return fc.tuple(word, word);
  });
  const sign = fc.constantFrom('', '.', '!', '«', '؟', '、', '-', '🎃', '\n');

  it('are whole words in any script and letter case [B20-45]', () => {
    fc.assert(
      fc.property(pair, sign, ([word, other], around) => {
        const has = mutedBy([word]);
        for (const written of [word, word.toUpperCase(), word.normalize('NFD')]) {
          expect(has(post({ description: `${other} ${around}${written}${around} ${other}` }))).toBe(true);
          expect(has(post({ title: written }))).toBe(true);
        }
        expect(has(post({ description: `${word}${other}` }))).toBe(false);
        expect(has(post({ description: `${other}${word}` }))).toBe(false);
        expect(mutedBy([`#${word}`])(post({ description: `${other} #${word.toUpperCase()}` }))).toBe(true);
        expect(mutedBy([`#${word}`])(post({ description: `${other} ${word}` }))).toBe(false);
      }),
    );
  });

  it.each(['赌场', 'カジノ', 'คาสิโน', 'កាស៊ីណូ'])(
    'are found in a script without spaces: %s [B20-45]',
    (word) => {
      fc.assert(
        fc.property(sign, (around) => {
          expect(mutedBy([word])(post({ description: `a ${around}${word}${around} b` }))).toBe(true);
        }),
      );
    },
  );

  it('run in time linear in the length of the text', () => {
    const long = post({ description: '#a '.repeat(20_000) });
    const before = performance.now();
    mutedBy(Array.from({ length: 200 }, (_, index) => (index % 2 ? `#tag${index}` : `word${index}`)))(long);
    expect(performance.now() - before).toBeLessThan(2000);
  });
});
