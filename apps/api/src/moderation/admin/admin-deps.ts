import type { Types } from 'mongoose';
import type { Platform } from '../../platform/platform.js';
import type { Factors } from '../../identity/factors/factors.feature.js';
import type { Instance } from '../../community/instance/instance.feature.js';
import type { UploadUses } from '../../community/uploads/upload-uses.js';
import type { EventOutbox } from '../../community/events.js';
import type { Users } from '../../community/users/users.feature.js';

export interface AdminDeps extends Pick<
  Platform,
  'config' | 'connection' | 'readPage' | 'jobs' | 'mail' | 'now'
> {
  instance: Pick<Instance, 'defaults' | 'read' | 'settings' | 'update'>;
  outbox: Pick<EventOutbox, 'publish'>;
  uploads: Pick<UploadUses, 'hold' | 'dropLater'>;
  users: Users;
  factors: Pick<Factors, 'removeAll'>;
  /** Ends all sessions and tokens of a user; provider accounts stay. */
  revokeAccess: (user: Types.ObjectId) => Promise<void>;
  /** Hides or shows a user's posts to match the suspension. */
  updateVisibility: (user: Types.ObjectId) => Promise<void>;
}
