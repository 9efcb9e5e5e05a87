/** Whether a user may have this name although it is reserved now. */
export const isLateReserved = (userName: string): boolean => userName.trim().toLowerCase() === 'today';

/**
 * Returns the path of a user's profile. A name that was reserved after users could have it leads to a tab of the
 * profile, because the name alone is another page.
 */
export const profilePath = (userName: string): string =>
  `/${encodeURIComponent(userName)}${isLateReserved(userName) ? '/posts' : ''}`;
