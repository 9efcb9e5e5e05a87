/** Channel to the other tabs of this browser; undefined if unsupported. */
export const otherTabs =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('social-feed');
