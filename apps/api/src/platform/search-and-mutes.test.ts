import { mutedBy, wordsAsWritten } from '@social-feed/contracts/words';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsIn } from '../content/posts/word-reports.js';
import { finds } from '../testing/found-by-search.js';
import { runs } from '../testing/runs.js';
import { SCRIPT_NAMES, titleOf } from '../testing/titles.js';

const postOf = (title: string) => ({ title, description: '', tags: [] });
const mutes = (word: string, title: string) => mutedBy([{ word }])(postOf(title));
const reports = (word: string, title: string) => wordsIn(postOf(title), [word]).length > 0;

const WORDS = [
  ...['C', 'C#', 'C++', '.NET', 'net', 'R', 'R&D', 'AT&T', 'don', "don't", 'naïve', 'Straße', 'Łódź'],
  ...[
    "l'école",
    'école',
    'Anna',
    'Anna’s',
    'Ankara',
    'Ankara’da',
    'İzmir',
    'Ёлка',
    'e-mail',
    'email',
    'mail',
  ],
  ...['iPhone', 'Phone', 'covid19', 'covid', 'snake_case', 'snake', 'word+', 'Foo™', 'Foo', 'so\u00adft'],
  ...['２０２６', '٢٠٢٦', '2026', '10,000', '3.14', '#sea', 'sea', '@ada', 'ada', 'twitter.com', 'twitter'],
  ...['https://ocean.example/x', 'bob@ocean.example', 'ocean', 'Node.js', 'Node', 'cats&dogs', 'cats'],
  ...['東京', '京', 'カレー', 'らーめん', 'ラーメン', 'ไทย', '선거', '선거가', 'हिन्दी', 'हनद', 'صה״ל'],
  ...['نرم\u200cافزار', 'نرم', '🎃', '👍', '👍🏽', '❤️', '🇩🇪', '👨', '👨‍👩‍👧', '1️⃣', '#️⃣', '©', '€'],
];

/** The pairs of a word and a text that are found and not muted, by the reason, as `word: texts`. */
const FOUND_ONLY: Record<string, string[]> = {
  'a search also finds the beginning of a word, while it is typed': [
    "don: don't",
    'C: cats cats&dogs covid covid19 twitter.com',
    'covid: covid19',
    'snake: snake_case',
    'net: .NET',
  ],
  'a search also finds the parts of a word, joined or apart': [
    'Phone: iPhone',
    'e-mail: email',
    'email: e-mail',
    'R: R&D',
    'twitter: twitter.com',
    '京: 東京',
    'نرم: نرم\u200cافزار',
    '👨: 👨‍👩‍👧',
  ],
  'a search for a letter also finds the names that begin with it, which are others to a mute': [
    'C: C# C++ snake_case',
  ],
  'a search ignores signs before a word, and the frame of a digit': [
    '.NET: net',
    '#sea: sea',
    '1️⃣: 10,000 3.14 covid19',
  ],
  'a search compares letters more loosely than a mute, which must not hide more than its word': [
    'らーめん: ラーメン',
    'ラーメン: らーめん',
    'हनद: हिन्दी',
  ],
  'signs can be searched, and are no words': ['©: ©', '€: €'],
  'words in addresses do not hide a post, since many texts only link there': [
    'ocean: https://ocean.example/x bob@ocean.example',
  ],
};

/** What stands between words and belongs to none. */
const BETWEEN = fc.constantFrom(
  ' ',
  ', ',
  '. ',
  '! ',
  '\n',
  ' – ',
  '; ',
  ' (',
  ') ',
  ': “',
  '” ',
  ' / ',
  ' … ',
);
const textOf = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), BETWEEN), { minLength: 1, maxLength: 6 })
  .map((pairs) => ({ words: pairs.map(([word]) => word), text: pairs.flat().join('') }));
/** Spellings that mean the same word. */
const SPELLINGS: ((word: string) => string)[] = [
  (word) => word,
  (word) => word.toUpperCase(),
  (word) => word.normalize('NFD'),
  (word) => word.replace(/'/g, '’'),
];
const HAS_PARTS = /[^\p{L}\p{M}\p{N}]|(?<=\p{L})\p{N}|(?<=\p{Ll})\p{Lu}/u;
const hasAddress = (text: string) => /twitter\.com|ocean\.example|node\.js/i.test(text);

describe('search and muted words agree on what a word is', () => {
  it('except for written reasons', () => {
    const found: string[] = [];
    for (const word of WORDS)
      for (const text of WORDS) {
        if (mutes(word, text)) expect(finds(word, text), `${word} in ${text}`).toBe(true);
        else if (finds(word, text)) found.push(`${word}: ${text}`);
      }
    const written = Object.values(FOUND_ONLY)
      .flat()
      .flatMap((line) => {
        const [word, texts = ''] = line.split(': ');
        return texts.split(' ').map((text) => `${word}: ${text}`);
      });
    expect(found.sort()).toEqual(written.sort());
  });

  it('and in which texts it is, however it is written', () => {
    fc.assert(
      fc.property(
        textOf,
        fc.constantFrom(...WORDS),
        fc.constantFrom(...SPELLINGS),
        ({ words, text }, word, spelled) => {
          const wanted = spelled(word);
          expect(mutes(wanted, text)).toBe(words.some((each) => mutes(wanted, each)));
          // the parts of a word may also be found apart, in several words
          const isFound = words.some((each) => finds(wanted, each));
          if (isFound || !HAS_PARTS.test(word)) expect(finds(wanted, text)).toBe(isFound);
          if (mutes(wanted, text)) expect(reports(wanted, text)).toBe(true);
          if (!hasAddress(text)) expect(reports(wanted, text)).toBe(mutes(wanted, text));
        },
      ),
      {
        numRuns: runs(300, 2000),
        examples: [[{ words: ['C', '€', 'C'], text: 'C: “€ C ' }, '€', (word) => word]],
      },
    );
  });

  it('and both find each word of a text, with the signs around it', () => {
    fc.assert(
      fc.property(textOf, fc.constantFrom('', '.', '/.', '#', '_'), ({ words }, sign) => {
        const text = words.map((word) => sign + word).join(' ');
        for (const word of wordsAsWritten(text)) {
          expect(reports(word, text), word).toBe(true);
          // without its frame the emoji of the # key is a sign, which others around it change
          if (!word.startsWith('#')) expect(finds(word, text), word).toBe(true);
        }
      }),
      { numRuns: runs(100, 2000) },
    );
  });

  it.each(SCRIPT_NAMES)('and a search finds each word of any text: %s', (script) => {
    fc.assert(
      fc.property(titleOf(script), fc.nat(), (title, index) => {
        const words = wordsAsWritten(title);
        const word = words[index % words.length];
        fc.pre(word !== undefined);
        // a mute leaves out addresses, which some of these titles have
        expect(reports(word, title)).toBe(true);
        expect(finds(word, title)).toBe(true);
      }),
      { numRuns: runs(40, 500) },
    );
  });
});
