import { languageTag } from './languages.js';

/** Addresses, names and tags say nothing about the language around them. */
const NO_WORDS = /(?:https?:\/\/|www\.)\S+|(?<!\S)[^\s@]+@\S+|[@＠#＃]\S+/giu;

/** Languages that alone use their script, with the number of its letters that shows that it is no symbol. */
const OF_SCRIPT: readonly (readonly [language: string, letter: RegExp, least: number])[] = [
  ['ko', /\p{Script=Hangul}/gu, 2],
  ['el', /\p{Script=Greek}/gu, 5],
  ['he', /\p{Script=Hebrew}/gu, 4],
  ['th', /\p{Script=Thai}/gu, 4],
  ['hy', /\p{Script=Armenian}/gu, 4],
  ['ka', /\p{Script=Georgian}/gu, 4],
  ['km', /\p{Script=Khmer}/gu, 4],
  ['lo', /\p{Script=Lao}/gu, 4],
  ['my', /\p{Script=Myanmar}/gu, 4],
  ['si', /\p{Script=Sinhala}/gu, 4],
  ['ta', /\p{Script=Tamil}/gu, 4],
  ['te', /\p{Script=Telugu}/gu, 4],
  ['kn', /\p{Script=Kannada}/gu, 4],
  ['ml', /\p{Script=Malayalam}/gu, 4],
  ['gu', /\p{Script=Gujarati}/gu, 4],
  ['pa', /\p{Script=Gurmukhi}/gu, 4],
];
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;
const HAN = /\p{Script=Han}/gu;
/** Japanese has texts without kana too, but short ones. */
const HAN_LEAST = 8;

/** Letters that a text in a script of several languages needs, and below which the best guess must be clear. */
const LETTERS = { least: 16, clear: 30 };
/** Difference between the scores of the best guess and the next. */
const CLEAR = 0.08;
/** The guesser knows no Indonesian and calls it Malay. */
const CONFUSED: readonly string[] = ['ms'];
/** Characters that decide; the rest of a longer text changes nothing. */
const ENOUGH = 2000;

interface Guesser {
  detect(text: string): { language: string; getScores(): Record<string, number>; isReliable(): boolean };
}

const loadGuesser = async (): Promise<Guesser> => {
  const { eld } = (await import('eld/extrasmall')) as { eld: Guesser };
  return eld;
};

const count = (text: string, letter: RegExp): number => text.match(letter)?.length ?? 0;

/** Returns the language that the script shows, `null` if it shows none, `undefined` if several share it. */
function languageOfScript(text: string, letters: number): string | null | undefined {
  const [kana, han] = [count(text, KANA), count(text, HAN)];
  if (2 * (kana + han) > letters) {
    if (kana > 0) return 'ja';
    return han >= HAN_LEAST ? 'zh' : null;
  }
  for (const [language, letter, least] of OF_SCRIPT) {
    const found = count(text, letter);
    if (2 * found > letters) return found >= least ? language : null;
  }
  return undefined;
}

/**
 * Guesses the language of a text: its primary tag, or `null` if the text is too short or nothing is clear. The
 * tables for scripts of several languages load with the first such text.
 */
export async function guessLanguage(written: string): Promise<string | null> {
  const text = written.slice(0, ENOUGH).replace(NO_WORDS, ' ');
  const letters = count(text, /[\p{L}\p{M}]/gu);
  const ofScript = languageOfScript(text, letters);
  if (ofScript !== undefined) return ofScript;
  if (letters < LETTERS.least) return null;
  const guess = (await loadGuesser()).detect(text);
  if (!guess.isReliable() || CONFUSED.includes(guess.language)) return null;
  const [best = 0, next = 0] = Object.values(guess.getScores()).sort((one, other) => other - one);
  if (letters < LETTERS.clear && best - next < CLEAR) return null;
  return languageTag(guess.language) ?? null;
}
