import { canonicalEmail } from '@social-feed/contracts';
import { randomUUID } from 'node:crypto';
import { Schema, type Connection, type InferSchemaType, type Model } from 'mongoose';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { modelOf } from '../db/record.js';
import { PermanentJobError } from '../jobs/job-run.js';
import type { Jobs } from '../jobs/jobs.js';
import { seal, unseal } from '../seal.js';
import { writeIn, type Languages } from '../writing.js';
import { withInstanceName, type Letter } from './layout.js';
import { createSmtpSender, type Mail } from './smtp.js';
import { withTimeout } from '../with-timeout.js';
import { DAY, later } from '../time.js';

/** How long a mail is retried. */
const TRIED_FOR = 3 * DAY;
/** Maximum concurrent deliveries. */
const AT_ONCE = 4;
/** How long the dev mailbox stores a mail. */
const KEPT_FOR = 7 * DAY;
/** Expiry of a mail that must not be sent. */
const NEVER_USEFUL = new Date(0);
const MAILBOX_MAX = 200;
const PURPOSE = 'mail';

/** A mail as shown by the dev mailbox. */
export interface MailboxMail extends Mail {
  date: Date;
}

/** A queued mail. It is encrypted, so that a copy of the database reveals no one-time codes. */
interface MailJob {
  to: string;
  sealed: string;
  expiresAt: Date | null;
  id: string;
}

export interface MailOptions {
  /** After this time it is not sent. */
  expiresAt?: Date;
  /** ID of a mail that may be enqueued twice: the queue holds it once, and its Message-ID stays the same. */
  id?: string;
}

/** Renders a mail and sends it. Like any job it may run again for a mail that was already sent. */
type MailWork<P> = (
  payload: P,
  send: (mail: Letter | Mail, id?: string) => Promise<void>,
  job: string,
) => Promise<void>;

/** A mail stored by the dev mailbox instead of sent. Subject and text are encrypted. */
const schema = new Schema({
  to: { type: String, required: true },
  sealed: { type: String, required: true },
  createdAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
});
schema.index({ createdAt: -1 });
type KeptMailRecord = InferSchemaType<typeof schema>;
export const mailModel = modelOf<KeptMailRecord>('Mail', 'mails', schema, {
  backup: 'kept',
  ofUser: null,
  expires: { at: 'expiresAt' },
});

interface MailerDeps {
  connection: Connection;
  config: Pick<Config, 'mail' | 'secrets' | 'webOrigin'>;
  jobs: Pick<Jobs, 'define' | 'add'>;
  /** Returns the name of the instance, for texts and for the sender if MAIL_FROM is unset, and its language. */
  instance: () => Promise<{ name: string; language: string }>;
  languages: Languages;
  now: () => Date;
  log: Logger;
  /** Called after each attempt to hand a mail to the mail server. */
  onAttempt?: ((outcome: 'sent' | 'failed') => void) | undefined;
}

interface Post extends MailerDeps {
  /** The dev mailbox. */
  mailbox: Model<KeptMailRecord>;
  /** Missing if there is no mail server. */
  sendBySmtp?: ReturnType<typeof createSmtpSender>;
}

const messageIdOf = ({ config }: Post, id: string) => `<${id}@${new URL(config.webOrigin).hostname}>`;

function define<P extends object>(post: Post, type: string, work: MailWork<P>): void {
  const { config, jobs, sendBySmtp, onAttempt } = post;
  if (sendBySmtp === undefined && !config.mail.mailbox) return;
  const options = { timeLimit: config.mail.sendWithin, concurrency: AT_ONCE, giveUpAfter: TRIED_FOR };
  jobs.define(type, options, (payload: P, { id: job, signal }) => {
    const send = async (given: Letter | Mail, id = job) => {
      const mail = await named(post, await written(post, given));
      if (sendBySmtp === undefined) return keep(post, mail);
      try {
        await sendBySmtp(mail, { messageId: messageIdOf(post, id), signal });
      } catch (error) {
        onAttempt?.('failed');
        throw error;
      }
      onAttempt?.('sent');
    };
    return work(payload, send, job);
  });
}

/** Writes a letter in the language of its recipient, otherwise in that of the instance. */
async function written({ instance, languages }: Post, mail: Letter | Mail): Promise<Mail> {
  if (!('write' in mail)) return mail;
  const { language } = await instance();
  return writeIn(languages.first([...(mail.wanted ?? []), language]), mail.write);
}

async function named({ config, instance }: Post, mail: Mail): Promise<Mail> {
  const { name } = await instance();
  return withInstanceName(config.mail.isFromGiven ? mail : { ...mail, fromName: name }, name);
}

function open({ config }: Post, { to, sealed }: Pick<MailJob, 'to' | 'sealed'>): Mail | null {
  const rest = unseal(config.secrets.mail, PURPOSE, sealed);
  return rest === undefined ? null : { to, ...(rest as Omit<Mail, 'to'>) };
}

const sealed = ({ config }: Post, { to: _, ...rest }: Mail): string =>
  seal(config.secrets.mail, PURPOSE, rest);

async function keep(post: Post, mail: Mail, until = later(post.now(), KEPT_FOR)): Promise<void> {
  const record = { to: mail.to, sealed: sealed(post, mail), createdAt: post.now(), expiresAt: until };
  await post.mailbox.create([record]);
}

async function enqueue(
  post: Post,
  given: Letter | Mail,
  { expiresAt, id = randomUUID() }: MailOptions = {},
): Promise<void> {
  const mail = await written(post, given);
  // The mailbox also shows mail that expired in the queue.
  if (post.config.mail.mailbox)
    return keep(post, await named(post, mail), expiresAt === NEVER_USEFUL ? expiresAt : undefined);
  const job: MailJob = { to: mail.to, sealed: sealed(post, mail), expiresAt: expiresAt ?? null, id };
  await post.jobs.add('mail', job, { key: id });
}

async function sendNow(post: Post, given: Letter): Promise<'sent' | 'kept' | 'none'> {
  const { config, sendBySmtp } = post;
  const mail = await named(post, await written(post, given));
  if (sendBySmtp !== undefined) {
    const messageId = messageIdOf(post, randomUUID());
    await withTimeout(config.mail.sendWithin, undefined, (signal) => sendBySmtp(mail, { messageId, signal }));
    return 'sent';
  }
  if (!config.mail.mailbox) return 'none';
  await keep(post, mail);
  return 'kept';
}

async function kept(post: Post, to?: string): Promise<MailboxMail[]> {
  const { config, mailbox, now } = post;
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
    const mail = open(post, record);
    return mail === null ? [] : [{ ...mail, date: record.createdAt }];
  });
}

export type Mailer = ReturnType<typeof createMailer>;

/**
 * Queues mail as jobs until the mail server has accepted it. Without a mail server the dev mailbox stores it;
 * without either, mail stays in the queue.
 */
export function createMailer(deps: MailerDeps) {
  const { connection, config, now, log } = deps;
  const { smtpUrl, from } = config.mail;
  const post: Post = { ...deps, mailbox: mailModel(connection) };
  if (smtpUrl !== null) post.sendBySmtp = createSmtpSender({ smtpUrl, from, webOrigin: config.webOrigin });
  else if (!config.mail.mailbox) log.warn('SMTP_URL is not set: mail waits in the database');

  define(post, 'mail', async ({ expiresAt, id, ...closed }: MailJob, send, job) => {
    if (expiresAt !== null && expiresAt <= now()) {
      if (expiresAt > NEVER_USEFUL) log.warn({ job }, 'a mail came too late and was not sent');
      return;
    }
    const mail = open(post, closed);
    if (mail === null) throw new PermanentJobError('The mail cannot be opened with the present JWT_SECRET');
    await send(mail, id);
  });

  return {
    /**
     * Defines a job type that sends a mail, which it may render at that time. Its jobs wait if there is no mail
     * server or mailbox.
     */
    define: <P extends object>(type: string, work: MailWork<P>) => define(post, type, work),
    /** Adds a mail to the queue; it is durable when this resolves. Call it after the write that it reports. */
    enqueue: (mail: Letter | Mail, options?: MailOptions) => enqueue(post, mail, options),
    /**
     * Sends a mail past the queue. It is kept in the dev mailbox, or nowhere without that and a mail server.
     * @throws the mail server's error
     */
    sendNow: (mail: Letter) => sendNow(post, mail),
    /** Does the same work as `enqueue` without sending the mail, so that response times reveal nothing. */
    enqueueNothing: (mail: Letter) => enqueue(post, mail, { expiresAt: NEVER_USEFUL }),
    /** Returns the mails in the dev mailbox, latest first; none in production. */
    kept: (to?: string) => kept(post, to),
  };
}
