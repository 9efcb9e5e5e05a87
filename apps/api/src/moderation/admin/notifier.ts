import { ACTS, type NoticeKind } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { recipient } from '../../platform/mail/layout.js';
import { actMail, type Told } from '../../platform/mail/moderation-mails.js';
import type { Platform } from '../../platform/platform.js';
import { MINUTE, later } from '../../platform/time.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { Users } from '../../community/users/users.feature.js';
import type { Notices } from './notices.js';

const JOB = 'moderation-notice';
/** Longer than the request that changes the user takes. */
const CHECKED_AFTER = MINUTE;

/** Dates of a user that acts set, by which a job sees whether an act was done. */
const DATES = ['suspendedAt', 'suspendedUntil', 'silencedAt', 'updatedAt'] as const;
export type Dates = { [Name in (typeof DATES)[number]]?: UserRecord[Name] | undefined };

/** Without `prepared` nothing was changed, or the user was told, and the job does nothing. */
interface Payload {
  id: string;
  prepared?: { user: string; notice: Told; changed?: Dates };
}

export type Notifier = ReturnType<typeof createNotifier>;

/** To be called after the act. @param isDone whether it was done; if so, tells the user */
export type FinishNotice = (isDone: boolean) => Promise<void>;

interface NotifierDeps extends Pick<Platform, 'config' | 'jobs' | 'mail' | 'now'> {
  users: Pick<Users, 'get'>;
  notices: Pick<Notices, 'add' | 'has'>;
}

/** Tells users what moderators did: by mail, and most acts by a notice with their notifications. */
export function createNotifier({ config, jobs, mail, users, notices, now }: NotifierDeps) {
  async function tell(_id: Types.ObjectId, user: UserRecord, letter: Told, { suspendedUntil }: Dates) {
    if (await notices.has(_id)) return;
    const resetUrl = `${config.webOrigin}/i/account/forgotpassword`;
    await mail.enqueue(actMail({ ...recipient(user), ...letter, until: suspendedUntil ?? null, resetUrl }), {
      id: _id.toHexString(),
    });
    // Last, because it is how the job knows that the user was told.
    const { kind, rule, content, message } = letter;
    if (isNotice(kind)) await notices.add({ _id, user: user._id, kind, rule, content, text: message });
  }

  jobs.define(JOB, {}, async ({ id, prepared }: Payload) => {
    if (prepared === undefined) return;
    const { notice, changed = {} } = prepared;
    const user = await users.get(prepared.user);
    if (user !== null && hasFields(user, changed)) await tell(new Types.ObjectId(id), user, notice, changed);
  });

  return {
    /**
     * Call it before an act is done, and its result afterwards. If the process ends in between, a job checks whether it
     * was done, and tells the user.
     * @param _id identifies the act: of two letters with the same one is sent
     * @param becomes what the act changes of the user
     */
    async prepare(
      _id: Types.ObjectId,
      user: UserRecord,
      letter: Told,
      becomes: Dates,
    ): Promise<FinishNotice> {
      const id = _id.toHexString();
      const changed = Object.fromEntries(
        DATES.filter((name) => name in becomes).map((name) => [name, becomes[name] ?? null]),
      ) as Dates;
      const payload: Payload = { id, prepared: { user: user._id.toHexString(), notice: letter, changed } };
      await jobs.add(JOB, payload, { key: id, runAt: later(now(), CHECKED_AFTER) });
      return async (isDone) => {
        if (isDone) await tell(_id, user, letter, changed);
        if (!isDone || !isNotice(letter.kind)) await jobs.add(JOB, { id }, { key: id });
      };
    },
  };
}

const isNotice = (kind: Told['kind']): kind is NoticeKind => 'notice' in ACTS[kind];

/** Whether a user has these dates. */
export const hasFields = (user: UserRecord, dates: Dates): boolean =>
  Object.entries(dates).every(([name, value]) => user[name as keyof Dates]?.getTime() === value?.getTime());
