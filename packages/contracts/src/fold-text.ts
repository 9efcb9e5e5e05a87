/**
 * Letters that Unicode does not decompose, and the letters that users type for them: CLDR's Latin-ASCII for Latin
 * letters, and a similar mapping for Cyrillic letters with a stroke or descender and for the forms of Arabic
 * letters.
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
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ڪ: 'ك', ة: 'ه', ۃ: 'ه', ە: 'ه', ہ: 'ه', ھ: 'ه' },
  ...{ ς: 'σ', '♯': '#' },
};
const REPLACED = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

/** Characters used as an apostrophe. */
const APOSTROPHES = /[`´‘’‛′ʹʻʼʽʾʿˈꞌ՚׳΄᾽᾿]/gu;
/** Invisible characters, except the zero-width space and non-joiner, which separate words. */
const INVISIBLE = /(?![\u200b\u200c])\p{Default_Ignorable_Code_Point}/gu;
/** Between a small and a capital letter, and between letters and digits. */
const BREAKS = /(?<=\p{Ll})(?=\p{Lu})|(?<=[\p{L}\p{M}])(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;
/**
 * Marks that users leave out, in scripts where a mark is an accent or a rarely written vowel sign, and the Arabic
 * line that stretches words. Not the sound marks of Japanese.
 */
const ACCENTS =
  /ـ|(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]/gu;

/** A text that consists only of marks stays unchanged. */
const withoutAccents = (text: string): string =>
  text.replace(/\S+/gu, (token) => token.replace(ACCENTS, '') || token);

/** Returns the value of a digit of any script. Unicode has ten in a row, from a code point that ends in 0 or 6. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  const last = code & 15;
  return String(last - (/\p{Nd}/u.test(String.fromCodePoint(code - last)) ? 0 : 6));
}

/** Unicode's full case folding, which JavaScript lacks: `ß` becomes `ss`, as in upper case. */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase();

/** Folds letters for search. */
export const foldLetters = (text: string): string =>
  withoutAccents(foldCase(text).normalize('NFKD').replace(INVISIBLE, ''))
    .replace(REPLACED, (letter) => PLAIN[letter]!)
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .normalize('NFC');

/**
 * Normalizes compatibility forms and apostrophes. Apostrophes are also replaced first, because `´` would decompose.
 */
export const compatible = (text: string): string =>
  text.normalize('NFC').replace(APOSTROPHES, "'").normalize('NFKC').replace(APOSTROPHES, "'");

/** Katakana with a hiragana of the same sound: people write ラーメン and らーめん. */
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/gu;
const HIRAGANA_BEFORE = 0x60;
const toHiragana = (kana: string): string => String.fromCharCode(kana.charCodeAt(0) - HIRAGANA_BEFORE);

/**
 * Folds a text for search: removes letter case, accents, compatibility forms, invisible characters and the difference of
 * the two kana. A zero-width space marks a break within a word that no character shows, as in `iPhone` and `covid19`.
 */
export const foldText = (text: string): string =>
  foldLetters(compatible(text).replace(BREAKS, '\u200b')).replace(KATAKANA, toHiragana);

/** Folds a name or a tag for search: like `foldText`, without breaks, and with the kana as written. */
export const foldName = (text: string): string =>
  foldLetters(compatible(text)).replace(/[\u200b\u200c]/gu, '');

/**
 * Returns a text without nonspacing marks, and without all marks, because users also leave out vowel signs in
 * scripts for which `foldText` keeps them.
 */
export function markForms(text: string): string[] {
  const apart = text.normalize('NFD');
  if (!/\p{M}/u.test(apart)) return [text];
  return [text, apart.replace(/\p{Mn}/gu, ''), apart.replace(/\p{M}/gu, '')];
}
