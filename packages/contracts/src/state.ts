import * as z from 'zod/mini';
import { isoDate, objectId, plainAnswer, success } from './common.js';
import { endpoint } from './endpoint.js';
import { PAGE } from './limits.js';
import { ACT_NAMES } from './acts.js';
import { noteParts } from './note-parts.js';
import { cursorPage, listCursor, queryLimit } from './query-fields.js';

/** Where mail goes. Only a `server` delivers it; a `catcher` such as Mailpit and the `mailbox` of development show it. */
const MAIL_WAYS = ['server', 'catcher', 'mailbox', 'none'] as const;
export type MailWay = (typeof MAIL_WAYS)[number];

const state = z.object({
  version: z.string(),
  commit: z.nullable(z.string()),
  versionDate: z.nullable(isoDate),
  mail: z.object({ way: z.enum(MAIL_WAYS), waiting: z.number(), failing: z.number() }),
  jobs: z.object({
    waiting: z.number(),
    oldestSeconds: z.number(),
    failing: z.number(),
    givenUp: z.number(),
  }),
  backup: z.nullable(
    z.object({ everySeconds: z.number(), lastAt: z.nullable(isoDate), isLate: z.boolean() }),
  ),
  storage: z.object({
    isBucket: z.boolean(),
    usedBytes: z.number(),
    freeBytes: z.number(),
    keepFreeBytes: z.number(),
  }),
});
export type InstanceState = z.infer<typeof state>;

export const getState = endpoint('getState', { answer: z.object({ ...success, data: state }) });

const pages = { limit: queryLimit(20, PAGE.limitMax), cursor: listCursor };

const failedJob = z.object({
  _id: objectId(),
  type: z.string(),
  attempts: z.number(),
  error: z.string(),
  createdAt: isoDate,
  nextAt: z.nullable(isoDate),
});
export type FailedJob = z.infer<typeof failedJob>;

/** Background jobs whose last run failed, the newest first. */
export const listFailedJobs = endpoint('listFailedJobs', {
  query: z.object(pages),
  answer: cursorPage(failedJob),
});

/** Runs a failed job again at once. */
export const retryJob = endpoint('retryJob', {
  params: z.object({ jobId: objectId('Invalid job ID') }),
  answer: plainAnswer,
});

/** Sends a test mail to the caller's own address. */
export const sendTestMail = endpoint('sendTestMail', {
  answer: z.object({
    ...success,
    data: z.object({
      to: z.string(),
      outcome: z.enum(['sent', 'kept', 'none', 'failed']),
      error: z.nullable(z.string()),
    }),
  }),
});

const adminLogEntry = z.object({
  _id: objectId(),
  at: isoDate,
  adminName: z.string(),
  act: z.enum(ACT_NAMES),
  userName: z.nullable(z.string()),
  note: z.string(),
  parts: noteParts,
});
export type AdminLogEntry = z.infer<typeof adminLogEntry>;

/** What admins, moderators and the server's terminal did, the latest first. */
export const listAdminLog = endpoint('listAdminLog', {
  query: z.object(pages),
  answer: cursorPage(adminLogEntry),
});
