import { ACCOUNT_LIMITS } from './limits.js';

/** The sign, full-width and small too. */
const SIGN = '[@\\ufe6b\\uff20]';
/**
 * Not inside of a word in Latin letters, an e-mail address, a path or another handle. Scripts without spaces may touch the
 * sign (你好@ada).
 */
const START = `(?=${SIGN})(?<![\\p{Script=Latin}\\p{Nd}_#@&/\\ufe6b\\uff03\\uff20]\\p{M}*)${SIGN}`;
/** Scripts whose words touch the name before them, as in @adaさん. Letters of any other script make another name. */
const TOUCHING =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const NAME = `([A-Za-z0-9_]+)(?![A-Za-z0-9_]|(?!${TOUCHING})[\\p{L}\\p{M}\\p{N}])`;
/**
 * A longer handle of another site: @ada@social.example, @ada.social.example, @ada:matrix.example, @ada/package, @ada-b.
 * Names here have none of these signs.
 */
const ELSEWHERE = `(?!${SIGN}|[./-][\\p{L}\\p{N}_]|:[\\p{L}\\p{N}-]+\\.[\\p{L}\\p{N}])`;

const MENTION = new RegExp(`${START}${NAME}${ELSEWHERE}`, 'gu');
const UNFINISHED = new RegExp(`${START}([A-Za-z0-9_]+)$`, 'u');

const isName = (name: string): boolean =>
  name.length >= ACCOUNT_LIMITS.userNameMin && name.length <= ACCOUNT_LIMITS.userNameMax;

const ANY_SIGN = new RegExp(SIGN, 'u');

/** Whether a text has a sign of mentions at all: a cheap look before the texts are searched. */
export const mayMention = (text: string): boolean => ANY_SIGN.test(text);

export interface FoundMention {
  /** With its sign. */
  text: string;
  userName: string;
  index: number;
}

/** The mentions of a text, in its order: names that people here may have. A handle of another site is none. */
export function mentionsOf(text: string): FoundMention[] {
  const found: FoundMention[] = [];
  for (const { 0: written, 1: userName = '', index } of text.matchAll(MENTION))
    if (isName(userName)) found.push({ text: written, userName, index });
  return found;
}

/** The beginning of a name that ends where a text ends. */
export const mentionAtEnd = (text: string): { userName: string; index: number } | null => {
  const found = UNFINISHED.exec(text);
  const userName = found?.[1];
  const isShort = userName !== undefined && userName.length <= ACCOUNT_LIMITS.userNameMax;
  return found && isShort ? { userName, index: found.index } : null;
};
