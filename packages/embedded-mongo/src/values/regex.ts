import { BSONRegExp } from 'bson';
import { badValue, fail, notImplemented, ServerError } from '../bson/errors.js';

/** The white space of PCRE, which is ASCII only, and its complement, for use inside a character class. */
const space = '\\t-\\r ';
const noSpace = '\\0-\\x08\\x0e-\\x1f!-\\u{10ffff}';

/** Translates an escape to JavaScript, inside or outside of a character class. */
function translateEscape(escape: string, inClass: boolean): string {
  const letter = escape.slice(1);
  if (letter === '') throw invalidRegex('\\ at end of pattern');
  if (letter === 's') return inClass ? space : `[${space}]`;
  if (letter === 'S') return inClass ? noSpace : `[^${space}]`;
  if (letter === 'b' && inClass) return '\\x08';
  if (/^[dDwWnrtf0-9]$/.test(letter) || (!inClass && /^[bB]$/.test(letter))) return escape;
  if (/[A-Za-z]/.test(letter)) throw notImplemented(`${escape} in a regular expression`);
  return /[\\^$.*+?()[\]{}|/]/.test(letter) || (inClass && letter === '-') ? escape : letter;
}

function translateClass(text: string): string {
  const [, start, inside] = /^(\[\^?)(.+)\]$/s.exec(text) ?? [];
  if (start === undefined || inside === undefined)
    throw invalidRegex('missing terminating ] for character class');
  if (/\[[:.=]/.test(inside)) throw notImplemented('a named class in a regular expression');
  // a hyphen next to a class such as \w is literal
  const plain = inside.replace(/(\\[dDwWsS])-|-(?=\\[dDwWsS])/g, (_, before: string = '') => `${before}\\-`);
  const parts = plain.replace(/\\(?:.|$)|[[\]]/gsu, (part) =>
    part.startsWith('\\') ? translateEscape(part, true) : `\\${part}`,
  );
  return `${start}${parts}]`;
}

/** Translates a PCRE pattern to an equivalent JavaScript pattern (flags u, i), or throws. */
function translate(source: string, options: Set<string>): string {
  const tokens =
    /\\(?:.|$)|\[\^?\]?(?:\\.|[^\]\\])*\]?|\(\?P?(?:[:=!]|<[=!]|<\w+>)?|(?:[*+?]|\{\d+(?:,\d*)?\})\+?|./gsu;
  return source.replace(tokens, (token) => {
    if (token.startsWith('\\')) return translateEscape(token, false);
    if (token.startsWith('[')) return translateClass(token);
    if (token.startsWith('(?')) {
      if (!/^\(\?(?:[:=!]|<[=!]|P?<\w+>)$/.test(token))
        throw notImplemented(`the regular expression construct ${token}`);
      return token.replace('?P<', '?<');
    }
    if (/^(?:[*+?].|\{.+\}\+$)/.test(token) && token.endsWith('+'))
      throw notImplemented('a possessive quantifier');
    if (token === '.') return options.has('s') ? '[\\s\\S]' : '[^\\n]';
    if (token === '^' && options.has('m')) return '(?<![^\\n])';
    if (token === '$') return options.has('m') ? '(?![^\\n])' : '(?=\\n?$)';
    return token === '{' || token === '}' || token === ']' ? `\\${token}` : token;
  });
}

const invalidRegex = (why: string) => new ServerError(51091, `Regular expression is invalid: ${why}`);

/** Compiles a MongoDB (PCRE) pattern with its options (i, m, s, u) to a JavaScript regular expression. */
export function compileRegex(pattern: string, options: string): RegExp {
  if (pattern.includes('\0')) throw badValue('Regular expression cannot contain an embedded null byte');
  const flags = new Set(options);
  for (const flag of flags)
    if (!'imsxu'.includes(flag)) fail(51108, `invalid flag in regex options: ${flag}`);
  if (flags.has('x')) throw notImplemented('option x of a regular expression');
  const leading = /^\(\?([ims]+)\)/.exec(pattern);
  for (const flag of leading?.[1] ?? '') flags.add(flag);
  const source = translate(pattern.slice(leading?.[0].length ?? 0), flags);
  try {
    return new RegExp(source, flags.has('i') ? 'iu' : 'u');
  } catch (error) {
    throw invalidRegex(error instanceof Error ? error.message : pattern);
  }
}

export const isRegex = (value: unknown): value is BSONRegExp => value instanceof BSONRegExp;

/** Tests a `$regex` condition: matches strings, and stored regular expressions that are equal. */
export function regexTest({ pattern, options }: BSONRegExp): (candidate: unknown) => boolean {
  const compiled = compileRegex(pattern, options);
  return (candidate) => {
    if (typeof candidate === 'string') return compiled.test(candidate);
    return isRegex(candidate) && candidate.pattern === pattern && candidate.options === options;
  };
}
