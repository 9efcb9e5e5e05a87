import type { NoticeKind } from '@social-feed/contracts';
import { Types } from 'mongoose';
import {
  silencedMail,
  suspendedMail,
  unsilencedMail,
  warningMail,
} from '../../platform/mail/moderation-mails.js';
import type { Mail } from '../../platform/mail/smtp.js';
import type { Platform } from '../../platform/platform.js';
import { MINUTE, later } from '../../platform/time.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { Users } from '../../community/users/users.feature.js';
import type { Notices } from './notices.js';

const JOB = 'moderation-notice';
/** Longer than the request that changes the user takes. */
const CHECKED_AFTER = MINUTE;

/** The text of a user's mail and notice. */
export interface NoticeText {
  kind: NoticeKind;
  message: string;
  rule: string | undefined;
}

/** Fields of a user that a moderator's act sets. */
type Changed = Partial<Pick<UserRecord, 'suspendedAt' | 'suspendedUntil' | 'silencedAt'>>;

/** Without `prepared` nothing was changed, and the job does nothing. */
interface Payload {
  id: string;
  prepared?: { user: string; notice: NoticeText; changed: Changed };
}

export type Notifier = ReturnType<typeof createNotifier>;

/** To be called after the write. @param isStored whether the change was stored; if so, notifies the user */
export type FinishNotice = (isStored: boolean) => Promise<void>;

interface NotifierDeps extends Pick<Platform, 'jobs' | 'mail' | 'now'> {
  users: Pick<Users, 'get'>;
  notices: Pick<Notices, 'add' | 'has'>;
}

/** Notifies users of what moderators did: by mail, and by a notice with their notifications. */
export function createNotifier({ jobs, mail, users, notices, now }: NotifierDeps) {
  /** @param until the end of a suspension */
  async function notify(
    user: UserRecord,
    notice: NoticeText,
    until?: Date | null,
    _id = new Types.ObjectId(),
  ) {
    await mail.enqueue(letterTo(user, notice, until ?? null), { id: _id.toHexString() });
    // Last, because it is how the job knows that the user was notified.
    const { kind, rule, message: text } = notice;
    await notices.add({ _id, user: user._id, kind, rule, text });
  }

  jobs.define(JOB, {}, async ({ id, prepared }: Payload) => {
    const _id = new Types.ObjectId(id);
    if (prepared === undefined || (await notices.has(_id))) return;
    const { notice, changed } = prepared;
    const user = await users.get(prepared.user);
    if (user !== null && hasFields(user, changed)) await notify(user, notice, changed.suspendedUntil, _id);
  });

  return {
    notify: (user: UserRecord, notice: NoticeText) => notify(user, notice),

    /**
     * Call it before a change of a user is written, and its result afterwards. If the process ends in between, a job
     * checks whether the change was stored, and notifies the user.
     * @param changed the fields that are written
     */
    async prepare(user: UserRecord, notice: NoticeText, changed: Changed): Promise<FinishNotice> {
      const _id = new Types.ObjectId();
      const id = _id.toHexString();
      const payload: Payload = { id, prepared: { user: user._id.toHexString(), notice, changed } };
      await jobs.add(JOB, payload, { key: id, runAt: later(now(), CHECKED_AFTER) });
      return (isStored) =>
        isStored ? notify(user, notice, changed.suspendedUntil, _id) : jobs.add(JOB, { id }, { key: id });
    },
  };
}

const hasFields = (user: UserRecord, changed: Changed): boolean =>
  Object.entries(changed).every(
    ([name, value]) => user[name as keyof Changed]?.getTime() === value?.getTime(),
  );

function letterTo({ email, fullName }: UserRecord, { kind, ...words }: NoticeText, until: Date | null): Mail {
  const to = { to: email, fullName, ...words };
  switch (kind) {
    case 'warn':
      return warningMail(to);
    case 'silence':
      return silencedMail(to);
    case 'unsilence':
      return unsilencedMail(to);
    case 'suspend':
      return suspendedMail({ ...to, until });
  }
}
