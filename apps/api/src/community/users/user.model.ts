import { Schema } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** The index for the user search. */
export const SEARCH_INDEX = { searchTerms: 1 } as const;

const schema = new Schema({
  fullName: { type: String, required: true },
  /** As typed by the user. */
  userName: { type: String, required: true },
  /** Unique; letter case is ignored. */
  userNameLower: { type: String, required: true },
  /** Terms of the user search: see `personTerms`. */
  searchTerms: { type: [String], required: true, default: [] },
  /** Canonical. Accounts that shared a mailbox before the migration keep their own spelling. */
  email: { type: String, required: true },
  /** Whether the user proved that the address is theirs. */
  emailVerified: { type: Boolean, default: false },
  /**
   * True while the address waits for its code. Absent otherwise, so that accounts older than confirmation codes
   * count as confirmed.
   */
  confirmEmail: Boolean,
  /** True until a new user dismisses the welcome. Absent otherwise, also for older accounts. */
  welcome: Boolean,
  /** The invitation that the account came by; absent without one. */
  invitation: Schema.Types.ObjectId,
  /** argon2id; absent for an account created by social sign-in. */
  passwordHash: String,
  profilepic: { type: String, default: '' },
  isAdmin: { type: Boolean, default: false },
  /** True for a moderator who is no admin. Absent otherwise. */
  isModerator: Boolean,
  suspendedAt: { type: Date, default: null },
  /** When the suspension is lifted; `null` if it has no end. */
  suspendedUntil: { type: Date, default: null },
  /** Since when the user's posts are out of the shuffle. Absent if they are not. */
  silencedAt: Date,
  /** The language of texts and mails that the user chose. Absent without a choice. */
  locale: String,
  /** The language of the page or browser at the last sign-in, for mails without a choice. Absent if it told none. */
  seenLocale: String,
  lastLogin: { type: Date, default: null },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
});
schema.index({ userNameLower: 1 }, { unique: true });
schema.index({ email: 1 }, { unique: true });
schema.index({ createdAt: 1 });
schema.index(SEARCH_INDEX);
schema.index({ invitation: 1, _id: -1 }, { partialFilterExpression: { invitation: { $type: 'objectId' } } });
// Partial, because only few users are suspended.
schema.index({ suspendedAt: -1, _id: -1 }, { partialFilterExpression: { suspendedAt: { $type: 'date' } } });
schema.index({ suspendedUntil: 1 }, { partialFilterExpression: { suspendedUntil: { $type: 'date' } } });
schema.index({ silencedAt: 1 }, { partialFilterExpression: { silencedAt: { $type: 'date' } } });
schema.index({ isAdmin: 1 }, { partialFilterExpression: { isAdmin: true } });
schema.index({ isModerator: 1 }, { partialFilterExpression: { isModerator: true } });

/** Fields of a user with a proved address. */
export const CONFIRMED = { emailVerified: true, confirmEmail: undefined } as const;

export type UserRecord = RecordOf<typeof schema>;

export const userModel = modelOf<UserRecord>('User', 'users', schema, {
  backup: 'kept',
  ofUser: { by: '_id', exportedAs: 'user', onDeletion: 'delete' },
  expires: null,
});
