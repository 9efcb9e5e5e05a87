import { BSONRegExp } from 'bson';
import { notImplemented } from '../bson/errors.js';

export const isRegex = (value: unknown): value is BSONRegExp => value instanceof BSONRegExp;

/**
 * Returns the text that a regular expression looks for, and whether only at the start of a string. Throws
 * NotImplemented for everything else, since JavaScript's regular expressions differ from MongoDB's.
 */
export function literalOf({ pattern, options }: BSONRegExp): { text: string; atStart: boolean } {
  const [, start, body] = /^(\^?)((?:[^\\^$.*+?()[\]{}|\0]|\\[^\w\s])*)$/u.exec(pattern) ?? [];
  if (options !== '' || body === undefined)
    throw notImplemented(`the regular expression /${pattern}/${options}`);
  return { text: body.replaceAll(/\\(.)/gu, '$1'), atStart: start === '^' };
}

/** Tests a `$regex` condition: matches strings, and stored regular expressions that are equal. */
export function regexTest(regex: BSONRegExp): (candidate: unknown) => boolean {
  const { text, atStart } = literalOf(regex);
  return (candidate) => {
    if (typeof candidate === 'string') return atStart ? candidate.startsWith(text) : candidate.includes(text);
    return isRegex(candidate) && candidate.pattern === regex.pattern && candidate.options === regex.options;
  };
}
