import { createTransport } from 'nodemailer';
import type { MailConfig } from '../config/mail-config.js';

/** A mail as it is written. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands a mail to a mail server; rejects where the server does not take it. */
export interface MailSender {
  /** @param messageId the same for every try, so that a mail sent twice is recognised as one */
  send(mail: Mail, messageId: string): Promise<void>;
  close(): void;
}

const SECOND = 1000;
const CONNECTIONS = 4;

/** A pool of connections to the server of SMTP_URL, whose query may set any option of nodemailer. */
export function createSmtpSender({
  smtpUrl,
  from,
}: { smtpUrl: string } & Pick<MailConfig, 'from'>): MailSender {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 20 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text, html }, messageId) => {
      await transport.sendMail({
        from,
        // As an object: an address is one recipient, whatever characters it holds.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}
