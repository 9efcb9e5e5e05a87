import { compareStrings } from '../compare.js';
import { BSONSymbol, Code, Decimal128, Int32, Long, Timestamp, type BSONRegExp } from 'bson';
import { regexParts } from '../compare.js';
import { ServerError } from '../errors.js';
import { int, isNumber, toDouble } from '../numbers.js';
import { isNullish } from '../predicates.js';
import { compileRegex, isRegex } from '../regex.js';
import { typeName } from '../types-of.js';
import type { Doc } from '../types.js';
import { wholeOf } from './arithmetic.js';
import { define, defineNamed, defineNullable } from './core.js';

/** Text of a number as `$toString` and `$concat`'s coercions give it. */
export function numberText(value: unknown): string {
  if (value instanceof Int32 || value instanceof Long || value instanceof Decimal128) return value.toString();
  const n = toDouble(value);
  if (Number.isNaN(n)) return 'NaN';
  if (!Number.isFinite(n)) return n > 0 ? 'Infinity' : '-Infinity';
  return Object.is(n, -0) ? '-0' : String(n);
}

/** Coercion of the case and substring operators: null becomes the empty string. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isNullish(value)) return '';
  if (isNumber(value)) return numberText(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof BSONSymbol) return value.value;
  if (value instanceof Code) return value.code;
  if (value instanceof Timestamp) return `Timestamp(${value.t}, ${value.i})`;
  throw new ServerError(16007, `can't convert from BSON type ${typeName(value)} to String`);
}

const string = (value: unknown, code: number, message: string): string => {
  if (typeof value !== 'string') throw new ServerError(code, `${message}${typeName(value)}`);
  return value;
};

define('$concat', 0, Infinity, (values) => {
  if (values.some(isNullish)) return null;
  return values.map((value) => string(value, 16702, '$concat only supports strings, not ')).join('');
});
// only ASCII letters change case, as documented
define('$toLower', 1, 1, ([value]) => textOf(value).replace(/[A-Z]+/g, (text) => text.toLowerCase()));
define('$toUpper', 1, 1, ([value]) => textOf(value).replace(/[a-z]+/g, (text) => text.toUpperCase()));
define('$strcasecmp', 2, 2, ([a, b]) => {
  const upper = (value: unknown) => textOf(value).replace(/[a-z]+/g, (text) => text.toUpperCase());
  return int(compareStrings(upper(a), upper(b)));
});

define(['$substr', '$substrBytes'], 3, 3, ([value, start, length], name) => {
  if (!isNumber(start))
    throw new ServerError(
      16034,
      `${name}:  starting index must be a numeric type (is BSON type ${typeName(start)})`,
    );
  if (!isNumber(length))
    throw new ServerError(
      16035,
      `${name}:  length must be a numeric type (is BSON type ${typeName(length)})`,
    );
  const bytes = Buffer.from(textOf(value));
  const from = Math.trunc(toDouble(start));
  const size = Math.trunc(toDouble(length));
  if (from < 0) throw new ServerError(50752, `${name}:  starting index must be non-negative (got: ${from})`);
  const end = size < 0 ? bytes.length : Math.min(from + size, bytes.length);
  const continues = (at: number) => at < bytes.length && (bytes[at]! & 0xc0) === 0x80;
  if (continues(from))
    throw new ServerError(28656, `${name}:  Invalid range, starting index is a UTF-8 continuation byte.`);
  if (continues(end))
    throw new ServerError(
      28657,
      `${name}:  Invalid range, ending index is in the middle of a UTF-8 character.`,
    );
  return bytes.toString('utf8', from, end);
});
define('$substrCP', 3, 3, ([value, start, length]) => {
  const whole = (v: unknown, what: string, code: number) => {
    if (!isNumber(v))
      throw new ServerError(code, `$substrCP: ${what} must be a numeric type (is BSON type ${typeName(v)})`);
    const n = wholeOf(v);
    if (n === undefined)
      throw new ServerError(code + 1, `$substrCP: ${what} cannot be represented as a 32-bit integral value`);
    return n;
  };
  const from = whole(start, 'starting index', 34450);
  const size = whole(length, 'length', 34452);
  if (size < 0) throw new ServerError(34454, '$substrCP: length must be a nonnegative integer.');
  if (from < 0) throw new ServerError(34455, '$substrCP: the starting index must be nonnegative integer.');
  return Array.from(textOf(value))
    .slice(from, from + size)
    .join('');
});

define('$strLenBytes', 1, 1, ([value]) =>
  int(Buffer.byteLength(string(value, 34473, '$strLenBytes requires a string argument, found: '))),
);
define('$strLenCP', 1, 1, ([value]) =>
  int(Array.from(string(value, 34471, '$strLenCP requires a string argument, found: ')).length),
);

defineNullable('$split', 2, 2, ([value, separator]) => {
  const text = string(
    value,
    40085,
    '$split requires an expression that evaluates to a string as a first argument, found: ',
  );
  const by = string(
    separator,
    40086,
    '$split requires an expression that evaluates to a string as a second argument, found: ',
  );
  if (by === '') throw new ServerError(40087, '$split requires a non-empty separator');
  return text.split(by);
});

for (const name of ['$indexOfBytes', '$indexOfCP'])
  define(name, 2, 4, ([value, part, start, end]) => {
    if (isNullish(value)) return null;
    const cut =
      name === '$indexOfCP'
        ? (s: string) => Array.from(s)
        : (s: string) => Array.from(Buffer.from(s).toString('latin1'));
    const text = cut(string(value, 40091, `${name} requires a string as the first argument, found: `));
    const wanted = cut(string(part, 40092, `${name} requires a string as the second argument, found: `));
    const bound = (v: unknown, otherwise: number, what: string) => {
      if (v === undefined) return otherwise;
      const n = wholeOf(v);
      if (n === undefined)
        throw new ServerError(
          40096,
          `${name} requires an integral ${what} index, found a value of type: ${typeName(v)}`,
        );
      if (n < 0) throw new ServerError(40097, `${name} requires a nonnegative ${what} index, found: ${n}`);
      return n;
    };
    const last = Math.min(bound(end, text.length, 'ending'), text.length) - wanted.length;
    for (let at = bound(start, 0, 'starting'); at <= last; at++)
      if (wanted.every((unit, i) => text[at + i] === unit)) return int(at);
    return int(-1);
  });

const blank = Array.from(
  '\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a',
);
defineNamed(['$trim', '$ltrim', '$rtrim'], ['input'], ['chars'], ({ input, chars }, name) => {
  if (isNullish(input) || chars === null) return null;
  const text = Array.from(
    string(input, 50699, `${name} requires its input to be a string, got value of type `),
  );
  const cut =
    chars === undefined
      ? blank
      : Array.from(string(chars, 50700, `${name} requires 'chars' to be a string, got value of type `));
  let from = 0;
  let to = text.length;
  if (name !== '$rtrim') while (from < to && cut.includes(text[from]!)) from++;
  if (name !== '$ltrim') while (to > from && cut.includes(text[to - 1]!)) to--;
  return text.slice(from, to).join('');
});

for (const name of ['$replaceOne', '$replaceAll'])
  defineNamed(name, ['input', 'find', 'replacement'], [], ({ input, find, replacement }) => {
    const check = (value: unknown, what: string, code: number) => {
      if (!isNullish(value)) string(value, code, `${name} requires that '${what}' be a string, found: `);
    };
    check(input, 'input', 51746);
    check(find, 'find', 51745);
    check(replacement, 'replacement', 51744);
    if ([input, find, replacement].some(isNullish)) return null;
    const [text, from, to] = [input, find, replacement] as [string, string, string];
    return name === '$replaceAll' ? text.split(from).join(to) : text.replace(from, () => to);
  });

/** The compiled pattern of a `$regexFind` and its like. */
function patternOf(name: string, regex: unknown, options: unknown): RegExp {
  if (options !== undefined && !isNullish(options) && typeof options !== 'string')
    throw new ServerError(51106, `${name} needs 'options' to be of type string`);
  const given = typeof options === 'string' ? options : undefined;
  if (typeof regex === 'string') return compileRegex(regex, given ?? '');
  if (!isRegex(regex)) throw new ServerError(51105, `${name} needs 'regex' to be of type string or regex`);
  const [pattern, own] = regexParts(regex);
  if (own !== '' && given !== undefined)
    throw new ServerError(
      51107,
      `${name}: found regex option(s) specified in both 'regex' and 'option' fields`,
    );
  return compileRegex(pattern, own || (given ?? ''));
}

const cache = new WeakMap<BSONRegExp | RegExp, RegExp>();
function searchOf(name: string, regex: unknown, options: unknown): RegExp {
  if (!isRegex(regex) || options !== undefined) return patternOf(name, regex, options);
  let compiled = cache.get(regex);
  if (!compiled) cache.set(regex, (compiled = patternOf(name, regex, options)));
  return compiled;
}

const found = (text: string, match: RegExpExecArray): Doc => ({
  match: match[0],
  idx: int(Array.from(text.slice(0, match.index)).length),
  captures: match.slice(1).map((capture) => (capture as string | undefined) ?? null),
});

defineNamed(
  ['$regexMatch', '$regexFind', '$regexFindAll'],
  ['input', 'regex'],
  ['options'],
  ({ input, regex, options }, name) => {
    const none = name === '$regexMatch' ? false : name === '$regexFind' ? null : [];
    if (!isNullish(input) && typeof input !== 'string')
      throw new ServerError(51104, `${name} needs 'input' to be of type string`);
    if (isNullish(regex)) return none;
    const pattern = searchOf(name, regex, options);
    if (isNullish(input)) return none;
    const text = input as string;
    if (name === '$regexMatch') return pattern.test(text);
    if (name === '$regexFind') {
      const match = pattern.exec(text);
      return match ? found(text, match) : null;
    }
    return [...text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))].map((match) =>
      found(text, match),
    );
  },
);
