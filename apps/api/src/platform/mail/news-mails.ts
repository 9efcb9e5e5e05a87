import { oneLine } from '../text.js';
import { renderLetter, type Recipient } from './layout.js';
import type { Mail } from './smtp.js';

/**
 * Notifies the author of a scheduled post that it was refused.
 * @param title the start of the post; may be empty
 */
export const scheduledRefusedMail = ({
  title,
  problem,
  draftsUrl,
  ...to
}: Recipient & { title: string; problem: string; draftsUrl: string }): Mail =>
  renderLetter({
    ...to,
    subject: 'Your post was not published',
    blocks: [
      `Its time came, but your post${title === '' ? '' : ` “${title}”`} could not be published: ${problem}`,
      `It is among your drafts: ${draftsUrl}`,
    ],
    footer: 'You get this mail because you chose to publish a post later.',
  });

/** RFC 8058. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

interface DigestMail {
  /** The time that it covers, e.g. `week`. */
  period: string;
  /** New notifications as text, latest first. */
  items: readonly { text: string; url: string }[];
  /** Link to all notifications. */
  allUrl: string;
  /** Unsubscribes from these mails: a page for users, and a single call for mail programs (RFC 8058). */
  unsubscribeUrl: string;
}

/** Lists unread notifications for a user who subscribed to this mail. The texts come from other users. */
export const digestMail = ({
  period,
  items,
  allUrl,
  unsubscribeUrl,
  ...to
}: Recipient & DigestMail): Mail => ({
  ...renderLetter({
    ...to,
    subject: `What is new for you ${period === 'day' ? 'today' : `this ${period}`}`,
    blocks: [
      'You have not read this yet:',
      ...items.map(({ text, url }) => ({ text: oneLine(text), url })),
      { text: 'See all notifications', url: allUrl },
      { text: 'Stop these mails', url: unsubscribeUrl },
    ],
    footer: `You get this mail once a ${period}, as you set it in your settings.`,
  }),
  headers: unsubscribeHeaders(unsubscribeUrl),
});

interface TodayMail extends Pick<DigestMail, 'unsubscribeUrl'> {
  items: readonly { text: string; by: string; url: string }[];
  /** Start of the day, in UTC. */
  day: Date;
  /** Seed of the hand. */
  seed: number;
  /** Link to the page of that day. */
  pageUrl: string;
}

const longDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Lists the posts of a day for a user who subscribed to this mail. The texts come from other users. */
export const todayMail = ({
  day,
  seed,
  items,
  pageUrl,
  unsubscribeUrl,
  ...to
}: Recipient & TodayMail): Mail => ({
  ...renderLetter({
    ...to,
    subject: `Today's hand, ${longDay.format(day)}`,
    blocks: [
      `The posts of ${longDay.format(day)}, drawn by chance, the same for everybody:`,
      { shuffle: seed },
      ...items.map(({ text, by, url }, index) => ({
        text: `${index + 1}. ${oneLine(text)}`,
        by: oneLine(by),
        url,
      })),
      { text: 'Read them one after the other', url: pageUrl },
      { text: 'Stop these mails', url: unsubscribeUrl },
    ],
    footer: 'You get this mail once a day, as you set it in your settings.',
  }),
  headers: unsubscribeHeaders(unsubscribeUrl),
});
