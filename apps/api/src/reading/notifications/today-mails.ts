import type { Relations } from '../../community/relations/relations.feature.js';
import type { Post } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { mutedBy } from '@social-feed/contracts/words';
import { Types } from 'mongoose';
import { containsUrl, recipient } from '../../platform/mail/layout.js';
import { todayMail } from '../../platform/mail/news-mails.js';
import type { Platform } from '../../platform/platform.js';
import { excerpt } from '../../platform/text.js';
import type { People } from '../people/people.feature.js';
import type { Today } from '../today/today.feature.js';
import type { Users } from '../../community/users/users.feature.js';
import { defineDueMails } from './due-mails.js';
import { canBeMailed, nameWithoutAddress } from './mailable.js';
import type { createSettings } from './settings.js';
import { unsubscribePath } from './unsubscribing.js';

/** The job that makes and sends one mail. */
const TODAY_MAIL = 'today-mail';
const TITLE_MAX = 100;

export interface TodayMailsDeps extends Pick<Platform, 'config' | 'jobs' | 'mail' | 'now'> {
  users: Pick<Users, 'get'>;
  people: Pick<People, 'blockedBy' | 'mutedBy'>;
  relations: Pick<Relations, 'blockersAmong'>;
  today: Pick<Today, 'shown' | 'today'>;
  settings: ReturnType<typeof createSettings>;
}

/** Sends today's hand by mail once a day to users who asked for it. */
export function createTodayMails({
  users,
  people,
  relations,
  today,
  settings,
  config,
  jobs,
  mail,
  now,
}: TodayMailsDeps) {
  const { webOrigin, apiOrigin, secrets } = config;

  /** The posts of a day's hand that a user would see in the app, where the browser hides blocked people and muted words. */
  async function postsFor(user: Types.ObjectId, day: string): Promise<{ seed: number; posts: Post[] }> {
    const userId = user.toHexString();
    const { hand, data } = await today.shown(day, userId);
    const authors = data.map((post) => post.user._id);
    const [blocked, blockers, muted] = await Promise.all([
      people.blockedBy(user),
      relations.blockersAmong(authors, userId),
      people.mutedBy(user),
    ]);
    const isMuted = mutedBy(muted);
    const isHidden = (post: Post) =>
      blocked.has(post.user._id) || blockers.has(post.user._id) || isMuted(post);
    const posts = data.filter((post) => post.user._id === userId || !isHidden(post));
    return { seed: hand.seed, posts };
  }

  /** Returns the mail for a user, or `null` if there is nothing to show or the user may get no mails. */
  async function makeMail(_id: Types.ObjectId, day: string) {
    const user = await users.get(_id);
    if (!canBeMailed(user)) return null;
    const { seed, posts } = await postsFor(_id, day);
    if (posts.length === 0) return null;
    return todayMail({
      ...recipient(user),
      day: new Date(day),
      seed,
      items: posts.map((post) => ({
        text: () => nameOf(post),
        by: () => nameWithoutAddress(post.user),
        url: `${webOrigin}/p/${post._id}`,
      })),
      pageUrl: `${webOrigin}/today?date=${day}`,
      unsubscribeUrl: apiOrigin + unsubscribePath(secrets.email, { user: _id.toHexString(), of: 'today' }),
    });
  }

  // The mail is made when it is sent, so that it shows the state and the recipient of that time.
  mail.define(TODAY_MAIL, async ({ user }: { user: string }, send) => {
    const own = await settings.todayMailOf(new Types.ObjectId(user));
    const day = today.today();
    if (own === null || own.todaySent === day) return;
    const letter = await makeMail(own._id, day);
    // After a crash before the next line it is sent again with the same id.
    if (letter !== null) await send(letter, `today-${day}-${user}`);
    await settings.todayMailSent(own, day);
  });

  defineDueMails(
    { jobs, now },
    {
      name: 'today-mails',
      mail: TODAY_MAIL,
      due: settings.dueTodayMails,
      setNext: settings.setNextTodayMail,
    },
  );
}

/** One line for a post. Other users choose its texts, so a mail must not turn them into links. */
function nameOf({ title, description, contentWarning }: Post): string {
  const lines =
    contentWarning === ''
      ? [title, description].map((text) => excerpt(text, TITLE_MAX))
      : [t`Content warning: ${contentWarning}`];
  return lines.find((text) => text !== '' && !containsUrl(text)) ?? t`A post`;
}
