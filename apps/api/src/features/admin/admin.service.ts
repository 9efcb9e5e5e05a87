import type { ModeratedUser } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { endAccess } from '../sessions/evict.js';
import { AppError } from '../../platform/http/errors.js';
import { pageOffset } from '../../platform/http/paging.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Models } from '../../models.js';
import type { UserRecord } from '../users/user.model.js';
import type { AdminLog } from './admin-log.js';

/** An admin, or `null` for the command on the server. */
type Actor = Pick<Viewer, 'id' | 'userName'> | null;

interface Parts {
  models: Models;
  log: AdminLog;
  now: () => Date;
  /** Called when a user was suspended or that was lifted. */
  onSuspensionChanged: (userId: Types.ObjectId) => Promise<void>;
}

const userNotFound = () => new AppError('NOT_FOUND', 'User not found');

/** Admins and what they may do to users (design §4, isAdmin). */
export class AdminService {
  constructor(private readonly parts: Parts) {}

  /**
   * Hides a user with all their content and ends what lets them in.
   * @throws AppError 404 for nobody, 403 for an admin, whose right must be revoked on the server first
   */
  async suspend(actor: Actor, userId: string, reason?: string): Promise<ModeratedUser> {
    const { User } = this.parts.models;
    const user = await this.find(userId);
    if (user.isAdmin) throw new AppError('PERMISSION_DENIED', 'An admin cannot be suspended');
    if (user.suspendedAt === null) {
      await this.parts.log.append({ admin: actor, act: 'suspend', user: user._id, note: reason });
    }
    const suspended = await User.findOneAndUpdate(
      { _id: user._id, suspendedAt: null, isAdmin: false },
      { $set: { suspendedAt: this.parts.now() } },
      { returnDocument: 'after', lean: true },
    );
    // Also where another was quicker, or a crash came between: they must not stay signed in.
    await endAccess(this.parts, user._id);
    await this.parts.onSuspensionChanged(user._id);
    return present(suspended ?? (await this.find(userId)));
  }

  /** @throws AppError 404 for nobody */
  async lift(actor: Actor, userId: string, reason?: string): Promise<ModeratedUser> {
    const user = await this.find(userId);
    if (user.suspendedAt === null) return present(user);
    await this.parts.log.append({ admin: actor, act: 'lift', user: user._id, note: reason });
    await this.parts.models.User.updateOne({ _id: user._id }, { $set: { suspendedAt: null } });
    await this.parts.onSuspensionChanged(user._id);
    return present(await this.find(userId));
  }

  async suspended(page: number, limit: number) {
    const found = await this.parts.models.User.find({ suspendedAt: { $type: 'date' } })
      .sort({ suspendedAt: -1, _id: -1 })
      .skip(pageOffset({ page, limit }))
      .limit(limit + 1)
      .lean();
    return {
      data: found.slice(0, limit).map(present),
      pagination: { currentPage: page, hasNext: found.length > limit },
    };
  }

  /**
   * Gives or takes the right of an admin; for the command on the server only.
   * @throws AppError 404 for nobody, 409 for a suspended user
   */
  async setAdmin(userName: string, isAdmin: boolean): Promise<{ userName: string; changed: boolean }> {
    const { User } = this.parts.models;
    const user = await User.findOne({ userNameLower: userName.toLowerCase() }).lean();
    if (user === null) throw userNotFound();
    if (isAdmin && user.suspendedAt !== null) throw new AppError('CONFLICT', 'This user is suspended');
    if (user.isAdmin === isAdmin) return { userName: user.userName, changed: false };
    const act = isAdmin ? 'make-admin' : 'revoke-admin';
    await this.parts.log.append({ admin: null, act, user: user._id });
    await User.updateOne({ _id: user._id }, { $set: { isAdmin } });
    return { userName: user.userName, changed: true };
  }

  async admins(): Promise<Pick<UserRecord, 'userName' | 'fullName'>[]> {
    return this.parts.models.User.find({ isAdmin: true }).sort({ userNameLower: 1 }).lean();
  }

  private async find(userId: string): Promise<UserRecord> {
    const user = await this.parts.models.User.findById(new Types.ObjectId(userId)).lean();
    if (user === null) throw userNotFound();
    return user;
  }
}

const present = (user: UserRecord): ModeratedUser => ({
  _id: user._id.toString(),
  userName: user.userName,
  fullName: user.fullName,
  suspendedAt: user.suspendedAt?.toISOString() ?? null,
});
