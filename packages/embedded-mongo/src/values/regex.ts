import { BSONRegExp } from 'bson';
import { badValue, fail, notImplemented, ServerError } from '../bson/errors.js';

/** Escapes whose meaning differs: outside and inside a character class. */
const escapes: Record<string, [string, string]> = {
  s: ['[\\t-\\r ]', '\\t-\\r '],
  S: ['[^\\t-\\r ]', '\\0-\\x08\\x0e-\\x1f!-\\u{10ffff}'],
  h: ['[\\t \\xa0]', '\\t \\xa0'],
  A: ['(?<![\\s\\S])', ''],
  z: ['(?![\\s\\S])', ''],
  Z: ['(?=\\n?(?![\\s\\S]))', ''],
  e: ['\\x1b', '\\x1b'],
  a: ['\\x07', '\\x07'],
};

const quote = (text: string) =>
  text.replace(/[\\^$.*+?()[\]{}|/-]/g, (c) => `\\x${c.charCodeAt(0).toString(16)}`);

/** Rewrites a PCRE pattern as a JavaScript one (flags u, i) of the same meaning, or refuses it. */
class Translator {
  private at = 0;
  private result = '';

  constructor(
    private readonly source: string,
    private readonly options: Set<string>,
  ) {}

  run(): string {
    const leading = /^\(\?([imsx]+)\)/.exec(this.source);
    if (leading) {
      for (const option of leading[1]!) this.options.add(option);
      this.at = leading[0].length;
    }
    while (this.at < this.source.length) {
      const char = this.source[this.at]!;
      if (char === '\\') this.escape(false);
      else if (char === '[') this.charClass();
      else {
        const [text, length] = this.plain(char, this.source.slice(this.at));
        this.result += text;
        this.at += length;
      }
    }
    return this.result;
  }

  /** What the pattern's next characters become, and how many they are. */
  private plain(char: string, rest: string): [text: string, length: number] {
    const { options } = this;
    if (options.has('x')) {
      if (/\s/.test(char)) return ['', 1];
      if (char === '#') return ['', /^[^\n]*/.exec(rest)![0].length];
    }
    if (char === '.') return [options.has('s') ? '[\\s\\S]' : '[^\\n]', 1];
    if (char === '^') return [options.has('m') ? '(?<![^\\n])' : '^', 1];
    if (char === '$') return [options.has('m') ? '(?![^\\n])' : '(?=\\n?$)', 1];
    if (rest.startsWith('(?')) {
      const group = /^\(\?(?:[:=!]|<[=!]|P?<([A-Za-z_]\w*)>)/.exec(rest);
      if (!group) throw notImplemented(`the regular expression construct ${rest.slice(0, 4)}`);
      return [group[1] === undefined ? group[0] : `(?<${group[1]}>`, group[0].length];
    }
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(rest)?.[0];
    if (quantifier !== undefined) {
      if (rest[quantifier.length] === '+') throw notImplemented('a possessive quantifier');
      return [quantifier, quantifier.length];
    }
    if (char === '{' || char === '}' || char === ']') return [`\\${char}`, 1];
    const whole = String.fromCodePoint(rest.codePointAt(0)!);
    return [whole, whole.length];
  }

  private escape(inClass: boolean): void {
    const next = this.source[this.at + 1];
    if (next === undefined) throw invalidRegex('\\ at end of pattern');
    const rest = this.source.slice(this.at);
    let length = 2;
    const known = escapes[next]?.[inClass ? 1 : 0];
    if (known) this.result += known;
    else if (/[dDwWnrtf0-9]/.test(next) || (!inClass && /[bB]/.test(next))) this.result += `\\${next}`;
    else if (next === 'b') this.result += '\\x08';
    else if (next === 'x') {
      const hex = /^\\x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{0,2}))/.exec(rest)!;
      this.result += `\\u{${hex[1] ?? (hex[2] === '' ? '0' : hex[2])}}`;
      length = hex[0].length;
    } else if (/^\\[pP]\{\^?[A-Za-z]{1,2}\}/.test(rest)) {
      const property = /^\\[pP]\{\^?[A-Za-z]{1,2}\}/.exec(rest)![0];
      if (property.includes('^')) throw notImplemented('\\p{^…} in a regular expression');
      this.result += property;
      length = property.length;
    } else if (/[A-Za-z]/.test(next)) throw notImplemented(`\\${next} in a regular expression`);
    else {
      const char = String.fromCodePoint(rest.codePointAt(1)!);
      this.result +=
        char.length > 1 || char.charCodeAt(0) > 127 ? char : quote(char) === char ? char : quote(char);
      length = 1 + char.length;
    }
    this.at += length;
  }

  private charClass(): void {
    const { source } = this;
    const start = /^\[\^?/.exec(source.slice(this.at))![0];
    this.result += start;
    this.at += start.length;
    for (let first = true; first || source[this.at] !== ']'; first = false) {
      const char = source[this.at];
      if (char === undefined) throw invalidRegex('missing terminating ] for character class');
      const named = /^\[[:.=]/.exec(source.slice(this.at));
      if (named) throw notImplemented(`${named[0]} in a regular expression`);
      if (char === '\\') this.escape(true);
      else {
        // a hyphen beside a class such as \w is itself
        const plain =
          char === '-' &&
          (/\\[dDwWsS]$/.test(source.slice(0, this.at)) || /^-\\[dDwWsS]/.test(source.slice(this.at)));
        this.result += plain || (char === ']' && first) || char === '[' ? `\\${char}` : char;
        this.at++;
      }
    }
    this.result += ']';
    this.at++;
  }
}

const invalidRegex = (why: string) => new ServerError(51091, `Regular expression is invalid: ${why}`);

/** Compiles a pattern of MongoDB (PCRE) with its options (i, m, s, x, u) into a JavaScript expression. */
export function compileRegex(pattern: string, options: string): RegExp {
  if (pattern.includes('\0')) throw badValue('Regular expression cannot contain an embedded null byte');
  const flags = new Set(options);
  for (const flag of flags)
    if (!'imsxu'.includes(flag)) fail(51108, `invalid flag in regex options: ${flag}`);
  const source = new Translator(pattern, flags).run();
  try {
    return new RegExp(source, flags.has('i') ? 'iu' : 'u');
  } catch (error) {
    throw invalidRegex(error instanceof Error ? error.message : pattern);
  }
}

export const isRegex = (value: unknown): value is BSONRegExp => value instanceof BSONRegExp;

/** The test of a `$regex` condition: strings that match, and the very same regular expression. */
export function regexTest({ pattern, options }: BSONRegExp): (candidate: unknown) => boolean {
  const compiled = compileRegex(pattern, options);
  return (candidate) => {
    if (typeof candidate === 'string') return compiled.test(candidate);
    return isRegex(candidate) && candidate.pattern === pattern && candidate.options === options;
  };
}
