import * as contracts from '@social-feed/contracts';
import type { Inboxes } from '../../community/inboxes/inboxes.feature.js';
import type { Relations } from '../../community/relations/relations.feature.js';
import { Types } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Mount } from '../../platform/http/route.js';
import { mayModerate, type Authenticate, type Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { HOUR } from '../../platform/time.js';
import type { Instance } from '../../community/instance/instance.feature.js';
import type { Comments } from '../../content/comments/comments.feature.js';
import type { People } from '../people/people.feature.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import type { Users } from '../../community/users/users.feature.js';
import { createDigests } from './digests.js';
import { createNotificationEvents } from './notification-events.js';
import { createInbox } from './inbox.js';
import { createLive } from './live.js';
import { createModeratorMails, type ModeratorMailsDeps } from './moderator-mails.js';
import { notificationModel } from '../../community/inboxes/notification.model.js';
import { createTodayMails, type TodayMailsDeps } from './today-mails.js';
import { createSettings } from './settings.js';
import { createStreams, openStream } from './streams.js';
import { mountUnsubscribing } from './unsubscribing.js';

/** For reading and marking as read; more than anyone does by hand. */
const READS_LIMIT: RateLimit = { name: 'notifications', limit: 120, every: 20, window: HOUR };
const SETTINGS_LIMIT: RateLimit = { name: 'notification-settings', limit: 120, window: HOUR };
/** Streams reopen after they end, and with each new page in browsers without locks. */
const EVENTS_LIMIT: RateLimit = { name: 'notification-events', limit: 60, every: 10, window: HOUR };

export interface NotificationsDeps extends Pick<
  Platform,
  'config' | 'connection' | 'bus' | 'readPage' | 'jobs' | 'mail' | 'languages' | 'now' | 'log'
> {
  instance: Pick<Instance, 'settings'>;
  users: Pick<Users, 'get' | 'shownAuthors' | 'namedShown'> & ModeratorMailsDeps['users'];
  posts: Pick<Posts, 'lists'>;
  comments: Pick<Comments, 'stored'>;
  people: Pick<People, 'blockedBy'> & TodayMailsDeps['people'];
  relations: Pick<Relations, 'blockersAmong'>;
  inboxes: Inboxes;
  today: TodayMailsDeps['today'];
  authenticate: Authenticate;
}

export type Notifications = ReturnType<typeof createNotifications>;

/** Notifications. Only this feature writes the collection `notifications`. */
export function createNotifications(deps: NotificationsDeps) {
  const notifications = collectionOf(notificationModel(deps.connection));
  const settings = createSettings(deps);
  const mutedBy = async (user: Types.ObjectId) => (await settings.of(user)).muted;
  const inbox = createInbox({ ...deps, notifications, mutedBy });
  const events = createNotificationEvents({ ...deps, notifications, inbox });
  createDigests({ ...deps, inbox, settings });
  createTodayMails({ ...deps, settings });
  const live = createLive({ ...deps, notifications, unread: (userId) => inbox.unread(userId) });
  const moderatorMails = createModeratorMails({ ...deps, settings });
  /** What waits for a decision of a user; `undefined` unless they moderate. */
  const waitingFor = async (viewer: Viewer) =>
    mayModerate(viewer) ? moderatorMails.waitingFor(viewer.id) : undefined;
  const streams = createStreams({ ...deps, live, waitingFor });

  return {
    ...events,
    live,
    inbox,
    settings,
    /** Mails moderators about what waits in a queue as well. */
    mailAbout: moderatorMails.add,
    routes(mount: Mount): void {
      const reading = { perAccount: READS_LIMIT };
      mount(contracts.listNotifications, reading, async ({ query: { limit, cursor }, viewer }) => {
        const [page, waiting] = await Promise.all([
          inbox.page(viewer.id, limit, cursor),
          // the first page is the one that tells what is new
          cursor ? undefined : waitingFor(viewer),
        ]);
        return { ...page, ...(waiting === undefined ? {} : { waiting }) };
      });
      mount(contracts.readNotifications, reading, async ({ body, viewer }) => {
        await inbox.read(viewer.id, new Date(body.until), body.notification);
        return { data: { unread: await inbox.unread(viewer.id) } };
      });
      mount(contracts.notificationEvents, { perAccount: EVENTS_LIMIT }, ({ viewer, req, res }) =>
        openStream(streams, viewer, req, res),
      );
      mount(contracts.getNotificationSettings, reading, async ({ viewer }) => ({
        data: await settings.of(new Types.ObjectId(viewer.id), mayModerate(viewer)),
      }));
      mount(
        contracts.updateNotificationSettings,
        { perAccount: SETTINGS_LIMIT },
        async ({ body, viewer }) => ({
          data: await settings.change(new Types.ObjectId(viewer.id), body, mayModerate(viewer)),
        }),
      );
      mountUnsubscribing(mount, { ...deps, ...settings });
    },
    /** Removes the notifications of a post. Safe to repeat. */
    removeOfPost: (post: Types.ObjectId): Promise<unknown> => notifications.deleteMany({ post }),
    exportOf: (user: Types.ObjectId) => ({
      notifications: notifications.find({ recipient: user }, { projection: { recipient: 0, touchedAt: 0 } }),
      notificationSettings: settings.records.find({ _id: user }, { projection: { _id: 0 } }),
    }),
    deleteOf: async (user: Types.ObjectId) => {
      await notifications.deleteMany({ recipient: user });
      await deps.inboxes.deleteOf(user);
      await settings.records.deleteOne({ _id: user });
    },
  };
}
