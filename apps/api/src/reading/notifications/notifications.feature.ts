import * as contracts from '@social-feed/contracts';
import type { Relations } from '../../community/relations/relations.feature.js';
import type { Request, Response } from 'express';
import { Types } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import { addressKey, clientAddress } from '../../platform/http/client-address.js';
import { createConcurrencyLimit } from '../../platform/http/concurrency.js';
import { serviceUnavailable } from '../../platform/http/errors.js';
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
import { openEventStream } from './event-stream.js';
import { createNotificationEvents } from './notification-events.js';
import { createInbox } from './inbox.js';
import { createLive } from './live.js';
import { createModeratorMails, type ModeratorMailsDeps } from './moderator-mails.js';
import { notificationModel } from './notification.model.js';
import { createTodayMails, type TodayMailsDeps } from './today-mails.js';
import { createSettings } from './settings.js';
import { mountUnsubscribing } from './unsubscribing.js';

/** For reading and marking as read; more than anyone does by hand. */
const READS_LIMIT: RateLimit = { name: 'notifications', limit: 120, every: 20, window: HOUR };
const SETTINGS_LIMIT: RateLimit = { name: 'notification-settings', limit: 120, window: HOUR };
/** Streams reopen after they end, and with each new page in browsers without locks. */
const EVENTS_LIMIT: RateLimit = { name: 'notification-events', limit: 60, every: 10, window: HOUR };
/** Most streams of one process, of one user and of one client address. */
const STREAMS_MAX = 4000;
const STREAMS_PER_USER = 8;
const STREAMS_PER_ADDRESS = 100;

export interface NotificationsDeps extends Pick<
  Platform,
  'config' | 'connection' | 'readPage' | 'jobs' | 'mail' | 'now' | 'log'
> {
  instance: Pick<Instance, 'settings'>;
  users: Pick<Users, 'get' | 'shownAuthors' | 'namedShown'> & ModeratorMailsDeps['users'];
  posts: Pick<Posts, 'lists'>;
  comments: Pick<Comments, 'stored'>;
  people: Pick<People, 'blockedBy'> & TodayMailsDeps['people'];
  relations: Pick<Relations, 'blockersAmong'>;
  today: TodayMailsDeps['today'];
  authenticate: Authenticate;
}

export type Notifications = ReturnType<typeof createNotifications>;

/** Notifications. Only this feature reads and writes the collection `notifications`. */
export function createNotifications(deps: NotificationsDeps) {
  const notifications = collectionOf(notificationModel(deps.connection));
  const settings = createSettings(deps.connection, deps.now);
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
  const streams = createConcurrencyLimit(STREAMS_MAX, STREAMS_PER_USER);
  const perAddress = Math.max(1, Math.floor(STREAMS_PER_ADDRESS * deps.config.rateLimitFactor));
  const streamsOfAddresses = createConcurrencyLimit(STREAMS_MAX, perAddress);
  /** @throws AppError 429 if the user or the address has too many streams, 503 if the process has */
  function acquireBoth(userId: string, address: string): () => void {
    const release = streams.acquire(userId);
    try {
      const releaseAddress = streamsOfAddresses.acquire(address);
      return () => {
        release();
        releaseAddress();
      };
    } catch (error) {
      release();
      throw error;
    }
  }
  /** Starts a stream, which continues after this returns. @throws AppError 429, 503 */
  async function openStream(viewer: Viewer, req: Request, res: Response): Promise<void> {
    const { id } = viewer;
    // The client has left, or another response uses the connection, so the end of this one would go unnoticed.
    if (res.destroyed || res.socket === null) throw serviceUnavailable();
    const release = acquireBoth(id, addressKey(clientAddress(req)));
    let leave = () => {};
    res.once('close', () => {
      release();
      leave();
    });
    const stream = openEventStream(res);
    // Roles can change while the stream is open.
    let latest = viewer;
    const isAllowed = async () => {
      const now = await deps.authenticate(req);
      if (now?.id !== id) return false;
      latest = now;
      return true;
    };
    const waiting = () => waitingFor(latest);
    try {
      leave = await live.listen({ userId: id, stream, isAllowed, waiting }, req.get('last-event-id'));
      if (res.closed) leave();
    } catch (error) {
      deps.log.warn({ err: error }, 'a stream of notifications could not begin');
      stream.end();
    }
  }

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
        openStream(viewer, req, res),
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
      await settings.records.deleteOne({ _id: user });
    },
  };
}
