/** Names that users could have before they were reserved. */
const LATE_RESERVED: ReadonlySet<string> = new Set([
  'collections',
  'drafts',
  'feed',
  'instance',
  'invitations',
  'showcase',
  'today',
]);

/** Whether a user may have this name although it is reserved now. */
export const isLateReserved = (userName: string): boolean => LATE_RESERVED.has(userName.trim().toLowerCase());

/**
 * Returns the path of a user's profile. A name that was reserved after users could have it leads to a tab of the
 * profile, because the name alone is another page.
 */
export const profilePath = (userName: string): string =>
  `/${encodeURIComponent(userName)}${isLateReserved(userName) ? '/posts' : ''}`;
