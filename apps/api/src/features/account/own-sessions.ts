import type { OwnSession } from '@social-feed/contracts';
import type { AppContext } from '../../context.js';
import { AppError } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';

/** Sessions listed at most; older ones can still be ended all at once. */
const LISTED_MAX = 100;

/** The user's living sessions, the last used first (design §4, Settings). */
export async function listOwnSessions(ctx: AppContext, viewer: Viewer): Promise<OwnSession[]> {
  const sessions = await ctx.models.Session.find({ user: viewer.id, expiresAt: { $gt: ctx.now() } })
    .sort({ createdAt: -1 })
    .limit(LISTED_MAX)
    .lean();
  return sessions
    .sort((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime())
    .map((session) => ({
      _id: session._id.toString(),
      device: session.device,
      ip: session.ip,
      createdAt: session.createdAt.toISOString(),
      lastUsedAt: session.lastUsedAt.toISOString(),
      current: session._id.toString() === viewer.sessionId,
    }));
}

/** @throws AppError 404 where the user has no such session */
export async function endOwnSession(ctx: AppContext, viewer: Viewer, sessionId: string): Promise<void> {
  const { deletedCount } = await ctx.models.Session.deleteOne({ _id: sessionId, user: viewer.id });
  if (deletedCount === 0) throw new AppError('NOT_FOUND', 'Session not found');
}

/** Ends all but the asking session. @returns how many */
export async function endOthers(ctx: AppContext, viewer: Viewer): Promise<number> {
  const { deletedCount } = await ctx.models.Session.deleteMany({
    user: viewer.id,
    _id: { $ne: viewer.sessionId },
  });
  return deletedCount;
}
