import type { Request } from 'express';

/** The signed-in user as far as every request needs to know. */
export interface Viewer {
  /** 24 hex digits */
  id: string;
  userName: string;
  isAdmin: boolean;
  /** Whether the e-mail address waits for its code: until then the budgets of a first day hold. */
  unconfirmed?: boolean;
  /** Empty for a caller with a personal API token. */
  sessionId: string;
  /** When the session or the token ends that the caller came with. */
  expiresAt?: Date;
}

/**
 * Finds out who asks: `null` for visitors and for sessions that ended.
 * @throws AppError IDENTITY_MISMATCH where cookie and bearer name different users.
 */
export type Authenticate = (req: Request) => Promise<Viewer | null>;
