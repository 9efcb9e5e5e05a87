import { isId, isReservedUserName, PAGE, SHARE_ID_PART, USER_NAME_PART } from '@social-feed/contracts';
import { FIRST_FEED_PAGE } from '@social-feed/contracts/first-routes';
import { routes, type RouteName } from '@social-feed/contracts/routes';
import {
  MATCHES_PER_PAGE,
  partOf,
  tagOf,
  TAGS_PER_PAGE,
  tagTerm,
  termOf,
} from '../src/features/reading/search/search-term.js';
import type { Drawn } from './drawn.js';

/** What the page is drawn for; all that its headers tell of the browser. */
export interface Browser {
  languages: readonly string[];
}

/** Whom the reader follows, and what the reader does not want to see; empty for visitors. */
export interface Lists {
  follows: unknown[];
  blocks: unknown[];
  muted: unknown[];
  languages: unknown[];
}

/** Answers of the API, or the paths of its calls, by name. */
export type Named<T> = Readonly<Record<string, T>>;

export interface ToDraw extends Browser {
  /** As the browser asked for it. */
  address: string;
  answers: Named<unknown>;
  user: unknown;
  own: Lists;
  /** Whether the reader is welcomed above the posts of home. */
  welcome: boolean;
  instance: unknown;
}

/** The pages that are drawn. */
export type PageName = 'home' | 'post' | 'today' | 'profile' | 'tag' | 'collection';

/** Draw what is on a page; they return null if there is nothing to draw. */
export type Draws = Readonly<Record<PageName, (page: ToDraw) => Drawn | null>>;

/** A page that is drawn. src/app/drawn/pages.tsx says how. */
export interface PageKind {
  name: PageName;
  /** The address whose built page is filled. */
  address: string;
  /** The app's own calls for it, whose answers the page brings. */
  calls: Named<string>;
  /** Calls that need answers to the first ones. May throw if these are odd. */
  next?: (answers: Named<unknown>) => Named<string>;
  /** Whether blocks, muted words and languages hide posts of it. */
  isList: boolean;
  /** What the page's head must know to tell whether the app would show the same. */
  tell?: (answers: Named<unknown>) => object;
}

/** The fields of an external value; an empty object if it has none. */
export const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The address of a call, as the app's client writes it. */
const callTo = (name: RouteName, param = '', query: Record<string, string | number> = {}): string => {
  const path = routes[name].path.replace(/:\w+/, encodeURIComponent(param));
  const search = new URLSearchParams();
  for (const [field, value] of Object.entries(query)) search.set(field, String(value));
  return search.size === 0 ? path : `${path}?${search.toString()}`;
};

/** The parts of an address in which a pattern has found some. */
interface Found {
  parts: readonly string[];
  query: URLSearchParams;
}

type Kind = Omit<PageKind, 'name' | 'address'>;

interface Row {
  name: PageName;
  path: RegExp;
  /** Returns undefined for addresses at which the app asks for other posts. */
  kindOf: (found: Found) => Kind | undefined;
}

/** An order of the address's own. */
const isShuffled = ({ query }: Found): boolean => query.has('seed');

const PAGES: readonly Row[] = [
  {
    name: 'home',
    path: /^\/(?:home\/?)?$/i,
    kindOf: ({ query }) =>
      ['seed', 'shuffle', 'way'].some((name) => query.has(name))
        ? undefined
        : {
            // without a seed: the API chooses it
            calls: { feed: FIRST_FEED_PAGE },
            isList: true,
            tell: ({ feed }) => ({ seed: record(feed)['seed'] }),
          },
  },
  {
    name: 'post',
    path: /^\/p\/([0-9a-f]{24})\/?$/,
    kindOf: ({ parts: [id] }) => ({ calls: { post: callTo('getPost', id) }, isList: false }),
  },
  {
    name: 'today',
    path: /^\/today\/?$/i,
    kindOf: ({ query }) => {
      const date = query.get('date');
      const today = new Date().toISOString().slice(0, 10);
      const isToday = date === null || date === today;
      return {
        calls: { hand: callTo('todaysHand', '', isToday ? {} : { date }) },
        isList: true,
        tell: ({ hand }) => ({ day: record(hand)['date'] }),
      };
    },
  },
  {
    name: 'profile',
    path: new RegExp(`^/(${USER_NAME_PART})(?:/posts)?/?$`),
    kindOf: (found) => {
      const [userName = ''] = found.parts;
      if (isReservedUserName(userName) || isShuffled(found)) return undefined;
      return {
        calls: { user: callTo('getUserByName', userName) },
        next: ({ user }) => {
          const id = record(record(user)['data'])['_id'];
          if (!isId(id)) throw new Error('The user is unknown');
          return {
            board: callTo('getBoardOfUser', id),
            posts: callTo('listPostsOfUser', id, { page: 1, limit: PAGE.profile }),
          };
        },
        isList: true,
      };
    },
  },
  {
    name: 'tag',
    path: /^\/search\/?$/i,
    kindOf: (found) => {
      const term = termOf(found.query);
      const tag = tagOf(term);
      const part = partOf(found.query);
      if (tag === undefined || isShuffled(found) || (part !== 'all' && part !== 'posts')) return undefined;
      const prefix = part === 'all' ? tagTerm(term) : '';
      return {
        calls: {
          posts: callTo('listPosts', '', { tag, limit: MATCHES_PER_PAGE, sortBy: 'createdAt' }),
          ...(prefix !== '' && { tags: callTo('searchTags', '', { q: prefix, limit: TAGS_PER_PAGE }) }),
        },
        isList: true,
      };
    },
  },
  {
    name: 'collection',
    path: new RegExp(`^/c/(${SHARE_ID_PART})/?$`),
    kindOf: (found) =>
      isShuffled(found)
        ? undefined
        : {
            calls: { posts: callTo('getCollection', found.parts[0], { limit: PAGE.profile }) },
            isList: true,
          },
  },
];

/** The kind of the page at an address; undefined if it is always plain. */
export const pageKind = (address: string): PageKind | undefined => {
  const end = address.indexOf('?');
  const [path, search] = end < 0 ? [address, ''] : [address.slice(0, end), address.slice(end)];
  for (const { name, path: pattern, kindOf } of PAGES) {
    const parts = pattern.exec(path)?.slice(1);
    const kind = parts && kindOf({ parts, query: new URLSearchParams(search) });
    // home has one page for its addresses
    if (kind) return { name, address: name === 'home' ? '/' : address, ...kind };
  }
  return undefined;
};
