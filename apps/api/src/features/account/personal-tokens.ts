import { createHash, randomBytes } from 'node:crypto';
import { API_TOKEN_LIMITS, API_TOKEN_PREFIX, type ApiToken } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { AppContext } from '../../context.js';
import { native } from '../../platform/db/native.js';
import { AppError, authenticationRequired } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { ApiTokenRecord } from '../sessions/api-token.model.js';

const DAY = 24 * 60 * 60 * 1000;
const ENDING_LENGTH = 4;
/** The time of the last use is written this often at most. */
const USE_NOTED_EVERY = 60_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

export const isApiToken = (token: string) => token.startsWith(API_TOKEN_PREFIX);

const present = (record: ApiTokenRecord): ApiToken => ({
  _id: record._id.toString(),
  name: record.name,
  ending: record.ending,
  createdAt: record.createdAt.toISOString(),
  expiresAt: record.expiresAt.toISOString(),
  lastUsedAt: record.lastUsedAt?.toISOString() ?? null,
});

/** The living token that a request carries, or `null`; notes its use. */
export async function readApiToken(
  ctx: Pick<AppContext, 'models' | 'now'>,
  token: string,
): Promise<ApiTokenRecord | null> {
  const now = ctx.now();
  const tokens = native(ctx.models.ApiToken);
  const record = await tokens.findOne({ hash: hashOf(token) });
  if (record === null || record.expiresAt <= now) return null;
  const noted = record.lastUsedAt?.getTime() ?? 0;
  if (now.getTime() - noted >= USE_NOTED_EVERY) {
    await tokens.updateOne({ _id: record._id }, { $set: { lastUsedAt: now } });
  }
  return record;
}

/**
 * Makes a token; it is answered here and never again.
 * @throws AppError 401 where the session ended meanwhile, 409 where the user has as many as there may be
 */
export async function createToken(
  ctx: AppContext,
  viewer: Viewer,
  { name, days }: { name: string; days?: number | undefined },
): Promise<{ data: ApiToken; token: string }> {
  const user = new Types.ObjectId(viewer.id);
  const token = API_TOKEN_PREFIX + randomBytes(32).toString('base64url');
  const createdAt = ctx.now();
  const record: ApiTokenRecord = {
    _id: new Types.ObjectId(),
    user,
    name,
    hash: hashOf(token),
    ending: token.slice(-ENDING_LENGTH),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + (days ?? API_TOKEN_LIMITS.daysDefault) * DAY),
    lastUsedAt: null,
  };
  await ctx.models.ApiToken.create([record]);
  // Looked at afterwards: whatever voids all tokens ends the session first.
  if ((await ctx.models.Session.exists({ _id: viewer.sessionId, user })) === null) {
    await ctx.models.ApiToken.deleteOne({ _id: record._id });
    throw authenticationRequired();
  }
  // Counted afterwards, so that calls at the same time cannot pass the limit together.
  const living = { user, expiresAt: { $gt: createdAt } };
  if ((await ctx.models.ApiToken.countDocuments(living)) > API_TOKEN_LIMITS.perUser) {
    await ctx.models.ApiToken.deleteOne({ _id: record._id });
    throw new AppError('CONFLICT', `You can have at most ${API_TOKEN_LIMITS.perUser} tokens`);
  }
  return { data: present(record), token };
}

/** The user's living tokens, the newest first, without what would let anybody in. */
export async function listTokens(ctx: AppContext, viewer: Viewer): Promise<ApiToken[]> {
  const records = await ctx.models.ApiToken.find({ user: viewer.id, expiresAt: { $gt: ctx.now() } })
    .sort({ createdAt: -1 })
    .limit(API_TOKEN_LIMITS.perUser)
    .lean();
  return records.map(present);
}

/** @throws AppError 404 where the user has no such token */
export async function revokeToken(ctx: AppContext, viewer: Viewer, tokenId: string): Promise<void> {
  const { deletedCount } = await ctx.models.ApiToken.deleteOne({ _id: tokenId, user: viewer.id });
  if (deletedCount === 0) throw new AppError('NOT_FOUND', 'Token not found');
}
