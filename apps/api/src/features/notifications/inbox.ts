import {
  NOTIFICATION_LIMITS,
  type Notification,
  type NotificationKind,
  type Person,
} from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Native } from '../../platform/db/native.js';
import { excerpt } from '../../platform/one-line.js';
import type { Order, PageReader } from '../../platform/http/paging.js';
import type { People } from '../people/people.feature.js';
import { presentPerson } from '../posts/post.presenter.js';
import type { Posts } from '../posts/posts.feature.js';
import type { Users } from '../users/users.feature.js';
import type { NotificationRecord } from './notification.model.js';

const LATEST_FIRST: Order = { at: -1, _id: -1 };
const TITLE_MAX = 100;
/** Kinds whose entries are what was written: a comment, or the post itself where that names somebody. */
const OF_TEXTS: readonly NotificationKind[] = ['comment', 'reply', 'mention'];
const { named: NAMED, unreadMax: UNREAD_MAX } = NOTIFICATION_LIMITS;

export interface InboxParts {
  notifications: Native<NotificationRecord>;
  users: Pick<Users, 'shownAuthors'>;
  posts: Pick<Posts, 'lists'>;
  people: Pick<People, 'blockedBy'>;
  readPage: PageReader;
  /** Kinds that somebody is not told of. */
  mutedBy: (user: Types.ObjectId) => Promise<readonly NotificationKind[]>;
  now: () => Date;
}

/**
 * What people are told of, as they may see it at this moment: nothing of those who are gone or suspended, block the reader
 * or are blocked, and nothing of posts that the reader does not see.
 */
export class Inbox {
  constructor(private readonly parts: InboxParts) {}

  /** A page, the latest first, and how many are not read, `unreadMax` at most. */
  async page(userId: string, limit: number, cursor: string | undefined) {
    const told = await this.toldTo(userId);
    const { shown: page, nextCursor } = await this.parts.readPage<NotificationRecord>({
      list: `notifications ${userId}`,
      order: LATEST_FIRST,
      limit,
      cursor,
      // Of the first page the range says nothing of `at`, which is null where nothing is left.
      find: (range) => this.parts.notifications.find({ ...told, at: { $type: 'date' }, ...range }),
    });
    // a page that holds all of them holds those that are not read as well
    const isAll = cursor === undefined && nextCursor === null;
    const unread = isAll
      ? page.filter(({ isUnread }) => isUnread).slice(0, UNREAD_MAX)
      : await this.latestUnread(told);
    const records = new Map([...page, ...unread].map((record) => [record._id, record]));
    const shown = new Map((await this.shown(userId, [...records.values()])).map((one) => [one._id, one]));
    return {
      data: page.flatMap(({ _id }) => shown.get(_id) ?? []),
      nextCursor,
      unread: unread.filter(({ _id }) => shown.get(_id)?.isRead === false).length,
    };
  }

  /** How many somebody has not read, `unreadMax` at most. */
  async unread(userId: string): Promise<number> {
    return (await this.unreadOf(userId)).length;
  }

  /** The latest that somebody has not read. */
  async unreadOf(userId: string): Promise<Notification[]> {
    const found = await this.latestUnread(await this.toldTo(userId));
    return (await this.shown(userId, found)).filter(({ isRead }) => !isRead);
  }

  /** Marks as read what was done up to a time, of one notification where it is named. */
  async read(userId: string, until: Date, only?: string): Promise<void> {
    const { notifications, now } = this.parts;
    const time = new Date(Math.min(until.getTime(), now().getTime()));
    const those = { recipient: new Types.ObjectId(userId), isUnread: true, ...(only && { _id: only }) };
    await notifications.updateMany(those, [
      {
        $set: {
          readAt: { $max: ['$readAt', time] },
          isUnread: { $gt: ['$at', time] },
          touchedAt: { $max: [now(), { $add: ['$touchedAt', 1] }] },
        },
      },
    ]);
  }

  /** Finds what somebody is told of, without the kinds that they muted. */
  private async toldTo(userId: string): Promise<object> {
    const recipient = new Types.ObjectId(userId);
    const muted = await this.parts.mutedBy(recipient);
    return { recipient, ...(muted.length > 0 && { kind: { $nin: [...muted] } }) };
  }

  private latestUnread(told: object): Promise<NotificationRecord[]> {
    const found = this.parts.notifications.find({ ...told, isUnread: true });
    return found.sort({ at: -1 }).limit(UNREAD_MAX).toArray();
  }

  /** Those of which something is left to be shown. */
  private async shown(userId: string, records: readonly NotificationRecord[]): Promise<Notification[]> {
    if (records.length === 0) return [];
    // ids as text are made once: there are up to fifty entries of each
    const told = records.map((record) => ({
      record,
      entries: record.entries
        .filter(({ isOn }) => isOn)
        .map(({ ref, user, at }) => ({ ref, at, id: user.toHexString() })),
    }));
    const [blocked, texts] = await Promise.all([
      this.parts.people.blockedBy(new Types.ObjectId(userId)),
      this.parts.posts.lists.stored(records.flatMap(({ post }) => post ?? [])),
    ]);
    const ids = new Set([
      ...told.flatMap(({ entries }) => entries.map(({ id }) => id)),
      ...texts.map(({ user }) => user.toHexString()),
    ]);
    const wanted = [...ids].filter((id) => !blocked.has(id));
    const people = new Map<string, Person>();
    for (const user of await this.parts.users.shownAuthors(wanted, userId)) {
      if (user !== undefined) people.set(user._id.toHexString(), presentPerson(user));
    }
    const posts = new Map<string, NotificationPost>();
    for (const { _id, user, contentWarning, title, description } of texts) {
      if (!people.has(user.toHexString())) continue;
      const text = contentWarning || title || description;
      posts.set(_id.toHexString(), { _id: _id.toHexString(), title: excerpt(text, TITLE_MAX) });
    }
    return told.flatMap((one) => present(one, people, posts) ?? []);
  }
}

type NotificationPost = NonNullable<Notification['post']>;

interface ToldOf {
  record: NotificationRecord;
  /** Those that were not taken back, each with the id of who did it. */
  entries: { ref: Types.ObjectId; at: Date; id: string }[];
}

function present(
  { record, entries: all }: ToldOf,
  people: ReadonlyMap<string, Person>,
  posts: ReadonlyMap<string, NotificationPost>,
): Notification | undefined {
  const { _id, kind, readAt, more } = record;
  const post = record.post ? posts.get(record.post.toHexString()) : null;
  if (post === undefined) return undefined;
  const entries = all.filter(({ id }) => people.has(id)).sort((a, b) => b.at.getTime() - a.at.getTime());
  const [latest] = entries;
  if (latest === undefined) return undefined;
  const tellsOfComment = OF_TEXTS.includes(kind) && !latest.ref.equals(record.post);
  const distinct = [...new Set(entries.map(({ id }) => id))];
  return {
    _id,
    kind,
    post,
    comment: tellsOfComment ? latest.ref.toHexString() : null,
    people: distinct.slice(0, NAMED).map((id) => people.get(id)!),
    count: distinct.length,
    more,
    at: latest.at.toISOString(),
    isRead: readAt !== null && latest.at <= readAt,
  };
}
