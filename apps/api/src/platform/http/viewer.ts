import type { TokenScope } from '@social-feed/contracts';
import type { Request } from 'express';

/** The signed-in user, with the fields that every request needs. */
export interface Viewer {
  /** 24 hex digits */
  id: string;
  userName: string;
  isAdmin: boolean;
  isModerator?: boolean;
  /**
   * What lacks the second factor that the host requires of admins and moderators, so that both rights are false: the
   * account, or only this session or token.
   */
  lacksFactor?: 'account' | 'session';
  /** Whether the user's posts leave the shuffle. */
  isSilenced?: boolean;
  /** Whether the e-mail address is unconfirmed: until then first-day limits apply. */
  unconfirmed?: boolean;
  /** Empty for a caller with a personal API token. */
  sessionId: string;
  /** What the caller's API token may do; without `moderate` the viewer has no rights of staff. Absent for sessions. */
  scopes?: readonly TokenScope[];
  /** When the caller's session or token expires. */
  expiresAt?: Date;
  /** When this session last confirmed the identity in any way, and when by the second factor. */
  confirmedAt?: Date | undefined;
  factorAt?: Date | undefined;
}

/** Whether a user moderates: admins have the rights of moderators. */
export const mayModerate = ({
  isAdmin,
  isModerator,
}: {
  isAdmin: boolean;
  isModerator?: boolean | null | undefined;
}): boolean => isAdmin || isModerator === true;

/**
 * Identifies the caller: `null` for visitors and ended sessions.
 * @throws AppError IDENTITY_MISMATCH if cookie and bearer token name different users
 */
export type Authenticate = (req: Request) => Promise<Viewer | null>;
