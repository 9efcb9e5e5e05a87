import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.js';
import { PermanentJobError } from '../jobs/job-run.js';
import { SECOND } from '../time.js';

/** The content of a mail. */
export interface Mail {
  to: string;
  /** Name of the sender; absent if MAIL_FROM contains it. */
  fromName?: string;
  subject: string;
  text: string;
  html: string;
  /** In addition to the usual headers. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * Delivers a mail to a mail server.
 * @param messageId the same on every attempt, so that duplicates can be recognised
 * @throws PermanentJobError if the server will never accept it, any other error if it may
 */
export type SendMail = (mail: Mail, options: { messageId: string; signal: AbortSignal }) => Promise<void>;

/** No mail is to be answered by a program. Exchange heeds its own header only; notices of failed delivery still come. */
const FOR_PROGRAMS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' };

interface SmtpFailure {
  code?: string;
  command?: string;
  responseCode?: number;
}

/**
 * Returns how the mail server is greeted: by the web app's host. In a container nodemailer would say [127.0.0.1], which
 * strict servers refuse. Undefined without a name of the internet, or if SMTP_URL says one.
 */
function greetingName(smtpUrl: string, webOrigin: string): string | undefined {
  const { hostname } = new URL(webOrigin);
  const isName = hostname.includes('.') && isIP(hostname) === 0;
  return isName && !new URL(smtpUrl).searchParams.has('name') ? hostname : undefined;
}

/**
 * Sends to the server in SMTP_URL, whose query may set any nodemailer option. Each mail uses its own connection,
 * which its signal closes, so that a server that never finishes a response does not block other mails.
 */
export function createSmtpSender({
  smtpUrl,
  from,
  webOrigin,
}: { smtpUrl: string } & Pick<Config['mail'], 'from'> & Pick<Config, 'webOrigin'>): SendMail {
  const name = greetingName(smtpUrl, webOrigin);
  const transport = createTransport({
    url: smtpUrl,
    ...(name !== undefined && { name }),
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 20 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, fromName, subject, text, html, headers }, { messageId, signal }) => {
    try {
      await transport.sendMail({
        // As objects, so that special characters are no syntax and cannot add recipients.
        from: { name: fromName ?? from.name, address: from.address },
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
        headers: { ...headers, ...FOR_PROGRAMS },
        signal,
      });
    } catch (error) {
      throw toJobError(error as SmtpFailure);
    }
  };
}

/**
 * If the server permanently rejects this recipient or text, the mail is dropped. If it rejects our login or sender,
 * the configuration is wrong, so the mail is retried. Neither error includes the server's message, which may name
 * the recipient.
 */
function toJobError({ code = 'unknown', command = 'none', responseCode = 0 }: SmtpFailure): Error {
  const message =
    responseCode === 0
      ? `There is no connection to the mail server: ${code}`
      : `The mail server did not take it: ${code}, answer ${responseCode} to ${command}`;
  const isFinal = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
  return isFinal ? new PermanentJobError(message) : new Error(message);
}
