/** What the service worker and the app's pages say to each other, and the names that both use. */

/** Cache of the feed's answers that one reader saw last. */
export const LAST_FEED = 'last-feed';
/** Cache of the pictures that were shown last. */
export const LAST_PICTURES = 'last-pictures';

/** Header of a kept answer: the id of the reader whose it was. */
export const KEPT_FOR = 'x-kept-for';
/** Stands for the id of a reader who is not signed in. */
export const VISITOR = 'visitor';

/** Where the first page of the kept feed lies in its cache; others beside it. */
export const keptPath = (page: number): string => `/last-feed/${page}`;

/**
 * To a page. `who`: whose page is it? The id goes to the port that comes along. `feed`: where an answer of the feed came
 * from just now.
 */
export type ToPage = { type: 'who' } | { type: 'feed'; from: 'network' | 'kept' };

/**
 * To a worker. `activate`: take over at once. `serves`: does it bring this script, so that the page is of its build
 * already? The answer, true or false, goes to the port that comes along; where no other page is open it takes over.
 */
export type ToWorker = { type: 'activate' } | { type: 'serves'; script: string };
