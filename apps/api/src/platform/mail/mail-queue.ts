import { Types } from 'mongoose';
import type { Logger } from 'pino';
import type { Background } from '../jobs/background.js';
import type { Config } from '../config/config.js';
import { native } from '../db/native.js';
import type { Models } from '../../models.js';
import { Periodic } from '../jobs/periodic.js';
import { seal, unseal } from '../seal.js';
import type { MailRecord } from './mail.model.js';
import { createSmtpSender, type Mail, type MailSender } from './smtp.js';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
/** How long a mail is tried before it is given up. */
const TRIED_FOR = 3 * DAY;
const KEPT_FOR = 7 * DAY;
/** Longer than all time limits of one try together. */
const LEASE = 120 * SECOND;
const FIRST_PAUSE = 5 * SECOND;
const LONGEST_PAUSE = 60 * SECOND;
/** Mails under way at once. */
const LANES = 4;
const LOOK_EVERY = 5 * SECOND;
const MAILBOX_MAX = 200;
const PURPOSE = 'mail';

/** A mail as the dev mailbox shows it (design §2). */
export interface KeptMail extends Mail {
  date: Date;
}

interface Parts {
  config: Pick<Config, 'mail' | 'secrets' | 'webOrigin'>;
  models: Pick<Models, 'Mail'>;
  now: () => Date;
  log: Logger;
  background: Background;
}

/** Milliseconds until the next try: 5 s, doubling to a minute, so that mail flows soon after the server is back. */
export const pauseAfter = (attempts: number): number =>
  Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(attempts - 1, 10));

/**
 * Mail waits in the database until the mail server has taken it (security 9): it survives an outage of the server and
 * the end of this process. Any process of the service may deliver it; one that dies while it tries loses its lease.
 */
export class MailQueue {
  private readonly mails;
  private readonly sender: MailSender | undefined;
  private readonly work: Periodic;
  private isRunning = false;

  constructor(private readonly parts: Parts) {
    const { smtpUrl, from } = parts.config.mail;
    this.mails = native(parts.models.Mail);
    this.sender = smtpUrl === null ? undefined : createSmtpSender({ smtpUrl, from });
    parts.background.register({ name: 'mail server', dispose: () => this.sender?.close() });
    this.work = new Periodic({
      name: 'mail delivery',
      every: LOOK_EVERY,
      run: () => this.deliverDue(),
      log: parts.log,
    });
  }

  /** Puts a mail into the queue; once this resolves it is not lost. Call it after the write that it tells of. */
  async enqueue(mail: Mail): Promise<void> {
    await this.insert(mail, this.parts.config.mail.mailbox ? 'kept' : 'queued');
    if (this.isRunning) this.work.nudge();
  }

  /** Does the work of `enqueue` for a mail that nobody is to get, so that its time tells nothing (security 9). */
  async enqueueNothing(mail: Mail): Promise<void> {
    await this.insert(mail, 'void');
  }

  /** Delivers by itself from now on, here and in every other process that does so. */
  start(): void {
    if (this.sender === undefined) {
      if (!this.parts.config.mail.mailbox)
        this.parts.log.warn('SMTP_URL is not set: mail waits in the database');
      return;
    }
    this.isRunning = true;
    this.parts.background.register(this.work);
    this.work.start();
  }

  /** Tries every mail that is due once. */
  async deliverDue(): Promise<void> {
    const { sender } = this;
    if (sender === undefined) return;
    const drain = async () => {
      for (let mail = await this.claim(); mail !== null; mail = await this.claim()) {
        await this.deliver(sender, mail);
      }
    };
    await Promise.all(Array.from({ length: LANES }, drain));
  }

  /** What the dev mailbox keeps, the latest first; nothing in production. */
  async kept(to?: string): Promise<KeptMail[]> {
    if (!this.parts.config.mail.mailbox) return [];
    const records = await this.mails
      .find({ state: 'kept', ...(to === undefined ? {} : { to }) })
      .sort({ dueAt: -1, _id: -1 })
      .limit(MAILBOX_MAX)
      .toArray();
    return records.flatMap((record) => {
      const mail = this.open(record);
      return mail === null ? [] : [{ ...mail, date: record.createdAt }];
    });
  }

  private async insert(mail: Mail, state: MailRecord['state']): Promise<void> {
    const now = this.parts.now();
    const lasts = { queued: TRIED_FOR, kept: KEPT_FOR, void: 60 * SECOND }[state];
    const { to, ...rest } = mail;
    await this.mails.insertOne({
      _id: new Types.ObjectId(),
      to,
      sealed: seal(this.parts.config.secrets.mail, PURPOSE, rest),
      state,
      attempts: 0,
      dueAt: now,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lasts),
    });
  }

  private open(record: MailRecord): Mail | null {
    const rest = unseal(this.parts.config.secrets.mail, PURPOSE, record.sealed);
    return rest === undefined ? null : { to: record.to, ...(rest as Omit<Mail, 'to'>) };
  }

  private async claim(): Promise<MailRecord | null> {
    const now = this.parts.now();
    return this.mails.findOneAndUpdate(
      { state: 'queued', dueAt: { $lte: now } },
      { $set: { dueAt: new Date(now.getTime() + LEASE) }, $inc: { attempts: 1 } },
      { sort: { dueAt: 1 }, returnDocument: 'after' },
    );
  }

  private async deliver(sender: MailSender, record: MailRecord): Promise<void> {
    const { config, log, now } = this.parts;
    // The number of the try guards the record: whoever took over after the lease counts on.
    const mine = { _id: record._id, attempts: record.attempts };
    const mailId = record._id.toHexString();
    const mail = this.open(record);
    if (mail === null) {
      log.error({ mailId }, 'a mail cannot be opened with the present JWT_SECRET: dropped');
      await this.mails.deleteOne(mine);
      return;
    }
    try {
      await sender.send(mail, `<${mailId}@${new URL(config.webOrigin).hostname}>`);
    } catch (error) {
      const dueAt = new Date(now().getTime() + pauseAfter(record.attempts));
      await this.mails.updateOne(mine, { $set: { dueAt } });
      const reason = error instanceof Error && 'code' in error ? error.code : 'unknown';
      log.warn({ mailId, attempts: record.attempts, reason, dueAt }, 'a mail could not be sent yet');
      return;
    }
    await this.mails.deleteOne(mine);
  }
}
