import type { Request, Response } from 'express';
import { readCookie, setCookie } from '../../platform/http/cookies.js';
import { AppError } from '../../platform/http/errors.js';
import type { Platform } from '../../platform/platform.js';
import { seal, unsealUnexpired } from '../../platform/seal.js';
import { MINUTE } from '../../platform/time.js';
import type { UserRecord } from '../../community/users/user.model.js';
import { suspensionText } from '../../community/users/user-store.js';

const PURPOSE = 'answer to a suspension';
export const APPEAL_TICKET_TTL = 30 * MINUTE;

/** A suspension whose user proved to be its user in this browser. Times are in milliseconds since 1970. */
export interface AppealTicket {
  /** in hex */
  user: string;
  /** Tells this suspension from others of the user. */
  suspendedAt: number;
  expiresAt: number;
}

export type AppealTickets = ReturnType<typeof createAppealTickets>;

/** Lets suspended users answer the decision without a session: a sealed cookie names their suspension. */
export function createAppealTickets({ config, now }: Pick<Platform, 'config' | 'now'>) {
  const { production, secrets } = config;

  /** Does nothing for a user who is not suspended. */
  function issue(res: Response, { _id, suspendedAt }: Pick<UserRecord, '_id' | 'suspendedAt'>): void {
    if (!suspendedAt) return;
    const ticket: AppealTicket = {
      user: _id.toHexString(),
      suspendedAt: suspendedAt.getTime(),
      expiresAt: now().getTime() + APPEAL_TICKET_TTL,
    };
    const sealed = seal(secrets.appeal, PURPOSE, ticket);
    setCookie(res, 'appeal', sealed, { production, maxAge: APPEAL_TICKET_TTL });
  }

  return {
    issue,

    /**
     * Call it once the user has proved to be this one.
     * @throws AppError 403 for a suspended user, who can then answer
     */
    refuseSuspended(res: Response, user: UserRecord): void {
      if (!user.suspendedAt) return;
      issue(res, user);
      throw new AppError('ACCOUNT_SUSPENDED', suspensionText(user));
    },

    /** Returns the ticket of this browser; `null` if there is none or it is too old. */
    read(req: Request): AppealTicket | null {
      const cookie = readCookie(req, 'appeal', production);
      if (cookie === undefined) return null;
      const found = unsealUnexpired(secrets.appeal, PURPOSE, cookie, now());
      return (found as AppealTicket | undefined) ?? null;
    },
  };
}
