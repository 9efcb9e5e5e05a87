import { createHash } from 'node:crypto';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Part, Text } from '../src/lib/words/text.ts';
import { choiceKey } from '../../../packages/contracts/src/t.ts';

type Token = string | readonly [name: string, kind?: string, options?: unknown];

/** A text in which every brace names a value. */
const isFlat = (tokens: readonly Token[]): boolean =>
  tokens.every((token) => (typeof token === 'string' ? !/[{}]/.test(token) : token.length === 1));

const flat = (tokens: readonly Token[]): string =>
  tokens.map((token) => (typeof token === 'string' ? token : `{${token[0]}}`)).join('');

const compact = (tokens: readonly Token[]): Text => (isFlat(tokens) ? flat(tokens) : tokens.map(partOf));

const partOf = (token: Token): Part => {
  if (typeof token === 'string') return token;
  const [name, kind, options] = token;
  if (kind === undefined) return [name];
  if (kind === 'number' && options === undefined) return [name, kind];
  if (!['plural', 'selectordinal', 'select'].includes(kind))
    throw new Error(`{${name}, ${kind}} is not supported: format the value in the code, by lib/format.ts.`);
  const { offset, ...cases } = options as { offset?: number } & Record<string, Token[]>;
  if (!('other' in cases)) throw new Error(`{${name}, ${kind}} has no case "other".`);
  if (offset) throw new Error(`{${name}, ${kind}} has an offset, which is not supported.`);
  return [
    name,
    kind,
    Object.fromEntries(Object.entries(cases).map(([key, tokens]) => [key, compact(tokens)])),
  ];
};

/**
 * Compiles an ICU message to what lib/words/say.ts reads.
 * @throws Error that says what is malformed or not supported
 */
export const compile = (message: string): Text => compact(compileMessageOrThrow(message));

/**
 * The key under which the API asks for a text: the English with a place for each value, and choices as the code has
 * them. The code knows no names, only their order.
 * @throws Error if a choice holds a value, which the code has put in before it asks
 */
export const keyOf = (text: Text): { key: string; names: string[] } => {
  if (typeof text === 'string')
    return {
      key: text.replaceAll(/\{\w+\}/g, '{}'),
      names: [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    };
  const names = text.flatMap((part) => (typeof part === 'string' ? [] : [part[0]]));
  const key = text.map((part) => {
    if (typeof part === 'string') return part;
    const [name, kind, cases] = part;
    if (kind === undefined || cases === undefined) return '{}';
    const inside = Object.entries(cases).find(([, each]) => typeof each !== 'string' || /[{<]/.test(each));
    if (inside)
      throw new Error(`The case “${inside[0]}” of {${name}} holds a value: put it beside the choice.`);
    return choiceKey(kind, cases as Record<string, string>);
  });
  return { key: key.join(''), names };
};

const found = (pattern: RegExp, text: string): string[] => [...text.matchAll(pattern)].map(([all]) => all);
const TAGS = /<\/?\w+\/?>/g;
const TAGS_AND_NAMES = /<\/?\w+\/?>|\{\w+\}/g;

const allSlots = (text: Text): string[] =>
  typeof text === 'string'
    ? found(TAGS_AND_NAMES, text)
    : text.flatMap((part) =>
        typeof part === 'string'
          ? found(TAGS, part)
          : [`{${part[0]}}`, ...Object.values(part[2] ?? {}).flatMap(allSlots)],
      );

/** The values and tags of a text, sorted; a translation has the same ones. */
export const slotsOf = (text: Text): string[] => [...new Set(allSlots(text))].sort();

const ACCENTS: Readonly<Record<string, string>> = Object.fromEntries<string>(
  [...'aáeéiíoóuúyýAÁEÉIÍOÓUÚYÝcçCÇnñNÑsšSŠzžZŽ'.matchAll(/(.)(.)/gu)].map(
    ([, plain = '', marked = '']) => [plain, marked] as const,
  ),
);

/** Letters outside of tags and slots, with accents. */
const accented = (text: string): string =>
  text.replaceAll(/(<\/?\w+\/?>|\{\w+\})|[a-z]/gi, (each, kept?: string) => kept ?? ACCENTS[each] ?? each);

/** Changes the words of a text, also in its plurals and selections. */
const mapWords = (text: Text, change: (words: string) => string): Text =>
  typeof text === 'string'
    ? change(text)
    : text.map((part) => {
        if (typeof part === 'string') return change(part);
        const [name, kind, cases] = part;
        if (cases === undefined) return part;
        return [
          name,
          kind,
          Object.fromEntries(Object.entries(cases).map(([key, each]) => [key, mapWords(each, change)])),
        ];
      });

/**
 * Isolates usernames and addresses in a text that runs from right to left, e.g. `@{name}` and `{email}`: their signs and
 * digits have no direction of their own, so that the sign of `@ada` and the number of `2001@example.org` would be drawn
 * behind the rest.
 */
export const withHandles = (text: Text): Text =>
  mapWords(text, (words) =>
    words.replaceAll(/@\{\w+\}|\{(?:adminName|by|contact|email|ip|meant|userName)\}/g, '\u2066$&\u2069'),
  );

/** Makes a text of the pseudo-language: accents show what is not translated, brackets and length what is cut. */
export const pseudo = (text: Text): Text => {
  const length = JSON.stringify(text).replaceAll(TAGS_AND_NAMES, '').length - 2;
  const longer = '·'.repeat(Math.ceil(length * 0.4));
  const changed = mapWords(text, accented);
  return typeof changed === 'string' ? `[${changed}${longer}]` : ['[', ...changed, `${longer}]`];
};

/** A short name for these texts, which changes with them. */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8);
