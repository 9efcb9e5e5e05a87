import type { OwnSession } from '@social-feed/contracts';
import { endFormer, type SessionServiceDeps } from './session.service.js';
import type { SessionRecord } from './session.model.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { AppError } from '../../platform/http/errors.js';
import { t } from '@social-feed/contracts/t';

/** Maximum number of listed sessions; older ones can still be ended all at once. */
const LISTED_MAX = 100;

/** A session with the address of its sign-in, which only admins see in full. */
export type ListedSession = Omit<OwnSession, 'network'> & { ip: string };

/** Returns the user's valid sessions, last used first. */
export async function listSessions(
  { sessions, now }: SessionServiceDeps,
  { id, sessionId }: Pick<Viewer, 'id' | 'sessionId'>,
): Promise<ListedSession[]> {
  const found = await sessions
    .find({ user: id, expiresAt: { $gt: now() }, continued: { $exists: false } })
    .sort({ createdAt: -1 })
    .limit(LISTED_MAX)
    .lean();
  return found
    .sort((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime())
    .map(({ _id, device, ip, createdAt, lastUsedAt }) => ({
      _id: _id.toString(),
      device,
      ip,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      current: _id.toString() === sessionId,
    }));
}

/**
 * @returns the ended session
 * @throws AppError 404 if the user has no such session
 */
export async function endSession(
  deps: SessionServiceDeps,
  viewer: Viewer,
  sessionId: string,
): Promise<Pick<SessionRecord, 'device'>> {
  const ended = await deps.sessions.findOneAndDelete({ _id: sessionId, user: viewer.id }).lean();
  if (ended === null) throw new AppError('NOT_FOUND', t`Session not found`);
  await endFormer(deps, [sessionId]);
  return ended;
}

/** Ends all sessions except the current one, or the one that continues it. @returns how many */
export async function endOtherSessions(
  { sessions }: SessionServiceDeps,
  { id, sessionId }: Viewer,
): Promise<number> {
  const own = await sessions.findById(sessionId, { continued: 1 }).lean();
  const kept = own?.continued ? [sessionId, own.continued.by] : [sessionId];
  return (await sessions.deleteMany({ user: id, _id: { $nin: kept } })).deletedCount;
}
