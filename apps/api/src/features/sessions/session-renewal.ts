import { Types, type Model } from 'mongoose';
import { authenticationRequired } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { later } from '../../platform/time.js';
import type { SessionRecord } from './session.model.js';

interface Parts {
  sessions: Model<SessionRecord>;
  /** For how long calls in flight may still use the former tokens, in milliseconds. */
  grace: number;
  now: () => Date;
}

/**
 * Continues a session whose user confirmed the identity in a new one, so that tokens from before are worth nothing
 * more. The former session lasts a moment longer, for calls in flight and other tabs, but is not confirmed.
 * @returns `null` if another call of this browser was faster and has sent the new cookies
 * @throws AppError 401 if the session has ended
 */
export const createRenewal = ({ sessions, grace, now }: Parts) =>
  async function renew(
    { id, sessionId }: Viewer,
    { byFactor }: { byFactor: boolean },
  ): Promise<SessionRecord | null> {
    const time = now();
    const former = await sessions.findOne({ _id: sessionId, user: id }).lean();
    if (former === null) throw authenticationRequired();
    if (former.continued) return null;
    const next: SessionRecord = {
      ...former,
      _id: new Types.ObjectId(),
      refreshCounter: 0,
      rotatedAt: time,
      confirmedAt: time,
      ...(byFactor ? { factorAt: time } : {}),
    };
    await sessions.create([next]);
    const expiresAt = new Date(Math.min(later(time, grace).getTime(), former.expiresAt.getTime()));
    // After the new one is stored: ending all sessions ends either both, or this claim finds nothing.
    const { matchedCount } = await sessions.updateOne(
      { _id: former._id, continued: { $exists: false } },
      { $set: { expiresAt, continued: { by: next._id, expiresAt: next.expiresAt } } },
    );
    if (matchedCount === 1) return next;
    await sessions.deleteOne({ _id: next._id });
    if (await sessions.exists({ _id: former._id })) return null;
    throw authenticationRequired();
  };
