import { canonicalEmail, REGISTRATION_LIMITS, type OAuthProvider } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Schema, Types, type Connection } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import { duplicateKeyFields, isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import { AppError } from '../../platform/http/errors.js';
import type { PageReader } from '../../platform/http/paging.js';
import { DAY, MINUTE, later } from '../../platform/time.js';

/**
 * An application for an account. It is no user, so nothing can show, follow or count the applicant, and a rejected
 * one leaves nothing behind.
 */
const schema = new Schema({
  fullName: { type: String, required: true },
  userName: { type: String, required: true },
  userNameLower: { type: String, required: true },
  /** Canonical. */
  email: { type: String, required: true },
  /** Whether a provider has verified the address. */
  emailVerified: { type: Boolean, default: false },
  /** argon2id; absent for social sign-in. */
  passwordHash: String,
  /** The provider account; absent with a password. */
  provider: String,
  subject: String,
  sentence: { type: String, required: true },
  /** The language of the applicant's page or browser. Absent if it told none. */
  seenLocale: String,
  createdAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
  /** The id of the account once an admin approves, so that an interrupted approval can be repeated. */
  account: Schema.Types.ObjectId,
  /** When an admin began to decide. */
  decidedAt: { type: Date, default: null },
});
schema.index({ userNameLower: 1 }, { unique: true });
schema.index({ email: 1 }, { unique: true });
schema.index({ provider: 1, subject: 1 }, { partialFilterExpression: { provider: { $type: 'string' } } });
schema.index({ createdAt: 1, _id: 1 });
export type ApplicationRecord = RecordOf<
  typeof schema,
  {
    provider?: OAuthProvider;
    subject?: string;
    passwordHash?: string;
    seenLocale?: string;
    account?: Types.ObjectId;
  }
>;

export const applicationModel = modelOf<ApplicationRecord>('Application', 'applications', schema, {
  backup: 'kept',
  ofUser: null,
  expires: { at: 'expiresAt' },
});

export type NewApplication = Pick<
  ApplicationRecord,
  'fullName' | 'userName' | 'email' | 'emailVerified' | 'sentence'
> &
  Pick<Partial<ApplicationRecord>, 'passwordHash' | 'provider' | 'subject' | 'seenLocale'>;

const ORDER = { createdAt: 1, _id: 1 } as const;
/** A decision that was interrupted can be repeated after this long. */
const DECIDED_WITHIN = MINUTE;

interface ApplicationsDeps {
  connection: Connection;
  readPage: PageReader;
  now: () => Date;
}

/** Applications for an account that wait for an admin. */
export function createApplications({ connection, readPage, now }: ApplicationsDeps) {
  const records = collectionOf(applicationModel(connection));
  const waiting = () => ({ expiresAt: { $gt: now() } });
  const isKept = async (filter: object, except?: Types.ObjectId) =>
    (await records.findOne(
      { ...filter, ...waiting(), ...(except === undefined ? {} : { _id: { $ne: except } }) },
      { projection: { _id: 1 } },
    )) !== null;

  return {
    /** Whether an applicant has the name or address. @param except an application to leave out */
    hasName: (userName: string, except?: Types.ObjectId) =>
      isKept({ userNameLower: userName.toLowerCase() }, except),
    hasEmail: (email: string, except?: Types.ObjectId) => isKept({ email }, except),

    /** @throws AppError 409 naming the taken field */
    async add(wanted: NewApplication): Promise<void> {
      const createdAt = now();
      // The database may not have removed it yet.
      await records.deleteMany({
        $or: [{ email: wanted.email }, { userNameLower: wanted.userName.toLowerCase() }],
        expiresAt: { $lte: createdAt },
      });
      try {
        await records.insertOne({
          _id: new Types.ObjectId(),
          ...wanted,
          userNameLower: wanted.userName.toLowerCase(),
          createdAt,
          expiresAt: later(createdAt, REGISTRATION_LIMITS.applicationDays * DAY),
          decidedAt: null,
        });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const isEmail = duplicateKeyFields(error).includes('email');
        const path = isEmail ? 'email' : 'userName';
        const message = isEmail
          ? t`Please use a different email address`
          : t`Please choose a different username`;
        throw new AppError('ALREADY_EXISTS', message, { errors: [{ path, message }], cause: error });
      }
    },

    /** Returns the application with an e-mail address or user name. */
    findByLogin: (emailOrUserName: string): Promise<ApplicationRecord | null> =>
      records.findOne({
        ...(emailOrUserName.includes('@')
          ? { email: canonicalEmail(emailOrUserName) }
          : { userNameLower: emailOrUserName.trim().toLowerCase() }),
        ...waiting(),
      }),
    isOfIdentity: ({ provider, subject }: { provider: OAuthProvider; subject: string }) =>
      isKept({ provider, subject }),

    page: ({ limit, cursor }: { limit: number; cursor?: string | undefined }) =>
      readPage({
        list: 'applications',
        order: ORDER,
        limit,
        cursor,
        find: (range) => records.find({ $and: [waiting(), { decidedAt: null }, range] }),
      }),

    /** Counts applications that nobody has decided, at most `limit`. @param since counts only those made then or later */
    countWaiting: ({ since, limit }: { since?: Date | undefined; limit: number }) =>
      records.countDocuments(
        { ...waiting(), decidedAt: null, ...(since && { createdAt: { $gte: since } }) },
        { limit },
      ),

    /** Claims an application for a decision, so that of two admins one decides. @throws AppError 404 */
    async claim(id: string): Promise<ApplicationRecord> {
      const _id = new Types.ObjectId(id);
      const time = now();
      const free = { $or: [{ decidedAt: null }, { decidedAt: { $lt: later(time, -DECIDED_WITHIN) } }] };
      const claimed = await records.findOneAndUpdate(
        { $and: [{ _id }, waiting(), free] },
        { $set: { decidedAt: time } },
        { returnDocument: 'after' },
      );
      if (claimed === null)
        throw new AppError('NOT_FOUND', t`Application not found. Somebody else may have decided.`);
      return claimed;
    },
    /** Sets the id of the account, once. */
    async accountFor({ _id, account }: ApplicationRecord): Promise<Types.ObjectId> {
      if (account) return account;
      const id = new Types.ObjectId();
      await records.updateOne({ _id }, { $set: { account: id } });
      return id;
    },
    release: (_id: Types.ObjectId) => records.updateOne({ _id }, { $set: { decidedAt: null } }),
    remove: (_id: Types.ObjectId) => records.deleteOne({ _id }),
  };
}
