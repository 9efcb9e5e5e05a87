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
/** Records that are read at a time where some are hidden, and how often at most; more are not kept. */
const READ_ON = 50;
const READS_MAX = (4 * NOTIFICATION_LIMITS.kept) / READ_ON;
const { named: NAMED, unreadMax: UNREAD_MAX } = NOTIFICATION_LIMITS;

export interface InboxParts {
  notifications: Native<NotificationRecord>;
  users: Pick<Users, 'shownAuthors'>;
  posts: Pick<Posts, 'lists'>;
  people: Pick<People, 'blockedBy' | 'blockersAmong'>;
  readPage: PageReader;
  /** Kinds that somebody is not told of. */
  mutedBy: (user: Types.ObjectId) => Promise<readonly NotificationKind[]>;
  now: () => Date;
}

/** Whose notifications are read, and how they are found without muted kinds and people on either side of a block. */
interface Told {
  userId: string;
  filter: object;
  blocked: ReadonlySet<string>;
  /** What was made of records that were read before; nothing where nothing of one is shown. */
  known: Map<string, Notification | undefined>;
}

/** What a list of notifications reads. */
interface Wanted {
  list: string;
  filter: object;
  limit: number;
  cursor?: string | undefined;
  /** Leaves out others. */
  keep?: (notification: Notification) => boolean;
}

/** A record of which something is shown, and what. */
interface Shown {
  record: NotificationRecord;
  notification: Notification;
}

/**
 * What people are told of, as they may see it at this moment: nothing of those who are gone or suspended, block the reader
 * or are blocked, and nothing of posts that the reader does not see. What is hidden takes no place: lists read on.
 */
export class Inbox {
  constructor(private readonly parts: InboxParts) {}

  /** A page, the latest first, and how many are not read, `unreadMax` at most. */
  async page(userId: string, limit: number, cursor: string | undefined) {
    const told = await this.toldTo(userId);
    const { shown, nextCursor } = await this.collect(told, { ...listOf(userId), limit, cursor });
    const data = shown.map(({ notification }) => notification);
    // a page that holds all of them holds those that are not read as well
    const isAll = !cursor && nextCursor === null;
    const unread = isAll ? data.filter(isUnread).slice(0, UNREAD_MAX) : await this.latestUnread(told);
    return { data, nextCursor, unread: unread.length };
  }

  /** How many somebody has not read, `unreadMax` at most. */
  async unread(userId: string): Promise<number> {
    return (await this.unreadOf(userId)).length;
  }

  /** The latest that somebody has not read. */
  async unreadOf(userId: string): Promise<Notification[]> {
    return this.latestUnread(await this.toldTo(userId));
  }

  /** The latest records of which something is shown to somebody. */
  async latestShown(user: Types.ObjectId, most: number): Promise<NotificationRecord[]> {
    const userId = user.toHexString();
    const { shown } = await this.collect(await this.toldTo(userId), { ...listOf(userId), limit: most });
    return shown.map(({ record }) => record);
  }

  /** Marks as read what was done up to a time, of one notification where it is named. Nothing new to read writes nothing. */
  async read(userId: string, until: Date, only?: string): Promise<void> {
    const { notifications, now } = this.parts;
    const time = new Date(Math.min(until.getTime(), now().getTime()));
    const becomesRead = { $and: ['$$e.isOn', { $lte: ['$$e.at', time] }, { $gt: ['$$e.at', '$readAt'] }] };
    const those = {
      recipient: new Types.ObjectId(userId),
      isUnread: true,
      ...(only && { _id: only }),
      $expr: { $gt: [{ $size: { $filter: { input: '$entries', as: 'e', cond: becomesRead } } }, 0] },
    };
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

  private async toldTo(userId: string): Promise<Told> {
    const { mutedBy, people } = this.parts;
    const recipient = new Types.ObjectId(userId);
    const [muted, blocked, blockers] = await Promise.all([
      mutedBy(recipient),
      people.blockedBy(recipient),
      people.blockersAmong([], userId),
    ]);
    const hidden = [...blocked, ...blockers].map((id) => new Types.ObjectId(id));
    const filter = {
      recipient,
      ...(muted.length > 0 && { kind: { $nin: [...muted] } }),
      ...(hidden.length > 0 && { entries: { $elemMatch: { isOn: true, user: { $nin: hidden } } } }),
    };
    return { userId, filter, blocked, known: new Map() };
  }

  private async latestUnread(told: Told): Promise<Notification[]> {
    const unread = { list: `unread ${told.userId}`, filter: { isUnread: true }, keep: isUnread };
    const { shown } = await this.collect(told, { ...unread, limit: UNREAD_MAX });
    return shown.map(({ notification }) => notification);
  }

  /** Reads until so many are shown or none is left. */
  private async collect(
    told: Told,
    { list, filter, limit, cursor, keep = () => true }: Wanted,
  ): Promise<{ shown: Shown[]; nextCursor: string | null }> {
    const readAfter = (after: string | undefined, most: number) =>
      this.parts.readPage<NotificationRecord>({
        list,
        order: LATEST_FIRST,
        limit: most,
        cursor: after,
        // Of the first page the range says nothing of `at`, which is null where nothing is left.
        find: (range) => this.parts.notifications.find({ ...told.filter, ...filter, ...range }),
      });
    const shown: Shown[] = [];
    let after = cursor;
    for (let reads = 1; ; reads += 1) {
      const missing = limit - shown.length;
      let page = await readAfter(after, reads === 1 ? missing : READ_ON);
      await this.present(told, page.shown);
      const found = () =>
        page.shown.flatMap((record, index) => {
          const notification = told.known.get(record._id);
          return notification !== undefined && keep(notification) ? { record, notification, index } : [];
        });
      const next = found()[missing];
      // Read again up to the last that has a place: the cursor names it.
      if (next !== undefined) page = await readAfter(after, found()[missing - 1]!.index + 1);
      shown.push(...found().slice(0, missing));
      const { nextCursor } = page;
      if (nextCursor === null || shown.length === limit || reads === READS_MAX) return { shown, nextCursor };
      after = nextCursor;
    }
  }

  /** Makes records into what is left of them to be shown. */
  private async present(told: Told, all: readonly NotificationRecord[]): Promise<void> {
    const { users, posts: stored } = this.parts;
    const { userId, blocked, known } = told;
    const records = all.filter(({ _id }) => !known.has(_id));
    if (records.length === 0) return;
    // ids as text are made once: there are up to fifty entries of each
    const each = records.map((record) => ({
      record,
      entries: record.entries
        .filter(({ isOn }) => isOn)
        .map(({ ref, user, at }) => ({ ref, at, id: user.toHexString() })),
    }));
    const texts = await stored.lists.stored(records.flatMap(({ post }) => post ?? []));
    const ids = new Set([
      ...each.flatMap(({ entries }) => entries.map(({ id }) => id)),
      ...texts.map(({ user }) => user.toHexString()),
    ]);
    const wanted = [...ids].filter((id) => !blocked.has(id));
    const people = new Map<string, Person>();
    for (const user of await users.shownAuthors(wanted, userId)) {
      if (user !== undefined) people.set(user._id.toHexString(), presentPerson(user));
    }
    const posts = new Map<string, NotificationPost>();
    for (const { _id, user, contentWarning, title, description } of texts) {
      if (!people.has(user.toHexString())) continue;
      const text = contentWarning || title || description;
      posts.set(_id.toHexString(), { _id: _id.toHexString(), title: excerpt(text, TITLE_MAX) });
    }
    for (const one of each) known.set(one.record._id, present(one, people, posts));
  }
}

const isUnread = ({ isRead }: Notification) => !isRead;
const listOf = (userId: string) => ({ list: `notifications ${userId}`, filter: { at: { $type: 'date' } } });

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
