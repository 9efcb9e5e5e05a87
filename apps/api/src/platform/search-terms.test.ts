import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finds, matches, type Condition } from '../testing/found-by-search.js';
import { runs } from '../testing/runs.js';
import { SCRIPT_NAMES, spellingsOf, titleOf } from '../testing/titles.js';
import { beginningWith, searchPhrase, searchTerms, termsFilter } from './search-terms.js';

const isVisible = (text: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

describe('search terms', () => {
  it.each<[string, string[]]>([
    ["It's raining", ['its', 's', 'raining']],
    ['e-mail', ['email', 'mail']],
    ['State-of-the-art', ['stateoftheart', 'oftheart', 'theart', 'art']],
    ['marble_1 WrenOkafor covid19', ['marble1', '1', 'wrenokafor', 'okafor', 'covid19', '19']],
    ['C++ and C#', ['c++', '++', 'and', 'c#']],
    ['Straße İstanbul Łódź Ёлка Ærø ΟΔΟΣ', ['strasse', 'istanbul', 'lodz', 'елка', 'aero', 'οδοσ']],
    ['三体', ['三体', '体']],
    ['새로운 책', ['새로', '로운', '운', '책']],
    ['2026年', ['2026', '年']],
    ['🎃 👍🏽 🇩🇪', ['🎃', '👍', '🇩🇪']],
    ['Rock & Roll', ['rock', '&', 'roll']],
    ['???', ['???']],
    ['٢٠٢٦ ２０２６', ['2026']],
    ['', []],
    [' \u200d ', []],
  ])('of %j are %j', (text, terms) => expect(searchTerms([text], 100)).toEqual(terms));

  it('include words with and without their vowel signs', () => {
    expect(searchTerms(['हिन्दी'], 10)).toEqual(['हिन्दी', 'हिनदी', 'हनद']);
  });

  it('are limited in number, and come from the first texts', () => {
    expect(searchTerms(['one two', 'three four'], 3)).toEqual(['one', 'two', 'three']);
  });

  it('truncate long words, which are still found', () => {
    const long = 'a'.repeat(150);
    expect(searchTerms([long], 10)).toEqual(['a'.repeat(32)]);
    expect(finds(long, long)).toBe(true);
    expect(finds('𝒜'.repeat(150), 'a'.repeat(150))).toBe(true);
  });
});

describe('a query', () => {
  it.each<[string, string, boolean]>([
    ['Don’t panic', "Don't panic", true],
    ['dont', "Don't panic", true],
    ["don't", 'Dont panic', true],
    ['e-mail', 'email', true],
    ['e-mail', 'e mail', true],
    ['e mail', 'e-mail', true],
    ['world-cup', 'The World Cup', true],
    ['will', 'Where there is a will', true],
    ['C', 'Vitamin C', true],
    ['らーめん', 'ラーメン', true],
    ['ラーメン', 'らーめんの店', true],
    ['ｶﾞﾗｽ', 'がらす', true],
    ['ヴィーガン', 'ゔぃーがん', true],
    ['コンピューター', 'コンピュータ', true],
    ['サーバ', 'サーバー', true],
    ['ラーメン', 'ラーマン', false],
    ['c++', 'C++20 in depth', true],
    ['c#', 'C++', false],
    ['c#', 'C#で書く', true],
    ['c', 'C#で書く', true],
    ['c#', 'C#の本とC#을', true],
    ['Foo™', 'Foo', true],
    ['Foo', 'Foo™', true],
    ['™', 'Foo ™', true],
    ['R', 'R is a language', true],
    ['cafe', 'Café de Flore', true],
    ['CAFE\u0301', 'café', true],
    ['lodz', 'Łódź', true],
    ['елка', 'Ёлка', true],
    ['猫', '猫が好き', true],
    ['好き', '猫が好き', true],
    ['天安', '我爱北京天安门', true],
    ['京北', '我爱北京天安门', false],
    ['책', '새로운 동화책을 읽다', true],
    ['👍', 'Well done 👍🏽', true],
    ['€', 'Only 5€', true],
    ['rock & roll', 'Rock and roll', true],
    ['arble', 'marble', false],
    ['old wheel', 'An old mill', false],
    ['نرم افزار', 'نرم‌افزار', true],
    ['احمد', 'أَحْمَد', true],
    ['قهوه', 'قەوە', true],
    ['رابطه', 'رابطۀ', true],
    ['رابطه', 'رابطهٔ', true],
    ['الله', 'اللہ', true],
  ])('%j in %j: %s', (query, text, found) => expect(finds(query, text)).toBe(found));

  it('finds nothing without visible characters', () => {
    expect(termsFilter(' \u200d ')).toBeNull();
    expect(termsFilter('')).toBeNull();
  });

  it('consists of ranges for at most 16 words, longest first', () => {
    const words = Array.from({ length: 40 }, (_, index) => `w${'o'.repeat(index % 7)}${index}`);
    const pieces = termsFilter(words.join('-'))!.$and[0] as Condition;
    expect(pieces.$or?.[1]?.$and).toHaveLength(8);
    const { $and } = termsFilter(words.join(' '))!;
    expect($and).toHaveLength(16);
    expect(termsFilter('sea mountains')?.$and).toEqual([
      { searchTerms: { $elemMatch: beginningWith('mountains') } },
      { searchTerms: { $elemMatch: beginningWith('sea') } },
    ]);
  });

  it.each(SCRIPT_NAMES)(
    'finds a text in %s by the full text, by each word and by other spellings [B1-12]',
    (script) => {
      fc.assert(
        fc.property(titleOf(script), (title) => {
          const terms = searchTerms([title], 5000);
          for (const query of [title, ...title.split(/\s+/)].flatMap(spellingsOf).filter(isVisible)) {
            const filter = termsFilter(query);
            expect(filter !== null && matches(terms, filter as Condition), query).toBe(true);
          }
        }),
        { numRuns: runs(40, 300) },
      );
    },
  );

  it('finds a text by the start of each word, and by each part of text without spaces', () => {
    fc.assert(
      fc.property(titleOf('Han'), fc.nat(), fc.nat(), (title, from, length) => {
        const run = /\p{Script=Han}+/u.exec(title)?.[0] ?? '';
        fc.pre(run !== '');
        const start = from % run.length;
        expect(finds(run.slice(start, start + 1 + (length % 4)), title)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(titleOf('Cyrillic'), fc.nat(), (title, length) => {
        const word = /\p{L}+/u.exec(title)?.[0] ?? '';
        fc.pre(word !== '');
        expect(finds(word.slice(0, 1 + (length % word.length)), title)).toBe(true);
      }),
    );
  });

  it('is built in linear time', () => {
    const before = process.cpuUsage();
    for (const unit of [
      'a\u0301',
      "a'",
      'a-',
      '🎃',
      '猫',
      'a\u0301\u0301\u0301',
      '++',
      'aA1',
      '\u200b',
      '#',
      '.',
    ])
      searchTerms([unit.repeat(20_000)], 5000);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5000);
  });
});

it('a phrase consists of the words of a name, separated by single spaces', () => {
  expect(searchPhrase('  José-María   de la\u00a0Cruz & ')).toBe('josemaria de la cruz');
});
