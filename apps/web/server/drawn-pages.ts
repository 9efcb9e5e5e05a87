import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { FIRST_FEED_PAGE, firstRoutes } from '@social-feed/contracts/first-routes';
import type { Drawn } from './drawn.js';
import { hasAccess, mayRenew, renew } from './renewal.js';
import { sharedPage, type MadePage } from './shared-pages.js';

/** What the page is drawn for; all that its headers tell of the browser. */
interface Browser {
  narrow: boolean | undefined;
  languages: string[];
}

interface ToDraw extends Browser {
  answer: unknown;
  user: unknown;
  welcome: boolean;
  instance: unknown;
}

/** Returns null if there is nothing to draw. */
export type Draw = (home: ToDraw) => Drawn | null;

/** A page with the posts of its reader in it. */
export interface DrawnPage {
  text: string;
  /** Whether it is a visitor's, which is the same for all. */
  isShared: boolean;
}

export interface Visited {
  /** Null if the browser gets the plain page. */
  page: DrawnPage | null;
  /** Lines of `Set-Cookie` that the browser must get with either page: its former session is over. */
  cookies: readonly string[];
}

const PLAIN_PAGE: Visited = { page: null, cookies: [] };

interface DrawnPagesDeps {
  apiTarget: string;
  /** Whether visitors can read without an account. */
  publicBrowsing: boolean;
  draw: Draw;
  now?: () => number;
}

const HOME = /^\/(?:home\/?)?(?=\?|$)/i;
/** Addresses that name a seed, a shuffle or a way to read: the app asks for those posts. */
const OTHER_POSTS = /[?&](?:seed|shuffle|way)=/i;
/** Cookies of a session, which visitors do not have. */
const SESSION = /(?:^|;\s*)(?:__Host-)?sf_(?:refresh|session_hint)=/;
/** Set by the page's head in browsers that hide posts or change cards in ways that only they know. */
const PLAIN = /(?:^|;\s*)sf_plain=/;

/** How many kinds of browsers share pages at a time. */
const KINDS_MAX = 50;
const LANGUAGES_MAX = 10;
/** The longest wait for the API, in milliseconds. */
const PATIENCE = 1500;
/** How long visitors get the same posts, in milliseconds. */
const SHARED_FOR = 60_000;
/** Pages made at once; others are sent plain. */
const AT_ONCE = 64;
/** The largest answer of the API that is put into a page, in characters. */
const ANSWER_MAX = 400_000;

type Ask = (path: string) => Promise<unknown>;

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Thrown where the plain page is the answer. */
class Plain extends Error {}
/** Thrown where the access token is over. */
class Expired extends Plain {}

const present = <T>(value: T | null): T => {
  if (value === null) throw new Plain();
  return value;
};

const browserOf = (headers: IncomingHttpHeaders): Browser => {
  const accepted = (headers['accept-language'] ?? '').split(',', LANGUAGES_MAX);
  const languages = accepted
    .map((each) => each.split(';')[0]?.trim() ?? '')
    .filter((language) => /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(language));
  return {
    narrow: headers['sec-ch-ua-mobile'] === '?1' ? true : undefined,
    languages: languages.length > 0 ? languages : ['en'],
  };
};

const unescape = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** What the API wrote of the instance into its page. */
const instanceOf = (page: MadePage | null): unknown => {
  const content = /<meta name="instance" content="([^"]*)"/.exec(page?.text ?? '')?.[1];
  return content === undefined ? undefined : JSON.parse(unescape(content));
};

/** JSON that no markup in it can end. */
const dataOf = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const ROOT = '<div id="root"></div>';
const HEAD_SCRIPT = '<script src="/theme.js"></script>';

/** Puts the posts into the built page. The scripts leave the line to the first picture. */
const assemble = (page: string, about: object, { markup, preload }: Drawn, answer: unknown): string => {
  if (!page.includes(ROOT) || !page.includes(HEAD_SCRIPT)) throw new Plain();
  const meta = `<meta name="drawn" content="${escape(JSON.stringify(about))}" />`;
  // functions, because `replace` would interpret `$` in a text
  return page
    .replace(HEAD_SCRIPT, () => `${preload}${meta}${HEAD_SCRIPT}`)
    .replaceAll(/<script type="module"|<link rel="modulepreload"/g, (tag) => `${tag} fetchpriority="low"`)
    .replace(
      ROOT,
      () =>
        `<div id="drawn">${markup}</div><script type="application/json" id="first-answer">${dataOf(answer)}</script>${ROOT}`,
    );
};

/**
 * Makes home pages that arrive with their first posts. Each request asks the API with the cookies of its reader; members
 * of whom the account knows a block, a muted word or a choice of languages get the plain page, in which the app hides
 * posts by them.
 */
export function createDrawnPages({
  apiTarget,
  publicBrowsing,
  draw,
  now = () => Date.now(),
}: DrawnPagesDeps) {
  const drawn = (home: ToDraw) => ({ answer: home.answer, drawn: present(draw(home)) });
  let running = 0;
  const shared = new Map<string, { at: number; read: Promise<ReturnType<typeof drawn>> }>();

  const askWith = async (path: string, asked: RequestInit): Promise<unknown> => {
    const answer = await fetch(apiTarget + path, { ...asked, redirect: 'error' });
    const isExpired = answer.status === 401 || answer.headers.has('x-session');
    const isPlain = isExpired || !answer.ok || answer.headers.has('set-cookie');
    if (isPlain || answer.headers.get('content-type')?.startsWith('application/json') !== true) {
      await answer.body?.cancel();
      throw isExpired ? new Expired() : new Plain();
    }
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      if (text.length > ANSWER_MAX) throw new Plain();
    }
    const parsed: unknown = JSON.parse(text);
    if (record(parsed)['success'] !== true) throw new Plain();
    return parsed;
  };

  const forMember = async (made: Promise<MadePage | null>, ask: Ask, browser: Browser) => {
    const [page, session, answer, own] = await Promise.all([
      made,
      ask(firstRoutes.me.path),
      // without a seed: the API chooses it
      ask(FIRST_FEED_PAGE),
      // blocks, muted words and languages
      ask(firstRoutes.ownPeople.path),
    ]);
    const { user } = record(session);
    const welcome = record(session)['welcome'] === true;
    const { blocks, muted, languages } = record(record(own)['data']);
    const hides = ![blocks, muted, languages].every(isEmptyList);
    const reader = record(user)['_id'];
    if (hides || typeof reader !== 'string') throw new Plain();
    return {
      ...{ reader, welcome, page: present(page).text },
      ...drawn({ answer, user, welcome, instance: instanceOf(page), ...browser }),
    };
  };

  const forVisitor = async (made: Promise<MadePage | null>, ask: Ask, browser: Browser) => {
    const key = JSON.stringify(browser);
    let kept = shared.get(key);
    if (kept === undefined || now() - kept.at >= SHARED_FOR) {
      const read = Promise.all([made, ask(FIRST_FEED_PAGE)]).then(([page, answer]) =>
        drawn({ answer, user: null, welcome: true, instance: instanceOf(page), ...browser }),
      );
      kept = { at: now(), read };
      if (shared.size >= KINDS_MAX) shared.clear();
      shared.set(key, kept);
      // the next visitor tries again
      read.catch(() => shared.delete(key));
    }
    const [page, rest] = await Promise.all([made, kept.read]);
    return { reader: null, welcome: true, page: present(page).text, ...rest };
  };

  /**
   * Makes the page for a browser's visit. A session whose access token is over is renewed first.
   * @param passedBy addresses that the request came through, for the API's rate limits
   */
  return async (request: IncomingMessage, passedBy: string): Promise<Visited> => {
    const { method, url = '', headers } = request;
    const cookie = headers.cookie ?? '';
    // the service worker's copies for offline use are no visits
    const isVisit = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
    if (!isVisit || !HOME.test(url) || OTHER_POSTS.test(url)) return PLAIN_PAGE;
    if (PLAIN.test(cookie) || headers['save-data'] === 'on' || headers.authorization !== undefined)
      return PLAIN_PAGE;
    const isMember = hasAccess(cookie) || mayRenew(headers);
    if (!isMember && (!publicBrowsing || SESSION.test(cookie))) return PLAIN_PAGE;
    if (running >= AT_ONCE) return PLAIN_PAGE;
    running += 1;
    let cookies: readonly string[] = [];
    // Node 20 can garbage-collect `AbortSignal.timeout` before it fires
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), PATIENCE);
    const agent = headers['user-agent'];
    const askAs = (theirs: string | undefined) => {
      const asked = {
        signal: late.signal,
        headers: {
          accept: 'application/json',
          'x-forwarded-for': passedBy,
          ...(theirs !== undefined && { cookie: theirs }),
          ...(theirs !== undefined && agent !== undefined && { 'user-agent': agent }),
        },
      };
      return (path: string) => askWith(path, asked);
    };
    const made = sharedPage({ url: '/' }, apiTarget, passedBy);
    const browser = browserOf(headers);
    const forReader = async () => {
      if (!isMember) return forVisitor(made, askAs(undefined), browser);
      try {
        if (hasAccess(cookie)) return await forMember(made, askAs(cookie), browser);
      } catch (error) {
        if (!(error instanceof Expired && mayRenew(headers))) throw error;
      }
      const renewal = await renew(apiTarget, headers, passedBy);
      cookies = renewal.lines;
      return forMember(made, askAs(present(renewal.cookie ?? null)), browser);
    };
    try {
      const { page, answer, drawn, ...about } = await forReader();
      const told = { ...about, seed: record(answer)['seed'], narrow: drawn.narrow };
      return { page: { text: assemble(page, told, drawn, answer), isShared: !isMember }, cookies };
    } catch {
      return { page: null, cookies };
    } finally {
      clearTimeout(timer);
      running -= 1;
    }
  };
}
