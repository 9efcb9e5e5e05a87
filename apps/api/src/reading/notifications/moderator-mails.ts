import { NOTIFICATION_LIMITS } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { recipient } from '../../platform/mail/layout.js';
import { waitingMail, type QueueName } from '../../platform/mail/staff-mails.js';
import type { Platform } from '../../platform/platform.js';
import { HOUR, MINUTE, later } from '../../platform/time.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { Users } from '../../community/users/users.feature.js';
import { canBeMailed } from './mailable.js';
import type { NotificationSettingsStore } from './settings.js';

/** Kinds of entries that wait for a decision of the moderators. */
export interface WaitingQueue {
  /** What its entries are. */
  name: QueueName;
  /** Path of the page where they are decided. */
  path: string;
  /**
   * Counts those that wait, at most `limit`.
   * @param reader the recipient; entries about them do not count. Without a reader all count.
   * @param since counts only those that came then or later
   */
  count: (wanted: { reader?: Types.ObjectId; since?: Date | undefined; limit: number }) => Promise<number>;
}

export interface ModeratorMailsDeps extends Pick<Platform, 'config' | 'jobs' | 'mail' | 'now'> {
  users: Pick<Users, 'listAdmins' | 'listModerators'>;
}

/** The job that mails moderators. Its name is older than the other queues; a new one would leave its record behind. */
export const MODERATOR_MAILS = 'report-mails';
/** Each moderator gets one mail in this time at most. */
const MAIL_EVERY = HOUR;
const COUNTED_MAX = 1000;
const { waitingMax: WAITING_MAX } = NOTIFICATION_LIMITS;

/** Mails moderators what came since their last mail, unless they switched that off, and counts what waits. */
export function createModeratorMails({
  settings,
  users,
  config,
  jobs,
  mail,
  now,
}: ModeratorMailsDeps & { settings: NotificationSettingsStore }) {
  const queues: WaitingQueue[] = [];

  const counts = (wanted: Parameters<WaitingQueue['count']>[0]) =>
    Promise.all(queues.map(async (queue) => ({ queue, waiting: await queue.count(wanted) })));
  const isAny = async (wanted: { reader?: Types.ObjectId; since?: Date | undefined }) =>
    (await counts({ ...wanted, limit: 1 })).some(({ waiting }) => waiting > 0);

  async function mailTo(user: UserRecord): Promise<void> {
    const { _id } = user;
    const { isOn, sentAt } = await settings.reportMailOf(_id);
    const at = now();
    if (!isOn || (sentAt !== undefined && sentAt > later(at, -MAIL_EVERY))) return;
    if (!(await isAny({ reader: _id, since: sentAt }))) return;
    const all = await counts({ reader: _id, limit: COUNTED_MAX });
    const letter = waitingMail({
      ...recipient(user),
      waiting: all
        .filter(({ waiting }) => waiting > 0)
        .map(({ queue: { name, path }, waiting }) => ({
          queue: name,
          count: waiting,
          url: `${config.webOrigin}${path}`,
        })),
      settingsUrl: `${config.webOrigin}/settings/notifications`,
    });
    // In this order no mail is lost if the process crashes in between. The ID keeps it a single one in the queue.
    const last = sentAt?.getTime() ?? 0;
    await mail.enqueue(letter, { id: `${MODERATOR_MAILS}-${_id.toHexString()}-${last}` });
    await settings.reportMailSent(_id, at);
  }

  jobs.define(MODERATOR_MAILS, { every: 5 * MINUTE }, async (_nothing, { signal }) => {
    if (!(await isAny({}))) return;
    const staff = [...(await users.listAdmins()), ...(await users.listModerators())];
    for (const user of staff) {
      signal.throwIfAborted();
      if (canBeMailed(user)) await mailTo(user);
    }
  });

  return {
    /** Adds a queue. */
    add: (queue: WaitingQueue): void => void queues.push(queue),
    /** Returns how many entries wait for this moderator, at most `WAITING_MAX`. */
    waitingFor: async (reader: string): Promise<number> => {
      const all = await counts({ reader: new Types.ObjectId(reader), limit: WAITING_MAX });
      return Math.min(
        WAITING_MAX,
        all.reduce((sum, { waiting }) => sum + waiting, 0),
      );
    },
  };
}
