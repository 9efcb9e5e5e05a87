/** The other tabs of this browser; undefined where the browser lets them not talk. */
export const otherTabs =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('social-feed');
