import { unsubscribeDigest, type Notification, type Person } from '@social-feed/contracts';
import { andOthers, wordsOf } from '@social-feed/contracts/notification-words';
import { Types } from 'mongoose';
import { holdsAddress } from '../../platform/mail/layout.js';
import { openMailToken } from '../../platform/mail/mail-token.js';
import { seal } from '../../platform/seal.js';
import { digestMail } from '../../platform/mail/templates.js';
import type { Platform } from '../../platform/platform.js';
import type { Users } from '../users/users.feature.js';
import type { Inbox } from './inbox.js';
import type { createSettings, OwnDigest } from './settings.js';

/** The job that makes and sends one. */
const DIGEST = 'digest';
const LOOK_EVERY = 5 * 60_000;
/** Digests of one run; the next run follows at once where there are more. */
const AT_ONCE = 100;
/** Notifications that one mail names; of more it shows where they are. */
const NAMED = 10;
const PURPOSE = 'end of the digests';

/** Where somebody ends their digests, without being signed in. @param key secret that seals what mails hold */
export const unsubscribePath = (key: Buffer, user: string): string =>
  `/api${unsubscribeDigest.path}?token=${seal(key, PURPOSE, { user })}`;

interface DigestsDeps extends Pick<Platform, 'config' | 'jobs' | 'mail' | 'now'> {
  users: Pick<Users, 'get'>;
  inbox: Pick<Inbox, 'unreadOf'>;
  settings: ReturnType<typeof createSettings>;
}

/** Mails with what is not read, for those who ask for them. */
export function createDigests({ users, inbox, settings, config, jobs, mail, now }: DigestsDeps) {
  const { webOrigin, apiOrigin, secrets } = config;

  function itemOf(notification: Notification): { text: string; url: string } {
    const { people, post, comment } = notification;
    const [first] = people;
    const shown = withoutAddresses(notification);
    const { did, title } = wordsOf(shown);
    const text = [shown.people[0]!.fullName, andOthers(shown), did, title];
    const at = comment === null ? '' : `?comment=${comment}`;
    const path = post === null ? encodeURIComponent(first!.userName) : `p/${post._id}${at}`;
    return { text: text.filter((part) => part !== '').join(' '), url: `${webOrigin}/${path}` };
  }

  /** The mail for somebody; `null` where nothing is new, they are gone or suspended, or their address is unproved. */
  async function makeMail({ _id, digest, digestFrom }: OwnDigest, until: Date) {
    const user = await users.get(_id);
    if (user === null || (user.suspendedAt ?? null) !== null || user.confirmEmail === true) return null;
    const unread = await inbox.unreadOf(_id.toHexString());
    const news = unread.filter(({ at }) => new Date(at) >= digestFrom && new Date(at) < until);
    if (news.length === 0) return null;
    return digestMail({
      to: user.email,
      fullName: user.fullName,
      period: digest === 'daily' ? 'day' : 'week',
      items: news.slice(0, NAMED).map(itemOf),
      allUrl: `${webOrigin}/notifications`,
      unsubscribeUrl: `${apiOrigin}${unsubscribePath(secrets.email, _id.toHexString())}`,
    });
  }

  // It is made when it is sent, which may be days later: it tells what holds by then, to whom it then concerns.
  mail.define(DIGEST, async ({ user }: { user: string }, send) => {
    const own = await settings.digestOf(new Types.ObjectId(user));
    if (own === null) return;
    const until = now();
    const letter = await makeMail(own, until);
    if (letter !== null) await send(letter);
    await settings.digestSent(own, until);
  });

  jobs.define('digests', { every: LOOK_EVERY }, async (_nothing: object, { signal }) => {
    const due = await settings.dueDigests(AT_ONCE);
    for (const one of due) {
      signal.throwIfAborted();
      const user = one._id.toHexString();
      // In this order none is lost where the process ends in between; by its key it is one job all the same.
      await jobs.add(DIGEST, { user }, { key: user });
      await settings.setNextDigest(one);
    }
    return due.length === AT_ONCE ? { runAt: now() } : undefined;
  });

  return {
    /** Whose mail carried a token. @throws AppError 400 for one that we did not make */
    recipientOf: (token: string): Types.ObjectId => {
      const { user } = openMailToken(secrets.email, PURPOSE, token) as { user: string };
      return new Types.ObjectId(user);
    },
  };
}

/**
 * A notification as a mail may show it. Strangers choose their names and the titles of their posts, so a mail shows none
 * that leads somewhere.
 */
function withoutAddresses(notification: Notification): Notification {
  const { people, post } = notification;
  const nameOf = ({ fullName, userName }: Person) =>
    [fullName, userName].find((name) => name !== '' && !holdsAddress(name)) ?? 'Somebody';
  return {
    ...notification,
    people: people.map((person) => ({ ...person, fullName: nameOf(person) })),
    post: post && { ...post, title: holdsAddress(post.title) ? '' : post.title },
  };
}
