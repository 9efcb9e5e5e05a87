import fc from 'fast-check';

/** Ranges of letters, marks and digits, by script. */
const SCRIPTS: Record<string, readonly (readonly [number, number])[]> = {
  Latin: [
    [0x41, 0x5a],
    [0x61, 0x7a],
    [0xc0, 0x24f],
    [0x1e00, 0x1eff],
    [0x300, 0x32f],
  ],
  Greek: [
    [0x386, 0x3ce],
    [0x1f00, 0x1f15],
  ],
  Cyrillic: [[0x400, 0x4ff]],
  Armenian: [
    [0x531, 0x556],
    [0x561, 0x587],
  ],
  Georgian: [
    [0x10d0, 0x10fa],
    [0x1c90, 0x1cba],
  ],
  Hebrew: [
    [0x5d0, 0x5ea],
    [0x5b0, 0x5bc],
  ],
  Arabic: [
    [0x620, 0x652],
    [0x660, 0x669],
    [0x671, 0x6d3],
  ],
  Devanagari: [[0x904, 0x96f]],
  Tamil: [
    [0xb85, 0xb8a],
    [0xb95, 0xb95],
    [0xbae, 0xbb9],
    [0xbbe, 0xbc2],
  ],
  Thai: [
    [0xe01, 0xe3a],
    [0xe40, 0xe4e],
  ],
  Khmer: [[0x1780, 0x17b3]],
  Burmese: [[0x1000, 0x1049]],
  Hangul: [[0xac00, 0xd7a3]],
  Kana: [
    [0x3041, 0x3096],
    [0x30a1, 0x30fc],
  ],
  Han: [[0x4e00, 0x9fa5]],
};
export const SCRIPT_NAMES = Object.keys(SCRIPTS);

const ASCII = fc.constantFrom('a', 'b', 'c', 'X', 'Y', 'Z', '0', '1', '9', '_');
const SIGNS = fc.constantFrom(
  "'",
  '’',
  '-',
  '.',
  '·',
  '&',
  '+',
  '#',
  '++',
  '!',
  '?',
  ',',
  '€',
  '🎃',
  '👍🏽',
  '🇩🇪',
);

/** Words of one script, sometimes with ASCII letters, digits, punctuation, symbols and emoji. */
const wordOf = (script: string) => {
  const ranges = SCRIPTS[script]!.map(([min, max]) =>
    fc.integer({ min, max }).map((code) => String.fromCodePoint(code)),
  );
  const letter = fc.oneof(...ranges);
  const any = fc.oneof(
    { weight: 12, arbitrary: letter },
    { weight: 2, arbitrary: ASCII },
    { weight: 2, arbitrary: SIGNS },
  );
  return fc.array(any, { minLength: 1, maxLength: 12 }).map((characters) => characters.join(''));
};

/** Titles of 1 to 8 words, at most 150 characters, in one or two scripts. */
export const titleOf = (script: string) =>
  fc
    .array(fc.oneof({ weight: 5, arbitrary: wordOf(script) }, { weight: 1, arbitrary: wordOf('Latin') }), {
      minLength: 1,
      maxLength: 8,
    })
    .map((words) =>
      words
        .join(' ')
        .slice(0, 150)
        .replace(/\p{Cs}/gu, '')
        .trim(),
    )
    .filter((title) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(title));

/** Other spellings of a text: unchanged, in other normal forms, in other letter case, and without accents. */
export const spellingsOf = (text: string): string[] => [
  text,
  text.normalize('NFC'),
  text.normalize('NFD'),
  text.normalize('NFKC'),
  text.normalize('NFKD'),
  text.toUpperCase(),
  text.toLowerCase(),
  text.normalize('NFD').toUpperCase(),
  text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
  text.normalize('NFD').replace(/\p{Mn}/gu, ''),
  text.normalize('NFD').replace(/\p{M}/gu, ''),
];
