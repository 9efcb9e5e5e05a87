import { Schema, type Connection, type InferSchemaType } from 'mongoose';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { modelOf } from '../db/record.js';
import { PermanentJobError } from '../jobs/job-run.js';
import type { Jobs } from '../jobs/jobs.js';
import { seal, unseal } from '../seal.js';
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
}

/** Makes a mail and sends it. It may be called again for a mail that was sent already, as any job. */
type MailWork<P> = (payload: P, send: (mail: Mail) => Promise<void>, id: string) => Promise<void>;

/** A mail that the dev mailbox keeps instead of a mail server. Subject and text are sealed. */
const schema = new Schema({
  to: { type: String, required: true },
  sealed: { type: String, required: true },
  /** Where nobody is to get it. */
  void: { type: Boolean, required: true },
  createdAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
});
schema.index({ createdAt: -1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
type KeptMailRecord = InferSchemaType<typeof schema>;
export const mailModel = modelOf<KeptMailRecord>('mails', schema);

interface MailerDeps {
  connection: Connection;
  config: Pick<Config, 'mail' | 'secrets' | 'webOrigin'>;
  jobs: Pick<Jobs, 'define' | 'add'>;
  now: () => Date;
  log: Logger;
}

export type Mailer = ReturnType<typeof createMailer>;

/**
 * Mail waits as a job until the mail server has taken it. Without a mail server the dev mailbox keeps it; where there is
 * neither, it waits.
 */
export function createMailer({ connection, config, jobs, now, log }: MailerDeps) {
  const mailbox = mailModel(connection);
  const { smtpUrl, from, sendWithin } = config.mail;
  const messageIdHost = new URL(config.webOrigin).hostname;
  const sendBySmtp = smtpUrl === null ? undefined : createSmtpSender({ smtpUrl, from });
  if (sendBySmtp === undefined && !config.mail.mailbox)
    log.warn('SMTP_URL is not set: mail waits in the database');

  /** Defines a job that sends a mail, which it may make just then; such jobs wait where mail has nowhere to go. */
  function define<P extends object>(type: string, work: MailWork<P>): void {
    if (sendBySmtp === undefined && !config.mail.mailbox) return;
    const options = { timeLimit: sendWithin, concurrency: AT_ONCE, giveUpAfter: TRIED_FOR };
    jobs.define(type, options, (payload: P, { id, signal }) => {
      const send = (mail: Mail) =>
        sendBySmtp === undefined
          ? keep(mail, false)
          : sendBySmtp(mail, { messageId: `<${id}@${messageIdHost}>`, signal });
      return work(payload, send, id);
    });
  }

  define('mail', async (job: MailJob, send, id) => {
    if (job.void) return;
    if (job.expiresAt !== null && job.expiresAt <= now()) {
      log.warn({ job: id }, 'a mail came too late and was not sent');
      return;
    }
    const mail = open(job);
    if (mail === null) throw new PermanentJobError('The mail cannot be opened with the present JWT_SECRET');
    await send(mail);
  });

  function open({ to, sealed }: Pick<MailJob, 'to' | 'sealed'>): Mail | null {
    const rest = unseal(config.secrets.mail, PURPOSE, sealed);
    return rest === undefined ? null : { to, ...(rest as Omit<Mail, 'to'>) };
  }

  const sealed = ({ to: _, ...rest }: Mail): string => seal(config.secrets.mail, PURPOSE, rest);

  async function keep(mail: Mail, isVoid: boolean): Promise<void> {
    const createdAt = now();
    const expiresAt = new Date(createdAt.getTime() + (isVoid ? VOID_FOR : KEPT_FOR));
    await mailbox.create([{ to: mail.to, sealed: sealed(mail), void: isVoid, createdAt, expiresAt }]);
  }

  async function put(mail: Mail, isVoid: boolean, expiresAt: Date | null = null): Promise<void> {
    if (config.mail.mailbox) return keep(mail, isVoid);
    const job: MailJob = { to: mail.to, sealed: sealed(mail), void: isVoid, expiresAt };
    await jobs.add('mail', job);
  }

  return {
    define,
    /**
     * Puts a mail into the queue; once this resolves it is not lost. Call it after the write that it tells of.
     * @param expiresAt when it has lost its use and is sent no more
     */
    enqueue: (mail: Mail, expiresAt?: Date) => put(mail, false, expiresAt),
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
