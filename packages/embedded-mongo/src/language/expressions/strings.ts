import { roundDecimal } from '../../bson/decimal.js';
import { fail } from '../../bson/errors.js';
import { exactParts, int, isNumber, numberType, toDouble } from '../../bson/numbers.js';
import { typeName } from '../../bson/types.js';
import { compileRegex, isRegex } from '../../values/regex.js';
import { isNullish } from '../filter/predicates.js';
import { define, defineNamed, defineNullable, stringOf, wholeOf } from './core.js';

/** Formats a number as `$toString` does: doubles with six digits, like C's `%g`. */
export function numberText(value: unknown): string {
  const n = toDouble(value);
  if (numberType(value) !== 'double' || !Number.isFinite(n)) return String(value);
  const order = Number(n.toExponential().split('e')[1]);
  const rounded = Number(roundDecimal(exactParts(n), 5 - order, 'round') ?? n);
  const [digits, exponent] = rounded.toExponential().split('e') as [string, string];
  if (Number(exponent) >= -4 && Number(exponent) < 6) return Object.is(n, -0) ? '-0' : String(rounded);
  return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}

/** Converts an argument of the case and substring operators; null becomes the empty string. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isNullish(value)) return '';
  if (isNumber(value)) return numberText(value);
  if (value instanceof Date) return value.toISOString();
  return fail(16007, `can't convert from BSON type ${typeName(value)} to String`);
}

define('$concat', 0, Infinity, (values, name) =>
  values.some(isNullish) ? null : values.map((value) => stringOf(value, 16702, name)).join(''),
);
// only ASCII letters change case, as MongoDB documents
define('$toLower', 1, 1, ([value]) => textOf(value).replace(/[A-Z]+/g, (text) => text.toLowerCase()));
define('$toUpper', 1, 1, ([value]) => textOf(value).replace(/[a-z]+/g, (text) => text.toUpperCase()));

define('$substrCP', 3, 3, ([value, start, length], name) => {
  const from = wholeOf(start, isNumber(start) ? 34451 : 34450, name);
  const size = wholeOf(length, isNumber(length) ? 34453 : 34452, name);
  if (size < 0) fail(34454, '$substrCP: length must be a nonnegative integer.');
  if (from < 0) fail(34455, '$substrCP: the starting index must be nonnegative integer.');
  return Array.from(textOf(value))
    .slice(from, from + size)
    .join('');
});
define('$strLenCP', 1, 1, ([value], name) => int(Array.from(stringOf(value, 34471, name)).length));

defineNullable('$split', 2, 2, ([value, separator], name) => {
  const text = stringOf(value, 40085, name);
  const by = stringOf(separator, 40086, name);
  return by === '' ? fail(40087, '$split requires a non-empty separator') : text.split(by);
});

const blank = '\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a';
defineNamed('$trim $ltrim $rtrim', 'input', 'chars', ({ input, chars = blank }, name) => {
  if (isNullish(input) || isNullish(chars)) return null;
  const text = Array.from(stringOf(input, 50699, name));
  const cut = Array.from(stringOf(chars, 50700, name));
  let from = 0;
  let to = text.length;
  if (name !== '$rtrim') while (from < to && cut.includes(text[from]!)) from++;
  if (name !== '$ltrim') while (to > from && cut.includes(text[to - 1]!)) to--;
  return text.slice(from, to).join('');
});

defineNamed('$replaceOne $replaceAll', 'input find replacement', '', ({ input, find, replacement }, name) => {
  const check = (value: unknown, code: number) => (isNullish(value) ? null : stringOf(value, code, name));
  const [text, from, to] = [check(input, 51746), check(find, 51745), check(replacement, 51744)];
  if (text === null || from === null || to === null) return null;
  return name === '$replaceAll' ? text.split(from).join(to) : text.replace(from, () => to);
});

/** Returns the pattern of a `$regexMatch`. */
function patternOf(name: string, regex: unknown, options: unknown): RegExp {
  const flags = isNullish(options) ? undefined : stringOf(options, 51106, name);
  if (!isRegex(regex)) return compileRegex(stringOf(regex, 51105, name), flags ?? '');
  if (flags !== undefined && regex.options !== '')
    fail(51107, `${name}: options in both 'regex' and 'options'`);
  return compileRegex(regex.pattern, flags ?? regex.options);
}

defineNamed('$regexMatch', 'input regex', 'options', ({ input, regex, options }, name) => {
  const text = isNullish(input) ? undefined : stringOf(input, 51104, name);
  const pattern = isNullish(regex) ? undefined : patternOf(name, regex, options);
  return text !== undefined && pattern !== undefined && pattern.test(text);
});
