import type { Collection } from '../../platform/db/collection-of.js';
import { newReportsMail } from '../../platform/mail/moderation-mails.js';
import type { Platform } from '../../platform/platform.js';
import { HOUR, MINUTE, later } from '../../platform/time.js';
import type { Notifications } from '../notifications/notifications.feature.js';
import type { UserRecord } from '../users/user.model.js';
import type { Users } from '../users/users.feature.js';
import type { CaseRecord } from './report.model.js';

export interface ReportMailsDeps extends Pick<Platform, 'config' | 'jobs' | 'mail' | 'now'> {
  users: Pick<Users, 'listAdmins' | 'listModerators'>;
  notifications: Pick<Notifications, 'settings'>;
}

/** The job that mails moderators about new reports. */
export const REPORT_MAILS = 'report-mails';
/** Each moderator gets one mail in this time at most. */
const MAIL_EVERY = HOUR;
const COUNTED_MAX = 1000;
const NEVER = new Date(0);

/** Mails moderators that reports came since their last mail, unless they switched that off. */
export function defineReportMails({
  cases,
  users,
  notifications,
  config,
  jobs,
  mail,
  now,
}: ReportMailsDeps & { cases: Collection<CaseRecord> }): void {
  const { settings } = notifications;

  async function mailTo({ _id, email, fullName }: UserRecord): Promise<void> {
    const { isOn, sentAt = NEVER } = await settings.reportMailOf(_id);
    if (!isOn || sentAt > later(now(), -MAIL_EVERY)) return;
    const at = now();
    // Nobody learns of reports about themselves.
    const undecided = { open: true, decision: null, count: { $gt: 0 }, user: { $ne: _id } };
    const limited = { limit: COUNTED_MAX };
    const fresh = await cases.countDocuments({ ...undecided, lastAt: { $gte: sentAt } }, limited);
    if (fresh === 0) return;
    const letter = newReportsMail({
      to: email,
      fullName,
      open: await cases.countDocuments(undecided, limited),
      url: `${config.webOrigin}/admin`,
      settingsUrl: `${config.webOrigin}/settings/notifications`,
    });
    // In this order no mail is lost if the process crashes in between. The ID keeps it a single one in the queue.
    await mail.enqueue(letter, { id: `${REPORT_MAILS}-${_id.toHexString()}-${sentAt.getTime()}` });
    await settings.reportMailSent(_id, at);
  }

  jobs.define(REPORT_MAILS, { every: 5 * MINUTE }, async (_nothing, { signal }) => {
    if ((await cases.findOne({ open: true, decision: null }, { projection: { _id: 1 } })) === null) return;
    const staff = [...(await users.listAdmins()), ...(await users.listModerators())];
    for (const user of staff) {
      signal.throwIfAborted();
      if (!user.suspendedAt && user.confirmEmail !== true) await mailTo(user);
    }
  });
}
