/**
 * Letters that Unicode does not take apart, and the letters that people type for them: CLDR's Latin-ASCII for Latin
 * letters, and the same idea for the Cyrillic letters with a stroke or descender and for the forms of Arabic letters.
 */
const PLAIN: Record<string, string> = {
  ...{ æ: 'ae', œ: 'oe', ø: 'o', ð: 'd', đ: 'd', þ: 'th', ł: 'l', ħ: 'h', ŧ: 't', ŋ: 'n', ĸ: 'q', ı: 'i' },
  ...{
    ƀ: 'b',
    ɓ: 'b',
    ƃ: 'b',
    ƈ: 'c',
    ȼ: 'c',
    ɖ: 'd',
    ɗ: 'd',
    ƌ: 'd',
    ǝ: 'e',
    ə: 'e',
    ɛ: 'e',
    ɇ: 'e',
    ƒ: 'f',
  },
  ...{
    ǥ: 'g',
    ɠ: 'g',
    ɣ: 'g',
    ɨ: 'i',
    ɩ: 'i',
    ɉ: 'j',
    ƙ: 'k',
    ƚ: 'l',
    ɫ: 'l',
    ɬ: 'l',
    ɲ: 'n',
    ƞ: 'n',
    ɔ: 'o',
  },
  ...{
    ɵ: 'o',
    ƥ: 'p',
    ɍ: 'r',
    ʃ: 's',
    ƭ: 't',
    ʈ: 't',
    ƫ: 't',
    ʉ: 'u',
    ʊ: 'u',
    ʋ: 'v',
    ɏ: 'y',
    ƴ: 'y',
    ƶ: 'z',
    ȥ: 'z',
    ʒ: 'z',
  },
  ...{
    ґ: 'г',
    ғ: 'г',
    ҙ: 'з',
    җ: 'ж',
    қ: 'к',
    ҝ: 'к',
    ҡ: 'к',
    ң: 'н',
    ө: 'о',
    ұ: 'у',
    ү: 'у',
    ҳ: 'х',
    ҷ: 'ч',
    ҹ: 'ч',
  },
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه' },
  ...{ ς: 'σ', '♯': '#' },
};
const REPLACED = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

/** What people and keyboards use as an apostrophe. */
const APOSTROPHES = /[`´‘’‛′ʹʻʼʽʾʿˈꞌ՚׳΄᾽᾿]/gu;
/** Invisible characters, but for the zero-width space and non-joiner, which part words. */
const INVISIBLE = /(?![\u200b\u200c])\p{Default_Ignorable_Code_Point}/gu;
/** Between a small and a capital letter, and between letters and digits. */
const BREAKS = /(?<=\p{Ll})(?=\p{Lu})|(?<=[\p{L}\p{M}])(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;
/**
 * Marks that people leave out, in scripts where a mark is an accent or a vowel sign that is seldom written, and the Arabic
 * line that stretches words. Not the sound marks of Japanese.
 */
const ACCENTS =
  /ـ|(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]/gu;

/** A mark that stands alone is the text itself, and stays. */
const withoutAccents = (text: string): string =>
  text.replace(/\S+/gu, (token) => token.replace(ACCENTS, '') || token);

/** The value of a digit of any script. Unicode has ten in a row, from a code point that ends in 0 or 6. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  const last = code & 15;
  return String(last - (/\p{Nd}/u.test(String.fromCodePoint(code - last)) ? 0 : 6));
}

/** Unicode's full case folding, which JavaScript lacks: `ß` is `ss`, as in capitals. */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase();

/** Letters as searches compare them. */
const foldLetters = (text: string): string =>
  withoutAccents(foldCase(text).normalize('NFKD').replace(INVISIBLE, ''))
    .replace(REPLACED, (letter) => PLAIN[letter]!)
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .normalize('NFC');

/** Compatible forms made one, with the plain apostrophe. `´` would come apart, so apostrophes are replaced before, too. */
const compatible = (text: string): string =>
  text.normalize('NFC').replace(APOSTROPHES, "'").normalize('NFKC').replace(APOSTROPHES, "'");

/**
 * A text as searches compare it: without letter case, accents, compatibility forms and invisible characters. A zero-width
 * space marks where a word has a break that no character shows, as in `iPhone` and `covid19`.
 */
export const foldText = (text: string): string => foldLetters(compatible(text).replace(BREAKS, '\u200b'));

/** A name or a tag as searches compare it: the same, without breaks. */
export const foldName = (text: string): string =>
  foldLetters(compatible(text)).replace(/[\u200b\u200c]/gu, '');

/**
 * A text as it is, without nonspacing marks, and without all marks: people leave vowel signs out, too, in scripts where
 * `foldText` keeps them.
 */
export function markForms(text: string): string[] {
  const apart = text.normalize('NFD');
  if (!/\p{M}/u.test(apart)) return [text];
  return [text, apart.replace(/\p{Mn}/gu, ''), apart.replace(/\p{M}/gu, '')];
}
