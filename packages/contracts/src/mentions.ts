import { ACCOUNT_LIMITS } from './limits.js';

/** The sign, including its full-width and small forms. */
const SIGN = '[@\\ufe6b\\uff20]';
/**
 * Not inside a word in Latin letters, an e-mail address, a path or another handle. Scripts without spaces may touch
 * the sign (你好@ada).
 */
const START = `(?=${SIGN})(?<![\\p{Script=Latin}\\p{Nd}_#@&/\\ufe6b\\uff03\\uff20]\\p{M}*)${SIGN}`;
/**
 * Scripts whose words may directly follow a name, as in @adaさん. Letters of any other script make it a different
 * name.
 */
const TOUCHING =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const NAME = `([A-Za-z0-9_]+)(?![A-Za-z0-9_]|(?!${TOUCHING})[\\p{L}\\p{M}\\p{N}])`;
/**
 * A longer handle on another site: @ada@social.example, @ada.social.example, @ada:matrix.example, @ada/package,
 * @ada-b. User names here contain none of these characters.
 */
const ELSEWHERE = `(?!${SIGN}|[./-][\\p{L}\\p{N}_]|:[\\p{L}\\p{N}-]+\\.[\\p{L}\\p{N}])`;

const MENTION = new RegExp(`${START}${NAME}${ELSEWHERE}`, 'gu');
const UNFINISHED = new RegExp(`${START}([A-Za-z0-9_]+)$`, 'u');

const isName = (name: string): boolean =>
  name.length >= ACCOUNT_LIMITS.userNameMin && name.length <= ACCOUNT_LIMITS.userNameMax;

const ANY_SIGN = new RegExp(SIGN, 'u');

/** Whether a text contains a mention sign: a cheap check before the full search. */
export const mayMention = (text: string): boolean => ANY_SIGN.test(text);

export interface FoundMention {
  /** Includes the sign. */
  text: string;
  userName: string;
  index: number;
}

/** Returns the mentions of a text, in order. Only valid user names count; handles on other sites do not. */
export function mentionsOf(text: string): FoundMention[] {
  const found: FoundMention[] = [];
  for (const { 0: written, 1: userName = '', index } of text.matchAll(MENTION))
    if (isName(userName)) found.push({ text: written, userName, index });
  return found;
}

/** Returns the partial user name at the end of a text. */
export const mentionAtEnd = (text: string): { userName: string; index: number } | null => {
  const found = UNFINISHED.exec(text);
  const userName = found?.[1];
  const isShort = userName !== undefined && userName.length <= ACCOUNT_LIMITS.userNameMax;
  return found && isShort ? { userName, index: found.index } : null;
};
