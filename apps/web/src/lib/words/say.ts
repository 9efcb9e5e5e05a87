import type { Text, Values } from './text';
import { LANGUAGE } from './language';

/** Digits of the language; the source says where thousands are grouped. */
const digits = (value: number, useGrouping = false): string =>
  new Intl.NumberFormat(LANGUAGE, { useGrouping }).format(value);

/**
 * Puts values into a text.
 * @param count what `#` stands for
 * @returns the text's own words, at even places, and values between them
 */
export const piecesOf = (text: Text, values: Values, count?: number): unknown[] => {
  const own = (words: string) => (count === undefined ? words : words.replaceAll('#', digits(count)));
  if (typeof text === 'string')
    return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? values[part] : own(part)));
  return text.flatMap((part) => {
    if (typeof part === 'string') return [own(part), ''];
    const [name, kind, cases] = part;
    const value = values[name];
    if (cases === undefined) return ['', kind ? digits(Number(value), true) : value];
    const number = kind === 'select' ? count : Number(value);
    const type = kind === 'plural' ? 'cardinal' : 'ordinal';
    const named = cases[String(value)];
    const chosen =
      named ??
      (kind === 'select'
        ? undefined
        : cases[new Intl.PluralRules(LANGUAGE, { type }).select(Number(value))]) ??
      cases['other'] ??
      '';
    const pieces = piecesOf(chosen, values, number);
    return pieces.length % 2 ? [...pieces, ''] : pieces;
  });
};

/** A text with its values, as plain text. */
export const say = (text: Text, values: Values): string => piecesOf(text, values).join('');
