import { unsubscribeDigest, type Notification } from '@social-feed/contracts';
import { andOthers, wordsOf } from '@social-feed/contracts/notification-words';
import { Types } from 'mongoose';
import { openMailToken, sealMailToken } from '../../platform/mail/mail-token.js';
import { digestMail } from '../../platform/mail/templates.js';
import type { Platform } from '../../platform/platform.js';
import type { Users } from '../users/users.feature.js';
import type { Inbox } from './inbox.js';
import type { createSettings, DueDigest } from './settings.js';

const DIGESTS = 'digests';
const MINUTE = 60_000;
const LOOK_EVERY = 5 * MINUTE;
/** Digests of one run; the next run follows at once where there are more. */
const AT_ONCE = 100;
/** How long one that cannot be made waits. Milliseconds. */
const AGAIN_AFTER = 60 * MINUTE;
/** Notifications that one mail names; of more it shows where they are. */
const NAMED = 10;
const PURPOSE = 'end of the digests';

interface DigestsDeps extends Pick<Platform, 'config' | 'jobs' | 'mail' | 'now' | 'log'> {
  users: Pick<Users, 'get'>;
  inbox: Pick<Inbox, 'unreadOf'>;
  settings: ReturnType<typeof createSettings>;
}

/** Mails with what is not read, for those who ask for them. */
export function createDigests({ users, inbox, settings, config, jobs, mail, now, log }: DigestsDeps) {
  const { webOrigin, apiOrigin, secrets } = config;

  const unsubscribeUrl = (user: Types.ObjectId) => {
    const token = sealMailToken(secrets.email, PURPOSE, { user: user.toHexString() });
    return `${apiOrigin}/api${unsubscribeDigest.path}?token=${token}`;
  };

  function itemOf(notification: Notification): { text: string; url: string } {
    const { people, post, comment } = notification;
    const [first] = people;
    const { did, title } = wordsOf(notification);
    const text = [first!.fullName || first!.userName, andOthers(notification), did, title];
    const at = comment === null ? '' : `?comment=${comment}`;
    const path = post === null ? encodeURIComponent(first!.userName) : `p/${post._id}${at}`;
    return { text: text.filter((part) => part !== '').join(' '), url: `${webOrigin}/${path}` };
  }

  /** Somebody who gets mail; `null` where they are gone or suspended, or their address is unproved. */
  async function readerOf(id: Types.ObjectId | string) {
    const user = await users.get(id);
    return user === null || (user.suspendedAt ?? null) !== null || user.confirmEmail === true ? null : user;
  }

  /** What somebody is told, up to a time; `null` where they get no mail. */
  async function readNews({ _id, digestFrom }: DueDigest, until: Date) {
    const user = await readerOf(_id);
    if (user === null) return null;
    const unread = await inbox.unreadOf(_id.toHexString());
    const news = unread.filter(({ at }) => new Date(at) >= digestFrom && new Date(at) < until);
    return news.length === 0 ? null : { user, items: news.slice(0, NAMED).map(itemOf) };
  }

  /**
   * Sends one. It is taken before its mail is put into the queue: a process that ends in between sends none rather than
   * two, and what it would have told of is still on the page.
   */
  async function send(due: DueDigest): Promise<void> {
    const until = now();
    const news = await readNews(due, until);
    const next = await settings.takeDigest(due, until);
    if (next === undefined || news === null) return;
    const { email: to, fullName } = news.user;
    const period = due.digest === 'daily' ? 'day' : 'week';
    const urls = { allUrl: `${webOrigin}/notifications`, unsubscribeUrl: unsubscribeUrl(due._id) };
    await mail.enqueue(digestMail({ to, fullName, period, items: news.items, ...urls }), next, due._id);
  }

  jobs.define(DIGESTS, {}, async (_payload: object, { signal }) => {
    const due = await settings.dueDigests(AT_ONCE);
    for (const one of due) {
      signal.throwIfAborted();
      try {
        await send(one);
      } catch (error) {
        log.warn({ err: error, userId: one._id }, 'a digest could not be made');
        await settings.postponeDigest(one, new Date(now().getTime() + AGAIN_AFTER));
      }
    }
    return due.length === AT_ONCE ? { runAt: now() } : undefined;
  });
  jobs.every(DIGESTS, LOOK_EVERY);

  return {
    /** Whether somebody still gets mail at an address. */
    isReader: async (id: string, address: string): Promise<boolean> =>
      (await readerOf(id))?.email === address,
    /** Whose mail carried a token. @throws AppError 400 for one that we did not make */
    recipientOf: (token: string): Types.ObjectId => {
      const { user } = openMailToken(secrets.email, PURPOSE, token) as { user: string };
      return new Types.ObjectId(user);
    },
  };
}
