import { ConfigError, type Env } from './env.js';

export interface MailConfig {
  /** `null` where no mail server is set. */
  smtpUrl: string | null;
  /** Sender of every mail. */
  from: string;
  /** Whether mail is kept and shown at /dev/mailbox instead of being sent; never in production. */
  mailbox: boolean;
  /** Milliseconds for one try to hand a mail to the server. */
  sendWithin: number;
}

/** @throws ConfigError where SMTP_URL is no address of a mail server */
export function mailConfig(env: Env, production: boolean, webOrigin: string): MailConfig {
  const smtpUrl = env.SMTP_URL ?? null;
  if (smtpUrl !== null && !(/^smtps?:\/\/./i.test(smtpUrl) && URL.canParse(smtpUrl))) {
    throw new ConfigError('SMTP_URL must be an address such as smtp://user:password@mail.example.org:587.');
  }
  const from = env.MAIL_FROM ?? `Social Feed <no-reply@${new URL(webOrigin).hostname}>`;
  return { smtpUrl, from, mailbox: smtpUrl === null && !production, sendWithin: 60_000 };
}
