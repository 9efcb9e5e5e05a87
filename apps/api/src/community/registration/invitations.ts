import { createHmac } from 'node:crypto';
import { REGISTRATION_LIMITS, typedLinkCode } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Schema, Types } from 'mongoose';
import { collectionOf, type Collection } from '../../platform/db/collection-of.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import { AppError } from '../../platform/http/errors.js';
import type { Platform } from '../../platform/platform.js';
import { equalSecrets } from '../../platform/seal.js';
import { DAY, later } from '../../platform/time.js';

/** A member's invitation. It stays after its end if an account came by it, to show who invited whom. */
const schema = new Schema({
  /** The member who made it. */
  user: { type: Schema.Types.ObjectId, required: true },
  uses: { type: Number, required: true },
  usesLeft: { type: Number, required: true },
  /** How many accounts came by it. */
  used: { type: Number, required: true, default: 0 },
  createdAt: { type: Date, required: true },
  /** `null`: no end. */
  expiresAt: { type: Date, default: null },
  revokedAt: { type: Date, default: null },
});
schema.index({ user: 1, createdAt: -1 });
schema.index({ createdAt: -1, _id: -1 });
export type InvitationRecord = RecordOf<typeof schema>;

export const invitationModel = modelOf<InvitationRecord>('Invitation', 'invitations', schema, {
  backup: 'kept',
  ofUser: { by: 'user', exportedAs: 'invitations', onDeletion: 'delete' },
  expires: null,
});

const ID_BYTES = 12;
const TAG_BYTES = 16;
const LISTED_MAX = 100;
const ORDER = { createdAt: -1, _id: -1 } as const;

export type Invitations = ReturnType<typeof createInvitations>;

interface InvitationsDeps extends Pick<Platform, 'connection' | 'inTurn' | 'readPage' | 'now'> {
  /** Signs the codes. */
  key: Buffer;
}

interface Parts extends InvitationsDeps {
  records: Collection<InvitationRecord>;
}

const tagOf = ({ key }: Parts, id: Types.ObjectId) =>
  createHmac('sha256', key).update(id.id).digest().subarray(0, TAG_BYTES);
/** The filter for invitations that still work. */
const working = ({ now }: Parts) => ({
  usesLeft: { $gt: 0 },
  $or: [{ expiresAt: null }, { expiresAt: { $gt: now() } }],
});

const codeOf = (parts: Parts, { _id }: Pick<InvitationRecord, '_id'>): string =>
  Buffer.concat([_id.id, tagOf(parts, _id)]).toString('base64url');

/** Returns the invitation that a code names, if it still works. */
async function findWorking(parts: Parts, code: string): Promise<InvitationRecord | null> {
  const bytes = Buffer.from(typedLinkCode(code), 'base64url');
  if (bytes.length !== ID_BYTES + TAG_BYTES) return null;
  const _id = new Types.ObjectId(bytes.subarray(0, ID_BYTES));
  const tag = bytes.subarray(ID_BYTES).toString('base64url');
  if (!equalSecrets(tag, tagOf(parts, _id).toString('base64url'))) return null;
  return parts.records.findOne({ _id, ...working(parts) });
}

/** Uses an invitation once; of two calls for the last use one succeeds. */
async function take(parts: Parts, _id: Types.ObjectId): Promise<boolean> {
  const use = { $inc: { usesLeft: -1, used: 1 } };
  return (await parts.records.updateOne({ _id, ...working(parts) }, use)).modifiedCount === 1;
}

/** Gives back a use that led to no account. */
async function giveBack({ records }: Parts, _id: Types.ObjectId): Promise<void> {
  const free = await records.updateOne({ _id, revokedAt: null }, { $inc: { usesLeft: 1, used: -1 } });
  if (free.modifiedCount === 0) await records.updateOne({ _id }, { $inc: { used: -1 } });
}

export interface NewInvitation {
  uses: number;
  /** `null`: no end. */
  days?: number | null | undefined;
}

/** @throws AppError 409 if the member has too many that work */
async function create(
  parts: Parts,
  user: Types.ObjectId,
  { uses, days = REGISTRATION_LIMITS.invitationDaysDefault }: NewInvitation,
): Promise<InvitationRecord> {
  const { records, inTurn } = parts;
  const createdAt = parts.now();
  // Nobody came by these, so there is nothing to tell.
  await records.deleteMany({ user, used: 0, expiresAt: { $type: 'date', $lte: createdAt } });
  const record: InvitationRecord = {
    _id: new Types.ObjectId(),
    user,
    uses,
    usesLeft: uses,
    used: 0,
    createdAt,
    expiresAt: days === null ? null : later(createdAt, days * DAY),
    revokedAt: null,
  };
  await inTurn(`invitations ${user.toHexString()}`, async () => {
    if ((await records.countDocuments({ user, ...working(parts) })) >= REGISTRATION_LIMITS.invitationsMax) {
      throw new AppError(
        'CONFLICT',
        t`You can have at most ${REGISTRATION_LIMITS.invitationsMax} invitations. Revoke one first.`,
      );
    }
    await records.insertOne(record);
  });
  return record;
}

/** @param user whose invitation it must be; any if absent. @throws AppError 404 */
async function revoke(parts: Parts, id: string, user?: string): Promise<void> {
  const filter = {
    _id: new Types.ObjectId(id),
    ...(user === undefined ? {} : { user: new Types.ObjectId(user) }),
  };
  if ((await parts.records.findOne(filter)) === null)
    throw new AppError('NOT_FOUND', t`Invitation not found`);
  await revokeAll(parts, filter);
}

/** Those that nobody used go, the others stay to tell who came by them. @returns how many worked until then */
async function revokeAll(parts: Parts, filter: object): Promise<number> {
  const { records, now } = parts;
  const { modifiedCount } = await records.updateMany(
    { ...filter, revokedAt: null, ...working(parts) },
    { $set: { revokedAt: now(), usesLeft: 0 } },
  );
  await records.deleteMany({ ...filter, used: 0, revokedAt: { $type: 'date' } });
  return modifiedCount;
}

/** Returns the ids of the latest invitations of a member by which accounts came. */
async function usedOf({ records }: Parts, user: Types.ObjectId, limit: number): Promise<Types.ObjectId[]> {
  const found = records.find({ user, used: { $gt: 0 } }, { projection: { _id: 1 } }).sort(ORDER);
  return (await found.limit(limit).toArray()).map(({ _id }) => _id);
}

/** Invitations. The code of an invitation follows from its id and a key, so that the database holds none. */
export function createInvitations(deps: InvitationsDeps) {
  const records = collectionOf(invitationModel(deps.connection));
  const parts: Parts = { ...deps, records };
  return {
    codeOf: (invitation: Pick<InvitationRecord, '_id'>) => codeOf(parts, invitation),
    findWorking: (code: string) => findWorking(parts, code),
    take: (_id: Types.ObjectId) => take(parts, _id),
    giveBack: (_id: Types.ObjectId) => giveBack(parts, _id),
    create: (user: Types.ObjectId, invitation: NewInvitation) => create(parts, user, invitation),
    revoke: (id: string, user?: string) => revoke(parts, id, user),
    revokeAllOf: (user: Types.ObjectId) => revokeAll(parts, { user }),
    listOf: (user: Types.ObjectId): Promise<InvitationRecord[]> =>
      records.find({ user }).sort(ORDER).limit(LISTED_MAX).toArray(),
    get: (_id: Types.ObjectId): Promise<InvitationRecord | null> => records.findOne({ _id }),
    usedOf: (user: Types.ObjectId, limit: number) => usedOf(parts, user, limit),
    page: ({ limit, cursor }: { limit: number; cursor?: string | undefined }) =>
      deps.readPage({
        list: 'invitations',
        order: ORDER,
        limit,
        cursor,
        find: (range) => records.find(range),
      }),
    exportOf: (user: Types.ObjectId) => ({
      invitations: records.find({ user }, { projection: { user: 0 } }),
    }),
    deleteOf: (user: Types.ObjectId) => records.deleteMany({ user }),
  };
}
