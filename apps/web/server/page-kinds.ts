import { FIRST_FEED_PAGE, firstRoutes } from '@social-feed/contracts/first-routes';
import { routes } from '@social-feed/contracts/routes';
import type { Drawn } from './drawn.js';

/** What the page is drawn for; all that its headers tell of the browser. */
export interface Browser {
  languages: string[];
}

/** What readers do not want to see; empty for visitors. */
interface Lists {
  blocks: unknown[];
  muted: unknown[];
  languages: unknown[];
}

interface ToDraw extends Browser {
  answer: unknown;
  user: unknown;
  instance: unknown;
}

interface HomeToDraw extends ToDraw {
  own: Lists;
  welcome: boolean;
}

/** Draw what is on a page; they return null if there is nothing to draw. */
export interface Draws {
  home: (home: HomeToDraw) => Drawn | null;
  post: (post: ToDraw) => Drawn | null;
}

/** Answers of the API by name. */
export type Answers = Readonly<Record<string, unknown>>;

/** A kind of page that is drawn. */
export interface PageKind {
  /** The address whose built page is filled. */
  address: string;
  /** The app's own calls, whose answers the page brings: those of every reader, and those of members. */
  calls: Readonly<Record<string, string>>;
  ofMembers: Readonly<Record<string, string>>;
  /**
   * Draws the page.
   * @returns what it is, and what the page's head must know to tell whether the app would show the same; null if there
   *   is nothing to draw
   * @throws Error if the answers are odd
   */
  draw: (draws: Draws, answers: Answers, shared: Omit<ToDraw, 'answer'>) => [Drawn | null, object];
}

/** The fields of an external value; an empty object if it has none. */
export const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Reads the lists of an answer. */
const listsOf = (answer: unknown): Lists => {
  const { blocks, muted, languages } = record(record(answer)['data']);
  if (!Array.isArray(blocks) || !Array.isArray(muted) || !Array.isArray(languages))
    throw new Error('The lists are unknown');
  return { blocks, muted, languages };
};

/** Lists as the page's head compares them with those of the browser, in the spelling of its storage. */
const spelled = ({ blocks, muted, languages }: Lists) => [
  blocks
    .map((person) => record(person)['_id'])
    .sort()
    .join(),
  ...[muted, languages].map((list) => (list.length === 0 ? null : JSON.stringify(list))),
];

const HOME: PageKind = {
  address: '/',
  // without a seed: the API chooses it
  calls: { feed: FIRST_FEED_PAGE },
  // blocks, muted words and languages
  ofMembers: { people: firstRoutes.ownPeople.path },
  draw: (draws, { feed, session, people }, shared) => {
    const isMember = shared.user !== null;
    const own = isMember ? listsOf(people) : { blocks: [], muted: [], languages: [] };
    const welcome = !isMember || record(session)['welcome'] === true;
    const about = { welcome, seed: record(feed)['seed'], lists: spelled(own) };
    return [draws.home({ answer: feed, own, welcome, ...shared }), about];
  },
};

const postPage = (address: string, id: string): PageKind => ({
  address,
  calls: { post: routes.getPost.path.replace(':id', id) },
  ofMembers: {},
  draw: (draws, { post }, shared) => [draws.post({ answer: post, ...shared }), { post: id }],
});

const AT_HOME = /^\/(?:home\/?)?(?=\?|$)/i;
/** Addresses that name a seed, a shuffle or a way to read: the app asks for those posts. */
const OTHER_POSTS = /[?&](?:seed|shuffle|way)=/i;
const POST = /^\/p\/([0-9a-f]{24})\/?(?=\?|$)/;

/** The kind of the page at an address; undefined if it is always plain. */
export const pageKind = (address: string): PageKind | undefined => {
  const post = POST.exec(address)?.[1];
  if (post !== undefined) return postPage(address, post);
  return AT_HOME.test(address) && !OTHER_POSTS.test(address) ? HOME : undefined;
};
