import type { Model, Types } from 'mongoose';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { PermanentJobError } from '../jobs/job-run.js';
import type { Jobs } from '../jobs/jobs.js';
import { seal, unseal } from '../seal.js';
import type { KeptMailRecord } from './mail.model.js';
import { createSmtpSender, type Mail } from './smtp.js';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
/** How long a mail is tried before it is given up. */
const TRIED_FOR = 3 * DAY;
/** Mails under way at once. */
const AT_ONCE = 4;
/** How long the dev mailbox keeps a mail, and one that nobody is to get. */
const KEPT_FOR = 7 * DAY;
const VOID_FOR = 60 * SECOND;
const MAILBOX_MAX = 200;
const PURPOSE = 'mail';

/** A mail as the dev mailbox shows it. */
export interface KeptMail extends Mail {
  date: Date;
}

/** A mail that waits. It is sealed, so that a copy of the database gives away no one-time code. */
interface MailJob {
  to: string;
  sealed: string;
  /** Where nobody is to get it. */
  void: boolean;
  expiresAt: Date | null;
  /** Who alone is to get it; absent where that does not matter. */
  reader?: string;
}

interface MailerDeps {
  config: Pick<Config, 'mail' | 'secrets' | 'webOrigin'>;
  jobs: Pick<Jobs, 'define' | 'add'>;
  /** What the dev mailbox keeps. */
  mailbox: Model<KeptMailRecord>;
  /** Whether somebody still gets mail at an address. It is asked when the mail is sent, which may be days later. */
  isReader: (reader: string, address: string) => Promise<boolean>;
  now: () => Date;
  log: Logger;
}

export type Mailer = ReturnType<typeof createMailer>;

/**
 * Mail waits as a job until the mail server has taken it. Without a mail server the dev mailbox keeps it; where there is
 * neither, it waits.
 */
export function createMailer({ config, jobs, mailbox, isReader, now, log }: MailerDeps) {
  const { smtpUrl, from, sendWithin } = config.mail;
  const messageIdHost = new URL(config.webOrigin).hostname;

  if (smtpUrl !== null) {
    const send = createSmtpSender({ smtpUrl, from });
    const options = { timeLimit: sendWithin, concurrency: AT_ONCE, giveUpAfter: TRIED_FOR };
    jobs.define('mail', options, async (job: MailJob, { id, signal }) => {
      if (job.void) return;
      if (job.expiresAt !== null && job.expiresAt <= now()) {
        log.warn({ job: id }, 'a mail came too late and was not sent');
        return;
      }
      if (job.reader !== undefined && !(await isReader(job.reader, job.to))) return;
      const mail = open(job);
      if (mail === null) throw new PermanentJobError('The mail cannot be opened with the present JWT_SECRET');
      await send(mail, { messageId: `<${id}@${messageIdHost}>`, signal });
    });
  } else if (!config.mail.mailbox) {
    log.warn('SMTP_URL is not set: mail waits in the database');
  }

  function open({ to, sealed }: Pick<MailJob, 'to' | 'sealed'>): Mail | null {
    const rest = unseal(config.secrets.mail, PURPOSE, sealed);
    return rest === undefined ? null : { to, ...(rest as Omit<Mail, 'to'>) };
  }

  async function put(
    { to, ...rest }: Mail,
    isVoid: boolean,
    expiresAt?: Date,
    reader?: Types.ObjectId,
  ): Promise<void> {
    const sealed = seal(config.secrets.mail, PURPOSE, rest);
    if (!config.mail.mailbox) {
      const job: MailJob = { to, sealed, void: isVoid, expiresAt: expiresAt ?? null };
      await jobs.add('mail', reader === undefined ? job : { ...job, reader: reader.toHexString() });
      return;
    }
    const createdAt = now();
    const gone = new Date(createdAt.getTime() + (isVoid ? VOID_FOR : KEPT_FOR));
    await mailbox.create([{ to, sealed, void: isVoid, createdAt, expiresAt: gone }]);
  }

  return {
    /**
     * Puts a mail into the queue; once this resolves it is not lost. Call it after the write that it tells of.
     * @param expiresAt when it has lost its use and is sent no more
     * @param reader who alone is to get it; not sent once `isReader` denies it
     */
    enqueue: (mail: Mail, expiresAt?: Date, reader?: Types.ObjectId) => put(mail, false, expiresAt, reader),
    /** Does the work of `enqueue` for a mail that nobody is to get, so that its time tells nothing. */
    enqueueNothing: (mail: Mail, expiresAt?: Date) => put(mail, true, expiresAt),
    /** What the dev mailbox keeps, the latest first; nothing in production. */
    async kept(to?: string): Promise<KeptMail[]> {
      if (!config.mail.mailbox) return [];
      const records = await mailbox
        .find({ void: false, ...(to === undefined ? {} : { to }) })
        .sort({ createdAt: -1, _id: -1 })
        .limit(MAILBOX_MAX)
        .lean();
      return records.flatMap((record) => {
        const mail = open(record);
        return mail === null ? [] : [{ ...mail, date: record.createdAt }];
      });
    },
  };
}
