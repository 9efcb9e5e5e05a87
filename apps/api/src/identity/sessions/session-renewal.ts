import { Types, type Model } from 'mongoose';
import { authenticationRequired } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { MINUTE, later } from '../../platform/time.js';
import type { SessionRecord } from './session.model.js';

/**
 * For how long calls in flight and other tabs may use the former tokens, in milliseconds. Longer than clients wait for
 * an answer, so that a confirmation whose answer was lost can be repeated.
 */
const FORMER_LASTS = MINUTE;

interface RenewalDeps {
  sessions: Model<SessionRecord>;
  now: () => Date;
}

/**
 * Continues a session whose user confirmed the identity in a new one, so that tokens from before are worth nothing
 * more. The former session lasts a moment longer, but is not confirmed.
 * @returns the new session; the same one for repeated and parallel confirmations
 * @throws AppError 401 if the session has ended
 */
export async function renewSession(
  { sessions, now }: RenewalDeps,
  { id, sessionId }: Viewer,
  { byFactor }: { byFactor: boolean },
): Promise<SessionRecord> {
  const time = now();
  const find = () => sessions.findOne({ _id: sessionId, user: id }).lean();
  const continuation = async (former: SessionRecord | null) =>
    former?.continued ? sessions.findById(former.continued.by).lean() : null;

  const former = await find();
  const known = await continuation(former);
  if (known !== null) return known;
  if (former === null || former.continued) throw authenticationRequired();
  const next: SessionRecord = {
    ...former,
    _id: new Types.ObjectId(),
    refreshCounter: 0,
    rotatedAt: time,
    confirmedAt: time,
    ...(byFactor ? { factorAt: time } : {}),
  };
  await sessions.create([next]);
  const expiresAt = new Date(Math.min(later(time, FORMER_LASTS).getTime(), former.expiresAt.getTime()));
  // After the new one is stored: ending all sessions ends either both, or this claim finds nothing.
  const { matchedCount } = await sessions.updateOne(
    { _id: former._id, continued: { $exists: false } },
    { $set: { expiresAt, continued: { by: next._id, expiresAt: next.expiresAt } } },
  );
  if (matchedCount === 1) return next;
  await sessions.deleteOne({ _id: next._id });
  const faster = await continuation(await find());
  if (faster === null) throw authenticationRequired();
  return faster;
}
