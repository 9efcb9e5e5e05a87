import { canonicalEmail } from '@social-feed/contracts';
import { randomUUID } from 'node:crypto';
import { Schema, type Connection, type InferSchemaType } from 'mongoose';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { modelOf } from '../db/record.js';
import { PermanentJobError } from '../jobs/job-run.js';
import type { Jobs } from '../jobs/jobs.js';
import { seal, unseal } from '../seal.js';
import { createSmtpSender, type Mail } from './smtp.js';
import { DAY } from '../time.js';

/** How long a mail is tried before it is given up. */
const TRIED_FOR = 3 * DAY;
/** Mails under way at once. */
const AT_ONCE = 4;
/** How long the dev mailbox keeps a mail. */
const KEPT_FOR = 7 * DAY;
/** When a mail that nobody is to get has lost its use. */
const NEVER_USEFUL = new Date(0);
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
  expiresAt: Date | null;
  id: string;
}

export interface MailOptions {
  /** When it has lost its use and is sent no more. */
  expiresAt?: Date;
  /** Of a mail that may be put into the queue again: there it is one mail, and once it was sent it has the same Message-ID. */
  id?: string;
}

/** Makes a mail and sends it. It may be called again for a mail that was sent already, as any job. */
type MailWork<P> = (
  payload: P,
  send: (mail: Mail, id?: string) => Promise<void>,
  job: string,
) => Promise<void>;

/** A mail that the dev mailbox keeps instead of a mail server. Subject and text are sealed. */
const schema = new Schema({
  to: { type: String, required: true },
  sealed: { type: String, required: true },
  createdAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
});
schema.index({ createdAt: -1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
type KeptMailRecord = InferSchemaType<typeof schema>;
export const mailModel = modelOf<KeptMailRecord>('Mail', 'mails', schema);

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
    jobs.define(type, options, (payload: P, { id: job, signal }) => {
      const send = (mail: Mail, id = job) =>
        sendBySmtp === undefined
          ? keep(mail)
          : sendBySmtp(mail, { messageId: `<${id}@${messageIdHost}>`, signal });
      return work(payload, send, job);
    });
  }

  define('mail', async ({ expiresAt, id, ...closed }: MailJob, send, job) => {
    if (expiresAt !== null && expiresAt <= now()) {
      if (expiresAt > NEVER_USEFUL) log.warn({ job }, 'a mail came too late and was not sent');
      return;
    }
    const mail = open(closed);
    if (mail === null) throw new PermanentJobError('The mail cannot be opened with the present JWT_SECRET');
    await send(mail, id);
  });

  function open({ to, sealed }: Pick<MailJob, 'to' | 'sealed'>): Mail | null {
    const rest = unseal(config.secrets.mail, PURPOSE, sealed);
    return rest === undefined ? null : { to, ...(rest as Omit<Mail, 'to'>) };
  }

  const sealed = ({ to: _, ...rest }: Mail): string => seal(config.secrets.mail, PURPOSE, rest);

  async function keep(mail: Mail, until = new Date(now().getTime() + KEPT_FOR)): Promise<void> {
    await mailbox.create([{ to: mail.to, sealed: sealed(mail), createdAt: now(), expiresAt: until }]);
  }

  async function enqueue(mail: Mail, { expiresAt, id = randomUUID() }: MailOptions = {}): Promise<void> {
    // The mailbox shows what came too late as well.
    if (config.mail.mailbox) return keep(mail, expiresAt === NEVER_USEFUL ? expiresAt : undefined);
    const job: MailJob = { to: mail.to, sealed: sealed(mail), expiresAt: expiresAt ?? null, id };
    await jobs.add('mail', job, { key: id });
  }

  return {
    define,
    /** Puts a mail into the queue; once this resolves it is not lost. Call it after the write that it tells of. */
    enqueue,
    /** Does the work of `enqueue` for a mail that nobody is to get, so that its time tells nothing. */
    enqueueNothing: (mail: Mail) => enqueue(mail, { expiresAt: NEVER_USEFUL }),
    /** What the dev mailbox keeps, the latest first; nothing in production. */
    async kept(to?: string): Promise<KeptMail[]> {
      if (!config.mail.mailbox) return [];
      const records = await mailbox
        .find({
          expiresAt: { $gt: now() },
          ...(to === undefined ? {} : { to: { $in: [to, canonicalEmail(to)] } }),
        })
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
