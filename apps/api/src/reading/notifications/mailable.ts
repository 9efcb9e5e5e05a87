import type { Person } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { containsUrl } from '../../platform/mail/layout.js';
import type { UserRecord } from '../../community/users/user.model.js';

/** Whether a user may get mails about others: not suspended or deleted, and with a confirmed address. */
export const canBeMailed = (user: UserRecord | null): user is UserRecord =>
  user !== null && (user.suspendedAt ?? null) === null && user.confirmEmail !== true;

/** The name of a user, without one that a mail program would turn into a link. */
export const nameWithoutAddress = ({ fullName, userName }: Pick<Person, 'fullName' | 'userName'>): string =>
  [fullName, userName].find((name) => name !== '' && !containsUrl(name)) ?? t`Somebody`;
