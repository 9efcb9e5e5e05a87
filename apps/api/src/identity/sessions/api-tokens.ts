import { createHash, randomBytes } from 'node:crypto';
import {
  API_TOKEN_LIMITS,
  API_TOKEN_PREFIX,
  TOKEN_SCOPES,
  type ApiToken,
  type BodyOf,
  type createApiToken,
  type TokenScope,
} from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Schema, Types } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import { AppError, authenticationRequired } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { DAY, MINUTE, later } from '../../platform/time.js';

const ENDING_LENGTH = 4;
/** Minimum interval between updates of the last-used time. */
const USE_NOTED_EVERY = MINUTE;

const schema = new Schema({
  user: { type: Schema.Types.ObjectId, required: true },
  name: { type: String, required: true },
  /**
   * SHA-256 of the token. The token has 256 random bits, so a slower hash is not needed. The token itself is not
   * stored.
   */
  hash: { type: String, required: true },
  ending: { type: String, required: true },
  createdAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
  lastUsedAt: { type: Date, default: null },
  /** Absent on tokens made before there were scopes; they have all. */
  scopes: { type: [{ type: String, required: true }], default: undefined },
  /** Set if the session that made the token had given the second factor. */
  byFactor: Boolean,
});
schema.index({ hash: 1 }, { unique: true });
schema.index({ user: 1, createdAt: -1 });

type ApiTokenRecord = RecordOf<typeof schema, { scopes?: TokenScope[] | null }>;

export const apiTokenModel = modelOf<ApiTokenRecord>('ApiToken', 'apitokens', schema, {
  backup: 'kept',
  ofUser: { by: 'user', exportedAs: 'apiTokens', onDeletion: 'delete' },
  expires: { at: 'expiresAt' },
});

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

export const isApiToken = (token: string) => token.startsWith(API_TOKEN_PREFIX);

export const scopesOf = ({ scopes }: Pick<ApiTokenRecord, 'scopes'>): readonly TokenScope[] =>
  scopes ?? TOKEN_SCOPES;

const present = (record: ApiTokenRecord): ApiToken => ({
  _id: record._id.toString(),
  name: record.name,
  scopes: [...scopesOf(record)],
  ending: record.ending,
  createdAt: record.createdAt.toISOString(),
  expiresAt: record.expiresAt.toISOString(),
  lastUsedAt: record.lastUsedAt?.toISOString() ?? null,
});

interface ApiTokensDeps extends Pick<Platform, 'connection' | 'inTurn' | 'now'> {
  /** Whether the viewer's session still exists. */
  isAlive: (viewer: Viewer) => Promise<boolean>;
}

export type ApiTokens = ReturnType<typeof createApiTokens>;

/** Personal API tokens. */
export function createApiTokens({ connection, inTurn, isAlive, now }: ApiTokensDeps) {
  const tokens = apiTokenModel(connection);

  return {
    /** Returns the valid token of a request, or `null`, and records its use. */
    async read(token: string): Promise<ApiTokenRecord | null> {
      const time = now();
      const record = await collectionOf(tokens).findOne({ hash: hashOf(token) });
      if (record === null || record.expiresAt <= time) return null;
      if (time.getTime() - (record.lastUsedAt?.getTime() ?? 0) >= USE_NOTED_EVERY) {
        await collectionOf(tokens).updateOne({ _id: record._id }, { $set: { lastUsedAt: time } });
      }
      return record;
    },

    /**
     * Creates a token. It is returned only here.
     * @throws AppError 401 if the session has ended, 409 if the user has reached the limit
     */
    async create(
      viewer: Viewer,
      {
        name,
        days = API_TOKEN_LIMITS.daysDefault,
        scopes = [...TOKEN_SCOPES],
      }: BodyOf<typeof createApiToken>,
    ): Promise<{ data: ApiToken; token: string }> {
      const user = new Types.ObjectId(viewer.id);
      const token = API_TOKEN_PREFIX + randomBytes(32).toString('base64url');
      const createdAt = now();
      const record: ApiTokenRecord = {
        _id: new Types.ObjectId(),
        user,
        name,
        hash: hashOf(token),
        ending: token.slice(-ENDING_LENGTH),
        createdAt,
        expiresAt: later(createdAt, days * DAY),
        lastUsedAt: null,
        scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)),
        ...(viewer.factorAt !== undefined && { byFactor: true }),
      };
      await inTurn(`API tokens ${viewer.id}`, async () => {
        const living = { user, expiresAt: { $gt: createdAt } };
        if ((await tokens.countDocuments(living)) >= API_TOKEN_LIMITS.perUser) {
          throw new AppError('CONFLICT', t`You can have at most ${API_TOKEN_LIMITS.perUser} tokens`);
        }
        await tokens.create([record]);
      });
      // Checked after the write: revoking all tokens ends the session first.
      if (!(await isAlive(viewer))) {
        await tokens.deleteOne({ _id: record._id });
        throw authenticationRequired();
      }
      return { data: present(record), token };
    },

    /** Returns the user's valid tokens, newest first, without the secrets. */
    async list(viewer: Viewer): Promise<ApiToken[]> {
      const records = await tokens
        .find({ user: viewer.id, expiresAt: { $gt: now() } })
        .sort({ createdAt: -1 })
        .limit(API_TOKEN_LIMITS.perUser)
        .lean();
      return records.map(present);
    },

    /**
     * @returns the revoked token
     * @throws AppError 404 if the user has no such token
     */
    async revoke(viewer: Viewer, tokenId: string): Promise<Pick<ApiTokenRecord, 'name'>> {
      const revoked = await tokens.findOneAndDelete({ _id: tokenId, user: viewer.id }).lean();
      if (revoked === null) throw new AppError('NOT_FOUND', t`Token not found`);
      return revoked;
    },

    revokeAll: (user: Types.ObjectId) => tokens.deleteMany({ user }),
    /** Revokes the tokens created since a time. */
    revokeSince: (user: Types.ObjectId | string, time: Date) =>
      tokens.deleteMany({ user, createdAt: { $gte: time } }),
    /** The user's data for the data export. */
    exportOf: (user: Types.ObjectId) =>
      tokens
        .find({ user }, { name: 1, scopes: 1, createdAt: 1, expiresAt: 1, lastUsedAt: 1 })
        .lean()
        .cursor(),
  };
}
