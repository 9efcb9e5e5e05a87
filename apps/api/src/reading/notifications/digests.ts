import { DIGESTS, profilePath, type Notification } from '@social-feed/contracts';
import { sentenceOf } from '@social-feed/contracts/notification-words';
import { mutedBy } from '@social-feed/contracts/words';
import { Types } from 'mongoose';
import { containsUrl, recipient } from '../../platform/mail/layout.js';
import { digestMail } from '../../platform/mail/news-mails.js';
import type { Platform } from '../../platform/platform.js';
import type { Users } from '../../community/users/users.feature.js';
import type { People } from '../people/people.feature.js';
import type { Inbox } from './inbox.js';
import { defineDueMails } from './due-mails.js';
import { canBeMailed, nameWithoutAddress } from './mailable.js';
import type { createSettings, OwnDigest } from './settings.js';
import { unsubscribePath } from './unsubscribing.js';

/** The job that makes and sends one digest. */
const DIGEST = 'digest';
/** Notifications listed in one mail; a link leads to the rest. */
const NAMED = 10;

interface DigestsDeps extends Pick<Platform, 'config' | 'jobs' | 'mail' | 'now'> {
  users: Pick<Users, 'get'>;
  people: Pick<People, 'mutedBy'>;
  inbox: Pick<Inbox, 'unreadOf'>;
  settings: ReturnType<typeof createSettings>;
}

/** Mails with unread notifications, for users who subscribed. */
export function createDigests({ users, people, inbox, settings, config, jobs, mail, now }: DigestsDeps) {
  const { webOrigin, apiOrigin, secrets } = config;

  function itemOf(notification: Notification): { text: () => string; url: string } {
    const { people: doers, post, comment } = notification;
    const [first] = doers;
    const at = comment === null ? '' : `?comment=${comment}`;
    const path = post === null ? profilePath(first!.userName) : `/p/${post._id}${at}`;
    return { text: () => sentenceOf(withoutAddresses(notification)), url: webOrigin + path };
  }

  /**
   * Returns the mail for a user, or `null` if nothing is new, the user is suspended or deleted, or the address is
   * unconfirmed.
   */
  async function makeMail({ _id, digest, digestFrom }: OwnDigest, until: Date) {
    const user = await users.get(_id);
    if (!canBeMailed(user)) return null;
    const unread = await inbox.unreadOf(_id.toHexString());
    const news = unread.filter(({ at }) => new Date(at) >= digestFrom && new Date(at) < until);
    if (news.length === 0) return null;
    const isMuted = mutedBy(await people.mutedBy(_id));
    return digestMail({
      ...recipient(user),
      period: DIGESTS[digest].period,
      items: news.slice(0, NAMED).map((each) => itemOf(withoutMuted(each, isMuted))),
      allUrl: `${webOrigin}/notifications`,
      unsubscribeUrl: `${apiOrigin}${unsubscribePath(secrets.email, { user: _id.toHexString() })}`,
    });
  }

  // The mail is made when it is sent, which may be days later, so that it shows the state and the recipient of that
  // time.
  mail.define(DIGEST, async ({ user }: { user: string }, send) => {
    const own = await settings.digestOf(new Types.ObjectId(user));
    if (own === null) return;
    const until = now();
    const letter = await makeMail(own, until);
    if (letter !== null) await send(letter);
    await settings.digestSent(own, until);
  });

  defineDueMails(
    { jobs, now },
    {
      name: 'digests',
      mail: DIGEST,
      due: settings.dueDigests,
      setNext: (one) => settings.setNextDigest(one),
    },
  );
}

/** Returns a notification without the title of a post of others with a muted word in it. */
const withoutMuted = (notification: Notification, isMuted: ReturnType<typeof mutedBy>): Notification => {
  const { kind, post } = notification;
  const isOwn = kind === 'like' || kind === 'comment';
  return isOwn || post === null || !isMuted(post)
    ? notification
    : { ...notification, post: { ...post, title: '' } };
};

/**
 * Returns a notification without links. Other users choose their names and post titles, so a mail must not turn
 * these into links.
 */
function withoutAddresses(notification: Notification): Notification {
  const { people, post } = notification;
  return {
    ...notification,
    people: people.map((person) => ({ ...person, fullName: nameWithoutAddress(person) })),
    post: post && { ...post, title: containsUrl(post.title) ? '' : post.title },
  };
}
