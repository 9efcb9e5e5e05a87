import { domainToUnicode } from 'node:url';

/** Letters that nobody takes for ASCII ones, by the scripts that one label may have. */
const LABELS: readonly RegExp[] = [
  /^[a-z0-9-]+$/,
  // Western and central European letters, without those that look like a plain one
  /^(?:(?![ıĸŀŉſ])[a-z0-9\-ß-öø-ÿ\u0100-\u017f])+$/,
  /^[0-9\-\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+$/u,
  /^[0-9\-\p{Script=Hangul}]+$/u,
  /^[0-9\-\p{Script=Arabic}]+$/u,
  /^[0-9\-\p{Script=Hebrew}]+$/u,
  /^[0-9\-\p{Script=Thai}]+$/u,
  /^[0-9\-\p{Script=Devanagari}]+$/u,
  /^[0-9\-\p{Script=Bengali}]+$/u,
  /^[0-9\-\p{Script=Tamil}]+$/u,
  /^[0-9\-\p{Script=Georgian}]+$/u,
  /^[0-9\-а-яёіїєґў]+$/,
  /^[0-9\-\u0386-\u03ce]+$/,
];
/** Labels of letters and strokes that look like ASCII throughout, such as `аррӏе` in Cyrillic. */
const LOOKALIKE = /^[0-9\-асеһіјорԛѕԝхуъЬҽпгвкмнтαικνρυωηοτγχβεՙսօոノ丶丿ー一〇二工十]+$/;
const ASCII = /^[\x21-\x7e]*$/;

/** Digits of other scripts look like letters or other digits. */
const OTHER_DIGIT = /(?![0-9])\p{N}/u;

const isClear = (label: string, isAlone: boolean): boolean =>
  !OTHER_DIGIT.test(label) &&
  LABELS.some((letters) => letters.test(label)) &&
  (ASCII.test(label) || isAlone || !LOOKALIKE.test(label));

/**
 * Returns the host of an address as readers know it: without `www.`, in the letters of its script if no letter could be
 * taken for another, else in the form of look-ups (`xn--…`).
 */
export function shownHost(address: string): string {
  const host = new URL(address).hostname.replace(/^www\./, '');
  const labels = domainToUnicode(host).split('.');
  // Under a domain in the same script a whole word in lookalikes is the usual spelling.
  const isAlone = !ASCII.test(labels.at(-1)!);
  return labels.every((label) => isClear(label, isAlone)) ? labels.join('.') : host;
}
