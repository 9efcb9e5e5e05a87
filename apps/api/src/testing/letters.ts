import { deviceWords } from '@social-feed/contracts';
import type { Letter } from '../platform/mail/layout.js';
import * as account from '../platform/mail/account-mails.js';
import { testMail } from '../platform/mail/host-mails.js';
import * as moderation from '../platform/mail/moderation-mails.js';
import * as news from '../platform/mail/news-mails.js';
import { waitingMail } from '../platform/mail/staff-mails.js';

/** What stands in mails besides their own words. */
export interface Values {
  name: string;
  /** What other people wrote. */
  text: string;
  url: string;
  at: Date;
}

/** A letter of each kind, and of each case that has words of its own. */
export function allLetters({ name, text, url, at }: Values): Record<string, Letter> {
  const to = { to: 'ada@example.org', fullName: name };
  const code = { ...to, code: '012345', goodUntil: at };
  const changed = { ...to, at, resetUrl: url, settingsUrl: url, providers: [] as string[] };
  const act = { ...to, message: '', until: null, resetUrl: url };
  const kinds = [
    'remove-post',
    'remove-comment',
    'mark-sensitive',
    'warn',
    'silence',
    'unsilence',
    'suspend',
    'reset-password',
  ] as const;
  const reported = (['post', 'comment', 'person'] as const).flatMap((kind) =>
    [null, text].flatMap((content) =>
      [[], ['Spam or a scam', 'Something else']].map((reasons) => ({ kind, content, reasons })),
    ),
  );
  const appeal = { ...to, message: text, loginUrl: url };
  const waiting = (['reports', 'appeals', 'applications'] as const).map((queue) => ({ queue, url }));
  const unsubscribeUrl = url;
  const letters: Letter[] = [
    account.otpMail(code),
    account.otpMail({ ...code, fullName: '' }),
    account.emailCodeMail(code),
    account.passwordChangedMail({ ...changed, how: 'code' }),
    account.passwordChangedMail({ ...changed, how: 'settings', providers: [text] }),
    account.passwordChangedMail({ ...changed, how: 'host', providers: [text, text] }),
    account.passwordRemovedMail({ ...to, providerName: text, resetUrl: url }),
    account.signInChangedMail({ ...to, what: () => deviceWords(`${text} on ${text}`), settingsUrl: url }),
    account.addressWantedMail(to),
    account.emailChangedMail({ ...to, at, undo: 'unconfirmed' }),
    account.emailChangedMail({ ...to, at, undo: 'returned' }),
    account.emailChangedMail({ ...to, at, undo: { url, until: at } }),
    account.emailRestoredMail({ ...to, at }),
    account.accountDeletedMail({ ...to, contact: '' }),
    account.accountDeletedMail({ ...to, contact: url }),
    account.newDeviceMail({ ...to, at, device: text, ip: '203.0.113.7', url }),
    testMail('ada@example.org'),
    ...kinds.flatMap((kind) => [
      moderation.actMail({ ...act, kind }),
      moderation.actMail({ ...act, kind, content: text, message: text, rule: text, until: at }),
    ]),
    ...reported.map((report) => moderation.actMail({ ...act, kind: 'warn', report })),
    moderation.appealMail({ ...appeal, accepted: true, until: null }),
    moderation.appealMail({ ...appeal, accepted: false, until: null }),
    moderation.appealMail({ ...appeal, accepted: false, until: at }),
    moderation.applicationMail({ ...appeal, approved: true }),
    moderation.applicationMail({ ...appeal, approved: false }),
    ...waiting.flatMap((one) => [
      waitingMail({ ...to, waiting: [{ ...one, count: 1 }], settingsUrl: url }),
      waitingMail({ ...to, waiting: [{ ...one, count: 1234 }], settingsUrl: url }),
    ]),
    waitingMail({ ...to, waiting: waiting.map((one) => ({ ...one, count: 2 })), settingsUrl: url }),
    news.scheduledRefusedMail({ ...to, title: '', problem: () => text, draftsUrl: url }),
    news.scheduledRefusedMail({ ...to, title: text, problem: () => text, draftsUrl: url }),
    ...(['day', 'week'] as const).map((period) =>
      news.digestMail({
        ...to,
        period,
        items: [{ text: () => deviceWords(`${text} on ${text}`), url }],
        allUrl: url,
        unsubscribeUrl,
      }),
    ),
    news.todayMail({
      ...to,
      day: at,
      seed: 4711,
      items: [{ text: () => text, by: () => text, url }],
      pageUrl: url,
      unsubscribeUrl,
    }),
  ];
  return Object.fromEntries(letters.map((letter, index) => [`${index}`, letter]));
}
