import { NOTIFICATION_LIMITS, type Notification, type Person } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Users } from '../../community/users/users.feature.js';
import { presentPerson } from '../../content/posts/post.presenter.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import { excerpt } from '../../platform/text.js';
import type { NotificationRecord } from '../../community/inboxes/notification.model.js';

const TITLE_MAX = 100;
const { named: NAMED } = NOTIFICATION_LIMITS;

export interface PresenterParts {
  users: Pick<Users, 'shownAuthors'>;
  posts: Pick<Posts, 'lists'>;
}

/**
 * The owner of the notifications, and the filter without muted kinds and without users on either side of a block.
 */
export interface Told {
  userId: string;
  filter: object;
  blocked: ReadonlySet<string>;
  /** Posts with a content warning among those read. */
  warned: Set<string>;
  /** Notifications built from records read before; `undefined` if nothing of a record is visible. */
  known: Map<string, Notification | undefined>;
  /** When the first of the records expires. */
  until?: Date;
}

/** Builds the visible part of records. */
export async function presentAll(
  parts: PresenterParts,
  told: Told,
  all: readonly NotificationRecord[],
): Promise<void> {
  const { users, posts: stored } = parts;
  const { userId, blocked, known } = told;
  const records = all.filter(({ _id }) => !known.has(_id));
  if (records.length === 0) return;
  for (const { expiresAt } of records)
    if (told.until === undefined || expiresAt < told.until) told.until = expiresAt;
  // Convert ids to text once: there are up to fifty entries per record.
  const each = records.map((record) => ({
    record,
    entries: record.entries
      .filter(({ isOn }) => isOn)
      .map(({ ref, user, at }) => ({ ref, at, id: user.toHexString() })),
  }));
  const wantedPosts = [...new Set(records.flatMap(({ post }) => post?.toHexString() ?? []))];
  const texts = await stored.lists.texts(wantedPosts.map((id) => new Types.ObjectId(id)));
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
    if (contentWarning) told.warned.add(_id.toHexString());
    const text = contentWarning || title || description;
    posts.set(_id.toHexString(), { _id: _id.toHexString(), title: excerpt(text, TITLE_MAX) });
  }
  for (const one of each) known.set(one.record._id, present(one, people, posts));
}

type NotificationPost = NonNullable<Notification['post']>;

interface ToldOf {
  record: NotificationRecord;
  /** Entries that were not removed, each with its author's id. */
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
  // an entry is of its user or of a text: the post itself, or a comment
  const tellsOfComment = !latest.ref.equals(latest.id) && !latest.ref.equals(record.post);
  const distinct = [...new Set(entries.map(({ id }) => id))];
  return {
    _id,
    kind,
    post,
    comment: tellsOfComment ? latest.ref.toHexString() : null,
    text: null,
    people: distinct.slice(0, NAMED).map((id) => people.get(id)!),
    count: distinct.length,
    more,
    at: latest.at.toISOString(),
    isRead: readAt !== null && latest.at <= readAt,
  };
}
