import { t } from '@social-feed/contracts/t';
import { oneLine, withoutBreaks } from '../text.js';
import { letter } from './layout.js';
import { longDay } from './times.js';

/**
 * Notifies the author of a scheduled post that it was refused.
 * @param title the start of the post; may be empty
 * @param problem says why
 */
export const scheduledRefusedMail = letter(
  ({ title, problem, draftsUrl }: { title: string; problem: () => string; draftsUrl: string }) => {
    const why = problem();
    return {
      subject: t`Your post was not published`,
      blocks: [
        title === ''
          ? t`Its time came, but your post could not be published: ${why}`
          : t`Its time came, but your post “${title}” could not be published: ${why}`,
        t`It is among your drafts: ${draftsUrl}`,
      ],
      footer: t`You get this mail because you chose to publish a post later.`,
    };
  },
);

/** RFC 8058. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

interface DigestMail {
  /** The time that it covers. */
  period: 'day' | 'week';
  /** New notifications, latest first; `text` says each in one line. */
  items: readonly { text: () => string; url: string }[];
  /** Link to all notifications. */
  allUrl: string;
  /** Unsubscribes from these mails: a page for users, and a single call for mail programs (RFC 8058). */
  unsubscribeUrl: string;
}

/** Lists unread notifications for a user who subscribed to this mail. The texts come from other users. */
export const digestMail = letter(({ period, items, allUrl, unsubscribeUrl }: DigestMail) => ({
  subject: period === 'day' ? t`What is new for you today` : t`What is new for you this week`,
  blocks: [
    t`You have not read this yet:`,
    ...items.map(({ text, url }) => ({ text: withoutBreaks(text()), url })),
    { text: t`See all notifications`, url: allUrl },
    { text: t`Stop these mails`, url: unsubscribeUrl },
  ],
  footer:
    period === 'day'
      ? t`You get this mail once a day, as you set it in your settings.`
      : t`You get this mail once a week, as you set it in your settings.`,
  headers: unsubscribeHeaders(unsubscribeUrl),
}));

interface TodayMail extends Pick<DigestMail, 'unsubscribeUrl'> {
  items: readonly { text: () => string; by: () => string; url: string }[];
  /** Start of the day, in UTC. */
  day: Date;
  /** Seed of the hand. */
  seed: number;
  /** Link to the page of that day. */
  pageUrl: string;
}

/** Lists the posts of a day for a user who subscribed to this mail. The texts come from other users. */
export const todayMail = letter(({ day, seed, items, pageUrl, unsubscribeUrl }: TodayMail) => {
  const date = longDay(day);
  return {
    subject: t`Today's hand, ${date}`,
    blocks: [
      t`The posts of ${date}, drawn by chance, the same for everybody:`,
      { shuffle: seed },
      ...items.map(({ text, by, url }, index) => ({
        text: `${index + 1}. ${withoutBreaks(text())}`,
        by: oneLine(by()),
        url,
      })),
      { text: t`Read them one after the other`, url: pageUrl },
      { text: t`Stop these mails`, url: unsubscribeUrl },
    ],
    footer: t`You get this mail once a day, as you set it in your settings.`,
    headers: unsubscribeHeaders(unsubscribeUrl),
  };
});
