/** Messages from the app's pages to the service worker, and the cache name that both use. */

/** Cache of recently shown pictures. */
export const LAST_PICTURES = 'last-pictures';

/**
 * Messages to a worker. `activate`: take over at once. `serves`: whether the worker's build contains this script,
 * so that the page is already current. It answers true or false on the message port; if no other page is open, it
 * takes over. `forget`: the user left; delete the recent pictures, also those that are still on their way.
 */
export type ToWorker = { type: 'activate' } | { type: 'serves'; script: string } | { type: 'forget' };
