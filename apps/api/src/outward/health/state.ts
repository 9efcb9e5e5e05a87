import {
  getState,
  listAdminLog,
  listFailedJobs,
  retryJob,
  sendTestMail,
  type InstanceState,
  type MailWay,
} from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Types, type Model } from 'mongoose';
import type { Config } from '../../platform/config/config.js';
import { collectionOf } from '../../platform/db/collection-of.js';
import { AppError } from '../../platform/http/errors.js';
import type { PageReader } from '../../platform/http/paging.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Mount } from '../../platform/http/route.js';
import { sum, failedJobs, waitingJobs, type JobRecord } from '../../platform/jobs/job.model.js';
import type { Jobs } from '../../platform/jobs/jobs.js';
import { testMail } from '../../platform/mail/host-mails.js';
import type { Mailer } from '../../platform/mail/mailer.js';
import { excerpt } from '../../platform/text.js';
import { HOUR, SECOND } from '../../platform/time.js';
import { currentVersion } from '../../platform/version.js';
import { partsOf, type AdminLog } from '../../moderation/admin/admin-log.js';
import type { Users } from '../../community/users/users.feature.js';

export interface StateDeps {
  config: Pick<Config, 'mail' | 'media' | 'source'>;
  jobRecords: Model<JobRecord>;
  jobs: Pick<Jobs, 'retry'>;
  mail: Pick<Mailer, 'sendNow'>;
  users: Pick<Users, 'getExisting' | 'authors'>;
  adminLog: Pick<AdminLog, 'page'>;
  usedBytes: () => Promise<number>;
  freeBytes: () => Promise<number>;
  backups: { everySeconds: number | null; lastEndedAt: () => Promise<Date | null> };
  readPage: PageReader;
  now: () => Date;
}

const ERROR_MAX = 300;
const LATEST_FIRST = { _id: -1 } as const;
/** Tries of the mail server, and of jobs. */
const READS_LIMIT: RateLimit = { name: 'state', limit: 600, window: HOUR };
const TRIES_LIMIT: RateLimit = { name: 'state-tries', limit: 60, window: HOUR };

/** Where mail goes. Mailpit of the stack takes every mail and delivers none. */
export function mailWay({ smtpUrl, mailbox }: Pick<Config['mail'], 'smtpUrl' | 'mailbox'>): MailWay {
  if (smtpUrl === null) return mailbox ? 'mailbox' : 'none';
  const { hostname, port } = new URL(smtpUrl);
  return hostname === 'mailpit' || port === '1025' ? 'catcher' : 'server';
}

async function readState(deps: StateDeps): Promise<InstanceState> {
  const { jobRecords, backups, config, now } = deps;
  const [waiting, failing, dead, usedBytes, freeBytes, last] = await Promise.all([
    waitingJobs(jobRecords, now()),
    failedJobs(jobRecords, { dead: false }),
    failedJobs(jobRecords, { dead: true }),
    deps.usedBytes(),
    deps.freeBytes(),
    backups.lastEndedAt(),
  ]);
  const { everySeconds } = backups;
  const age = last === null ? Infinity : (now().getTime() - last.getTime()) / 1000;
  return {
    ...currentVersion(config.source),
    mail: { way: mailWay(config.mail), waiting: waiting.counts['mail'] ?? 0, failing: failing['mail'] ?? 0 },
    jobs: {
      waiting: sum(waiting.counts),
      oldestSeconds: Math.round(waiting.oldestSeconds),
      failing: sum(failing),
      givenUp: sum(dead),
    },
    backup:
      everySeconds === null
        ? null
        : { everySeconds, lastAt: last?.toISOString() ?? null, isLate: age > 2 * everySeconds },
    storage: {
      isBucket: config.media.s3 !== null,
      usedBytes,
      freeBytes,
      keepFreeBytes: config.media.keepFreeBytes,
    },
  };
}

/** The state of the service for admins, who may have no terminal: jobs, mail, backups, storage, version and log. */
export function createState(deps: StateDeps) {
  const { config, jobs, mail, users, adminLog, readPage } = deps;
  const records = collectionOf(deps.jobRecords);

  return {
    routes(mount: Mount): void {
      const reading = { adminsOnly: true, perAccount: READS_LIMIT };
      const trying = { adminsOnly: true, perAccount: TRIES_LIMIT };
      mount(getState, reading, async () => ({ data: await readState(deps) }));
      mount(listFailedJobs, reading, async ({ query: { limit, cursor } }) => {
        const type = { $in: await records.distinct('type') };
        const { shown, nextCursor } = await readPage({
          list: 'failed jobs',
          order: LATEST_FIRST,
          limit,
          cursor,
          find: (range) => records.find({ $and: [{ type, lastError: { $exists: true } }, range] }),
        });
        const data = shown.map(({ _id, type, attempts, lastError, createdAt, runAt, deadAt }) => ({
          _id: _id.toString(),
          type,
          attempts,
          error: excerpt(lastError ?? '', ERROR_MAX),
          createdAt: createdAt.toISOString(),
          nextAt: deadAt ? null : (runAt?.toISOString() ?? null),
        }));
        return { data, nextCursor };
      });
      mount(retryJob, trying, async ({ params: { jobId } }) => {
        if (!(await jobs.retry(new Types.ObjectId(jobId))))
          throw new AppError('NOT_FOUND', t`This job is done or runs already`);
        return { message: 'The job runs again' };
      });
      const sending = { ...trying, deadline: config.mail.sendWithin + 5 * SECOND };
      mount(sendTestMail, sending, async ({ viewer }) => {
        const { email: to } = await users.getExisting(viewer.id);
        try {
          return { data: { to, outcome: await mail.sendNow(testMail(to)), error: null } };
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          return { data: { to, outcome: 'failed' as const, error: excerpt(reason, ERROR_MAX) } };
        }
      });
      mount(listAdminLog, reading, async ({ viewer, query: { limit, cursor } }) => {
        const { shown, nextCursor } = await adminLog.page(limit, cursor, new Types.ObjectId(viewer.id));
        const members = await users.authors(shown.map(({ user }) => user.toHexString()));
        const data = shown.map(({ _id, at, adminName, act, note, parts }, index) => ({
          _id: _id.toString(),
          at: at.toISOString(),
          adminName,
          act,
          userName: members[index]?.userName ?? null,
          note,
          ...partsOf({ parts }),
        }));
        return { data, nextCursor };
      });
    },
  };
}
