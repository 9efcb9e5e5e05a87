import type { Instance } from '../../community/instance/instance.feature.js';
import type { UploadUses } from '../../community/uploads/upload-uses.js';
import type { EventOutbox } from '../../community/events.js';
import type { Registration } from '../../community/registration/registration.feature.js';
import type { Users } from '../../community/users/users.feature.js';
import type { Comments } from '../../content/comments/comments.feature.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import type { Factors } from '../../identity/factors/factors.feature.js';
import type { Sessions } from '../../identity/sessions/sessions.feature.js';
import type { Platform } from '../../platform/platform.js';

export interface AdminDeps extends Pick<
  Platform,
  'config' | 'connection' | 'readPage' | 'jobs' | 'mail' | 'now'
> {
  instance: Pick<Instance, 'defaults' | 'read' | 'settings' | 'update'>;
  outbox: Pick<EventOutbox, 'publish'>;
  registration: { invitations: Pick<Registration['invitations'], 'revokeAllOf'> };
  uploads: Pick<UploadUses, 'hold' | 'dropLater'>;
  users: Users;
  sessions: Pick<Sessions, 'revokeAccess' | 'passwords' | 'securityLog'>;
  factors: Pick<Factors, 'removeAll'>;
  posts: Pick<Posts, 'service' | 'removals' | 'updateVisibility'>;
  comments: Pick<Comments, 'service'>;
}
