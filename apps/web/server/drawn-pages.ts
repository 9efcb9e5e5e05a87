import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { acceptedLocales } from '@social-feed/contracts';
import { firstRoutes } from '@social-feed/contracts/first-routes';
import type { Drawn } from './drawn.js';
import { fill, instanceOf } from './filled-page.js';
import {
  askApi,
  askFor,
  Expired,
  givenOf,
  listsOf,
  NO_LISTS,
  present,
  Plain,
  spelled,
  type Ask,
  type Asked,
} from './page-answers.js';
import { pageKind, record, type Browser, type Draws, type Named, type PageKind } from './page-kinds.js';
import { hasAccess, mayRenew, renew } from './renewal.js';
import { inLanguage, type PageLanguage } from './in-language.js';
import { sharedPage, type MadePage } from './shared-pages.js';

/** Loads the part of the build that draws pages in a language. */
export type DrawIn = (language: string) => Promise<Draws>;

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
  drawIn: DrawIn;
  now?: () => number;
}

/** Cookies of a session, which visitors do not have. */
const SESSION = /(?:^|;\s*)(?:__Host-)?sf_(?:refresh|session_hint)=/;
/** Set by the page's head in browsers that hide posts or change cards in ways that only they know. */
const PLAIN = /(?:^|;\s*)sf_plain=/;

/** How many pages visitors share at a time, each for one kind of browser. */
const SHARED_MAX = 200;
const LANGUAGES_MAX = 10;
/** The longest wait for the API, in milliseconds. */
const PATIENCE = 1500;
/** How long visitors get the same posts, in milliseconds. */
const SHARED_FOR = 60_000;
/** Pages made at once; others are sent plain. */
const AT_ONCE = 64;

interface Wanted {
  kind: PageKind;
  /** As the browser asked for it. */
  address: string;
  language: string;
  browser: Browser;
}

const browserOf = (headers: IncomingHttpHeaders): Browser => {
  const languages = acceptedLocales(headers['accept-language'])
    .filter((language) => /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(language))
    .slice(0, LANGUAGES_MAX);
  return { languages: languages.length > 0 ? languages : ['en'] };
};

type Made = Promise<MadePage | null>;

interface Read {
  given: Named<unknown>;
  about: object;
  drawn: Drawn;
}

/** What visitors share, by address, browser and language. */
interface Visits extends Pick<DrawnPagesDeps, 'drawIn'> {
  shared: Map<string, { at: number; read: Promise<Read> }>;
  now: () => number;
}

/** Draws a page, with the facts about it for its head and the app. */
const drawnFor = async (
  drawIn: DrawIn,
  { kind, address, language, browser }: Wanted,
  asked: Asked,
  user: unknown,
  page: MadePage | null,
): Promise<Read> => {
  const { session, people } = asked.answers;
  const isMember = user !== null;
  const own = isMember && kind.isList ? listsOf(people) : NO_LISTS;
  const welcome = !isMember || record(session)['welcome'] === true;
  const about = {
    ...(kind.name === 'home' && { welcome }),
    ...kind.tell?.(asked.answers),
    ...(kind.isList && { lists: spelled(own) }),
  };
  const toDraw = {
    address,
    answers: asked.answers,
    user,
    own,
    welcome,
    instance: instanceOf(page),
    ...browser,
  };
  const drawn = (await drawIn(language))[kind.name](toDraw);
  return { given: givenOf(asked), about, drawn: present(drawn) };
};

const forMember = async (drawIn: DrawIn, wanted: Wanted, made: Made, ask: Ask) => {
  const ofReader = {
    session: firstRoutes.me.path,
    ...(wanted.kind.isList && { people: firstRoutes.ownPeople.path }),
  };
  const [page, asked] = await Promise.all([made, askFor(wanted.kind, ask, ofReader)]);
  const { user } = record(asked.answers['session']);
  const reader = record(user)['_id'];
  if (typeof reader !== 'string') throw new Plain();
  return { reader, page: present(page).text, ...(await drawnFor(drawIn, wanted, asked, user, page)) };
};

const forVisitor = async ({ drawIn, shared, now }: Visits, wanted: Wanted, made: Made, ask: Ask) => {
  const { kind, language, browser } = wanted;
  const key = JSON.stringify([kind.address, browser, language]);
  let kept = shared.get(key);
  if (kept === undefined || now() - kept.at >= SHARED_FOR) {
    const read = Promise.all([made, askFor(kind, ask)]).then(([page, asked]) =>
      drawnFor(drawIn, wanted, asked, null, page),
    );
    kept = { at: now(), read };
    shared.delete(key);
    const [oldest] = shared.keys();
    if (oldest !== undefined && shared.size >= SHARED_MAX) shared.delete(oldest);
    shared.set(key, kept);
    // the next visitor tries again
    read.catch(() => shared.delete(key));
  }
  const [page, rest] = await Promise.all([made, kept.read]);
  return { reader: null, page: present(page).text, ...rest };
};

/**
 * Makes pages that arrive with what is on their first screen (page-kinds.ts). Each request asks the API with the cookies
 * of its reader, and hides posts by the reader's lists.
 */
export function createDrawnPages({
  apiTarget,
  publicBrowsing,
  drawIn,
  now = () => Date.now(),
}: DrawnPagesDeps) {
  let running = 0;
  const visits: Visits = { drawIn, shared: new Map(), now };

  /**
   * Makes the page for a browser's visit. A session whose access token is over is renewed first.
   * @param passedBy addresses that the request came through, for the API's rate limits
   */
  return async (request: IncomingMessage, passedBy: string, language: PageLanguage): Promise<Visited> => {
    const { method, url = '', headers } = request;
    const cookie = headers.cookie ?? '';
    // the service worker's copies for offline use are no visits
    const isVisit = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
    // after a reload the app restores the feed that the tab had
    const isReload = headers['cache-control'] === 'max-age=0';
    const kind = pageKind(url);
    if (!isVisit || isReload || kind === undefined) return PLAIN_PAGE;
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
      return (path: string) => askApi(apiTarget + path, asked);
    };
    const made = sharedPage({ url: kind.address }, apiTarget, passedBy);
    const wanted = { kind, address: url, language: language.code, browser: browserOf(headers) };
    const forReader = async () => {
      if (!isMember) return forVisitor(visits, wanted, made, askAs(undefined));
      try {
        if (hasAccess(cookie)) return await forMember(drawIn, wanted, made, askAs(cookie));
      } catch (error) {
        if (!(error instanceof Expired && mayRenew(headers))) throw error;
      }
      const renewal = await renew(apiTarget, headers, passedBy);
      cookies = renewal.lines;
      return forMember(drawIn, wanted, made, askAs(present(renewal.cookie ?? null)));
    };
    try {
      const { page, reader, about, given, drawn } = await forReader();
      // home is at more than one address
      const at = kind.name === 'home' ? {} : { at: url };
      const told = { reader, ...at, ...about };
      const text = present(fill(inLanguage(page, language), told, drawn, given));
      return { page: { text, isShared: !isMember }, cookies };
    } catch {
      return { page: null, cookies };
    } finally {
      clearTimeout(timer);
      running -= 1;
    }
  };
}
