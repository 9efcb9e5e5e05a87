import { LinkifyIt } from 'linkify-it';
import { ACCOUNT_LIMITS } from './limits.js';
import { parseUrl } from './parse-url.js';

export interface FoundAddress {
  start: number;
  end: number;
  /**
   * `undefined` if the address must not be linked: it contains a user name or password, or no browser would open
   * it.
   */
  href: string | undefined;
}

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, maxLength: ACCOUNT_LIMITS.urlMax })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);

/** Characters allowed in a host, except emoji. Joiners and marks may only appear inside a label. */
const IN_LABEL = '[\\p{L}\\p{N}\\p{M}\\u200c-\\u200d-]';
/** Labels separated by dots. */
const RUN = new RegExp(`[\\p{L}\\p{N}]${IN_LABEL}*(?:\\.[\\p{L}\\p{N}]${IN_LABEL}*)*`, 'gu');
/** A scheme name at the end of a run. Letters of another script may touch it (见https://a.example). */
const SCHEME = /(?=https?$)(?<!\p{Script=Latin}[\p{M}\d]*)https?/iu;
const AFTER_SCHEME = '://';

const HOST = new RegExp(
  `\\[[\\da-f:.]+\\]|(?:${IN_LABEL}|\\p{Extended_Pictographic})+(?:\\.(?:${IN_LABEL}|\\p{Extended_Pictographic})+)*`,
  'iuy',
);
const PORT = /:\d{1,5}/y;
const AUTHORITY = /[^/?#\\]*/y;
/** Maximum length of a host. */
const HOST_MAX = 253;

/** Scripts of top-level domains. No domain mixes two of these. */
const SCRIPTS = [
  ...[
    'Latin',
    'Cyrillic',
    'Greek',
    'Armenian',
    'Georgian',
    'Hebrew',
    'Arabic',
    'Devanagari',
    'Bengali',
    'Gurmukhi',
  ],
  ...[
    'Gujarati',
    'Oriya',
    'Tamil',
    'Telugu',
    'Kannada',
    'Malayalam',
    'Sinhala',
    'Thai',
    'Lao',
    'Khmer',
    'Hangul',
  ],
].map((script) => `\\p{Script_Extensions=${script}}`);
const JAPANESE_OR_CHINESE = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Bopomofo}';
const ONE_SCRIPT = new RegExp(
  `^(?:\\d*${[...SCRIPTS, JAPANESE_OR_CHINESE].map((script) => `[${script}\\d\\u200c-\\u200d-]+`).join('|\\d*')})`,
  'u',
);
const TOP_LEVEL = new RegExp(`^(?:${linkify.re.get_tld().source}|example|test)$`, 'i');
const ASCII = /^[\x21-\x7e]*$/;

/**
 * Returns the length of the host at the start of a text, without touching words in another script. 0 if no host is
 * found.
 */
function hostLength(text: string): number {
  const labels = text.split('.');
  let at = 0;
  for (const [index, label] of labels.entries()) {
    const next = labels[index + 1];
    const length = ONE_SCRIPT.exec(label)?.[0].length ?? 0;
    const isDomain = index > (labels[0] === 'www' ? 1 : 0) && TOP_LEVEL.test(label.slice(0, length));
    if (length < label.length) {
      // In "a.example입니다.b" the domain ends inside a label; in "www.abc東京.jp" it does not.
      if (length > 0 && (isDomain || next === undefined)) return at + length;
      // a full stop and an emoji
      if (next === undefined) return Math.max(0, at - 1);
    } else if (isDomain && next !== undefined && ASCII.test(label) && !ASCII.test(next.slice(0, 1))) {
      // a full stop without a space after it: "a.example.다음"
      return at + length;
    }
    at += label.length + 1;
  }
  return text.length;
}

/** The longest possible path. Paths may contain letters of all scripts, but no symbols or emoji beyond ASCII. */
const ASCII_PATH = /[\x21-\x7e]*/y;
const ANY_PATH = /(?:[\x21-\x7e\p{P}]|(?!\p{Extended_Pictographic})[\p{L}\p{N}\p{M}\u200c-\u200d])*/uy;
const NEXT_ADDRESS = /(?<=[^\x21-\x7e])https?:\/\//iu;
/**
 * Browsers percent-encode non-ASCII letters when copying. A path therefore continues in another script only after a
 * character that starts a new part (/wiki/東京). Letters after any other character are text.
 */
const TOUCHING_TEXT = /^[^/=&_(+#-](?!\p{Script=Latin}|\p{M})/u;

function pathEnd(text: string, start: number): number {
  const plain = matchAt(ASCII_PATH, text, start);
  const end = start + plain.length;
  if (end === text.length || TOUCHING_TEXT.test(text.slice(end - 1, end + 2))) return end;
  const path = matchAt(ANY_PATH, text, start);
  const next = NEXT_ADDRESS.exec(path);
  return start + (next?.index ?? path.length);
}

/** Returns the match of a sticky pattern at this position, limited to the maximum length of an address. */
function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = 0;
  return pattern.exec(text.slice(at, at + ACCOUNT_LIMITS.urlMax))?.[0] ?? '';
}

/**
 * Returns the last possible end of the address whose host starts at `start`, or `undefined` if there is no host.
 */
function addressEnd(text: string, start: number): number | undefined {
  const host = matchAt(HOST, text, start);
  const length = host.startsWith('[') ? host.length : hostLength(host);
  if (length === 0) return undefined;
  const isWhole = length === host.length;
  // A non-ASCII name without a dot is not a host but the start of one (例え。jp).
  if (!ASCII.test(host.slice(0, length)) && !host.slice(0, length).includes('.')) return undefined;
  if (!isWhole) return start + length;
  const end = start + length + matchAt(PORT, text, start + length).length;
  if (/[/?#]/.test(text.charAt(end))) return pathEnd(text, end);
  // Letters directly after a port end the address. Other characters decide whether this is an address at all.
  return /^[\p{L}\p{S}]/u.test(text.slice(end, end + 2)) ? end : Math.min(text.length, end + 3);
}

/** Returns the link for an address with a scheme, if valid. */
function schemedAt(text: string, start: number, host: number): FoundAddress | undefined {
  const authority = matchAt(AUTHORITY, text, host);
  // "https://bank.example@evil.example" misleads readers about its host.
  if (authority.includes('@')) return { start, end: host + authority.length, href: undefined };
  const latest = addressEnd(text, host);
  const found = latest === undefined ? null : linkify.matchAtStart(text.slice(start, latest));
  if (!found) return undefined;
  return addressOf(start, found.raw, '');
}

/** Letters of another script directly before a host (见a.example). */
const TOUCHING_START = /^.*[^\p{Script=Latin}\p{M}\d-](?=\p{Script=Latin})/u;

/** Returns the link for a host without a scheme, if valid. */
function bareAt(text: string, run: string, at: number): FoundAddress | undefined {
  // parts of e-mail addresses, paths, handles, tags and file names
  if (/[@＠﹫#＃﹟.:/\\_-][\ufe0e\ufe0f]?$/u.test(text.slice(Math.max(0, at - 2), at))) return undefined;
  const [label = ''] = run.split('.', 1);
  const skipped = TOUCHING_START.exec(label)?.[0].length ?? 0;
  const start = at + skipped;
  if (run.length - skipped > HOST_MAX) return undefined;
  const latest = addressEnd(text, start);
  if (latest === undefined || /[@＠﹫]/.test(text.charAt(at + run.length))) return undefined;
  const found = linkify.match(text.slice(start, latest))?.[0];
  if (found?.index !== 0 || found.schema !== '') return undefined;
  return addressOf(start, found.raw, 'https://');
}

/** Several punctuation marks in a row. linkify-it would keep some of them in the address. */
const MARKS_AT_END = /(?<![)\]}.,;:!?'"])[)\]}.,;:!?'"]+$/;
/** Of those, brackets count only behind a quotation mark: a bracket may belong to the address. */
const SENTENCE_MARKS = /(?<![.,;:!?])[.,;:!?]*(?:['"]|$)/;

function addressOf(start: number, written: string, scheme: string): FoundAddress {
  const address = written.replace(MARKS_AT_END, (marks) => marks.slice(0, marks.search(SENTENCE_MARKS)));
  const href = scheme + address;
  const isLink = href.length <= ACCOUNT_LIMITS.urlMax && parseUrl(href) !== null;
  return { start, end: start + address.length, href: isLink ? href : undefined };
}

/** Returns the http(s) addresses of a text, in order. Addresses contain no spaces. Runs in linear time. */
export function addressesIn(text: string): FoundAddress[] {
  const found: FoundAddress[] = [];
  if (!text.includes('.') && !text.includes(AFTER_SCHEME)) return found;
  RUN.lastIndex = 0;
  for (let match = RUN.exec(text); match; match = RUN.exec(text)) {
    const [run] = match;
    const end = match.index + run.length;
    const scheme = text.startsWith(AFTER_SCHEME, end) ? SCHEME.exec(run) : null;
    const address = scheme
      ? schemedAt(text, match.index + scheme.index, end + AFTER_SCHEME.length)
      : run.includes('.') && !text.startsWith(AFTER_SCHEME, end)
        ? bareAt(text, run, match.index)
        : undefined;
    if (address) found.push(address);
    RUN.lastIndex = address?.end ?? end;
  }
  return found;
}
