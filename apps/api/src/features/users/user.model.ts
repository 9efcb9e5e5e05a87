import { Schema } from 'mongoose';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** The index that the search for people scans. */
export const SEARCH_INDEX = { searchTerms: 1 } as const;

const schema = new Schema({
  fullName: { type: String, required: true },
  /** As the user wrote it. */
  userName: { type: String, required: true },
  /** Decides uniqueness: letter case is ignored. */
  userNameLower: { type: String, required: true },
  /** What the search for people finds: see `personTerms`. */
  searchTerms: { type: [String], required: true, default: [] },
  /** In canonical form. Accounts that shared a mailbox before the migration keep their own spelling. */
  email: { type: String, required: true },
  /** Whether whoever made the account proved that the address is theirs. */
  emailVerified: { type: Boolean, default: false },
  /**
   * True while the address waits for its code. Absent otherwise, so that accounts made before there were codes count
   * as confirmed.
   */
  confirmEmail: Boolean,
  /** argon2id; absent for an account made by a social provider. */
  passwordHash: String,
  profilepic: { type: String, default: '' },
  isAdmin: { type: Boolean, default: false },
  suspendedAt: { type: Date, default: null },
  /** When the suspension lifts by itself; `null` for good. */
  suspendedUntil: { type: Date, default: null },
  lastLogin: { type: Date, default: null },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
});
schema.index({ userNameLower: 1 }, { unique: true });
schema.index({ email: 1 }, { unique: true });
schema.index(SEARCH_INDEX);
// Few are suspended, and only they are in it.
schema.index({ suspendedAt: -1, _id: -1 }, { partialFilterExpression: { suspendedAt: { $type: 'date' } } });
schema.index({ suspendedUntil: 1 }, { partialFilterExpression: { suspendedUntil: { $type: 'date' } } });

/** What a user is once the address is proved. */
export const CONFIRMED = { emailVerified: true, confirmEmail: undefined } as const;

export type UserRecord = RecordOf<typeof schema>;

export const userModel = modelOf<UserRecord>('User', 'users', schema);
