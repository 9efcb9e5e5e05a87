import type { CurrentUser } from '@social-feed/contracts';

/** Whether a user moderates: admins have the rights of moderators. */
export const moderates = (user: CurrentUser | null): user is CurrentUser =>
  user !== null && (user.isAdmin || user.isModerator === true);
