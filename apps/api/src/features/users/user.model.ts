import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** A user as stored (A §3). */
export interface UserRecord {
  _id: Types.ObjectId;
  fullName: string;
  /** As the user wrote it. */
  userName: string;
  /** Decides uniqueness: letter case is ignored (design §4). */
  userNameLower: string;
  /** Lower case. */
  email: string;
  emailVerified: boolean;
  /** argon2id; absent for an account made by a social provider. */
  passwordHash?: string;
  profilepic: string;
  isAdmin: boolean;
  suspendedAt: Date | null;
  lastLogin: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const schema = new Schema<UserRecord>(
  {
    fullName: { type: String, required: true },
    userName: { type: String, required: true },
    userNameLower: { type: String, required: true },
    email: { type: String, required: true },
    emailVerified: { type: Boolean, default: false },
    passwordHash: String,
    profilepic: { type: String, default: '' },
    isAdmin: { type: Boolean, default: false },
    suspendedAt: { type: Date, default: null },
    lastLogin: { type: Date, default: null },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'users', versionKey: false, autoIndex: false },
);
schema.index({ userNameLower: 1 }, { unique: true });
schema.index({ email: 1 }, { unique: true });
schema.index({ fullName: 1 });
// Few are suspended, and only they are in it.
schema.index({ suspendedAt: -1, _id: -1 }, { partialFilterExpression: { suspendedAt: { $type: 'date' } } });

export const userModel = (connection: Connection): Model<UserRecord> =>
  connection.model<UserRecord>('User', schema);
