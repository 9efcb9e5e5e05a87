import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.js';
import { PermanentJobError } from '../jobs/job-run.js';
import { SECOND } from '../time.js';

/** A mail as it is written. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Beside the usual ones. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * Hands a mail to a mail server.
 * @param messageId the same for every try, so that a mail sent twice is recognised as one
 * @throws PermanentJobError where the server will never take it, any other error where it may
 */
export type SendMail = (mail: Mail, options: { messageId: string; signal: AbortSignal }) => Promise<void>;

interface SmtpFailure {
  code?: string;
  command?: string;
  responseCode?: number;
}

/**
 * Sends to the server of SMTP_URL, whose query may set any option of nodemailer. Each mail has a connection of its
 * own, which its signal closes: a server that answers without end holds up none of the others.
 */
export function createSmtpSender({
  smtpUrl,
  from,
}: { smtpUrl: string } & Pick<Config['mail'], 'from'>): SendMail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 20 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, subject, text, html, headers }, { messageId, signal }) => {
    try {
      await transport.sendMail({
        from,
        // As an object: an address is one recipient, whatever characters it holds.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
        headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
        signal,
      });
    } catch (error) {
      throw toJobError(error as SmtpFailure);
    }
  };
}

/**
 * A server's final refusal of this recipient or text ends the mail. A refusal of our sign-in or sender is a fault of
 * the configuration, which somebody may mend. Neither carries the server's words, which may name the recipient.
 */
function toJobError({ code = 'unknown', command = 'none', responseCode = 0 }: SmtpFailure): Error {
  const message = `The mail server did not take it: ${code}, answer ${responseCode} to ${command}`;
  const isFinal = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
  return isFinal ? new PermanentJobError(message) : new Error(message);
}
