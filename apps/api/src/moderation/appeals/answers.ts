import { APPEAL_LIMITS } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Request } from 'express';
import { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError } from '../../platform/http/errors.js';
import type { Platform } from '../../platform/platform.js';
import { DAY, later } from '../../platform/time.js';
import type { AppealTickets } from '../../identity/sessions/appeal-tickets.js';
import type { Users } from '../../community/users/users.feature.js';
import type { AppealRecord } from './appeal.model.js';

export interface AnswersDeps extends Pick<Platform, 'now'> {
  appeals: Collection<AppealRecord>;
  users: Pick<Users, 'get'>;
  tickets: Pick<AppealTickets, 'read'>;
}

const tookTooLong = () => new AppError('SESSION_EXPIRED', t`This took too long. Please sign in again.`);
export const suspensionEnded = () => new AppError('CONFLICT', t`This suspension has ended.`);

/** Answers of suspended users, one to each suspension. */
export function createAnswers({ appeals, users, tickets, now }: AnswersDeps) {
  /** Whether a user is still under the suspension that began then. */
  async function holds(user: Types.ObjectId, suspendedAt: Date): Promise<boolean> {
    return (await users.get(user))?.suspendedAt?.getTime() === suspendedAt.getTime();
  }

  /** @throws AppError 409 unless it is the same text again, whose first answer may have been lost */
  async function refuseSecond(
    { user, suspendedAt }: Pick<AppealRecord, 'user' | 'suspendedAt'>,
    text: string,
  ): Promise<void> {
    const first = await appeals.findOne({ user, suspendedAt });
    if (first?.state === 'waiting' && first.text === text) return;
    const isDecided = first?.state === 'rejected';
    throw new AppError(
      'CONFLICT',
      isDecided
        ? t`The moderators have read your answer and decided. Their mail says how.`
        : t`You have answered this decision already. The moderators mail you when they have read it.`,
    );
  }

  return {
    holds,

    /** @throws AppError 401 without a ticket, 409 for a second answer or if the suspension has ended */
    async add(req: Request, text: string): Promise<void> {
      const ticket = tickets.read(req);
      if (ticket === null) throw tookTooLong();
      const user = new Types.ObjectId(ticket.user);
      const suspendedAt = new Date(ticket.suspendedAt);
      if (!(await holds(user, suspendedAt))) throw suspensionEnded();
      const _id = new Types.ObjectId();
      const given = { _id, user, suspendedAt, text, createdAt: now() };
      try {
        await appeals.insertOne({ ...given, state: 'waiting', decision: null });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return refuseSecond(given, text);
      }
      // The suspension may have ended, or the account been deleted, before the answer was stored.
      if (await holds(user, suspendedAt)) return;
      await appeals.deleteOne({ _id });
      throw suspensionEnded();
    },

    /** Takes the user's answers out of the list, once the suspension has ended. Decisions under way go on. */
    async endOf(user: Types.ObjectId): Promise<void> {
      await appeals.updateMany({ user, state: 'waiting', decision: null }, { $set: { state: 'ended' } });
      const expiresAt = later(now(), APPEAL_LIMITS.keptDays * DAY);
      await appeals.updateMany({ user, expiresAt: { $exists: false } }, { $set: { expiresAt } });
    },
  };
}
