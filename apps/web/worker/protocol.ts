/** What the app's pages say to the service worker, and the name that both use. */

/** Cache of the pictures that were shown last. */
export const LAST_PICTURES = 'last-pictures';

/**
 * To a worker. `activate`: take over at once. `serves`: does it bring this script, so that the page is of its build
 * already? The answer, true or false, goes to the port that comes along; where no other page is open it takes over.
 */
export type ToWorker = { type: 'activate' } | { type: 'serves'; script: string };
