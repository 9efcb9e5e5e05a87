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
import type { UserRecord } from '../users/user.model.js';
import type { Users } from '../users/users.feature.js';
import type { Notices } from './notices.js';

const JOB = 'moderation-notice';
/** Longer than the request that changes the user takes. */
const CHECKED_AFTER = MINUTE;

/** The words in a user's mail and notice. */
export interface Told {
  kind: NoticeKind;
  message: string;
  rule: string | undefined;
}

/** Fields of a user that a moderator's act sets. */
type Changed = Partial<Pick<UserRecord, 'suspendedAt' | 'suspendedUntil' | 'silencedAt'>>;

/** What the job needs; only the id if nothing was changed. */
interface Payload {
  id: string;
  prepared?: { user: string; told: Told; changed: Changed };
}

export type Telling = ReturnType<typeof createTelling>;

/** Ends what `prepare` began. @param isStored whether the change was stored, so that the user is told */
export type FinishTelling = (isStored: boolean) => Promise<void>;

interface TellingDeps extends Pick<Platform, 'jobs' | 'mail' | 'now'> {
  users: Pick<Users, 'get'>;
  notices: Pick<Notices, 'add' | 'has'>;
}

/** Tells users what moderators did to them: by a mail, and by a notice beside their notifications. */
export function createTelling({ jobs, mail, users, notices, now }: TellingDeps) {
  /** @param until the end of a suspension */
  async function tell(user: UserRecord, told: Told, until?: Date | null, _id = new Types.ObjectId()) {
    await mail.enqueue(letterTo(user, told, until ?? null), { id: _id.toHexString() });
    // Last, because it is how the job knows that the user was told.
    const { kind, rule, message: text } = told;
    await notices.add({ _id, user: user._id, kind, rule, text });
  }

  jobs.define(JOB, {}, async ({ id, prepared }: Payload) => {
    const _id = new Types.ObjectId(id);
    if (prepared === undefined || (await notices.has(_id))) return;
    const { told, changed } = prepared;
    const user = await users.get(prepared.user);
    if (user !== null && hasFields(user, changed)) await tell(user, told, changed.suspendedUntil, _id);
  });

  return {
    tell: (user: UserRecord, told: Told) => tell(user, told),

    /**
     * Prepares to tell of a change of a user. Call it before the write, and what it returns after it; if the process
     * ends in between, a job looks whether the change was stored.
     * @param changed the fields that are written
     */
    async prepare(user: UserRecord, told: Told, changed: Changed): Promise<FinishTelling> {
      const _id = new Types.ObjectId();
      const id = _id.toHexString();
      const payload: Payload = { id, prepared: { user: user._id.toHexString(), told, changed } };
      await jobs.add(JOB, payload, { key: id, runAt: later(now(), CHECKED_AFTER) });
      return (isStored) =>
        isStored ? tell(user, told, changed.suspendedUntil, _id) : jobs.add(JOB, { id }, { key: id });
    },
  };
}

const hasFields = (user: UserRecord, changed: Changed): boolean =>
  Object.entries(changed).every(
    ([name, value]) => user[name as keyof Changed]?.getTime() === value?.getTime(),
  );

function letterTo({ email, fullName }: UserRecord, { kind, ...words }: Told, until: Date | null): Mail {
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
