import type { Notification } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { excerpt } from '../../platform/text.js';
import type { Comments } from '../../content/comments/comments.feature.js';
import type { Users } from '../../community/users/users.feature.js';

/** Length of a quoted comment: two lines on a phone. */
const LINE_MAX = 120;

interface CommentLinesParts {
  comments: Pick<Comments, 'stored'>;
  users: Pick<Users, 'shownAuthors'>;
}

/** Whom a page is for, whom they have blocked, and which of its posts have a content warning. */
interface Reader {
  userId: string;
  blocked: ReadonlySet<string>;
  warned: ReadonlySet<string>;
}

/**
 * Adds the first words of each notification's comment, read when the page is read: an edit shows, and nothing is
 * quoted that was removed, that the conversation hides, or that others wrote below a warned post.
 */
export async function withCommentLines(
  { comments, users }: CommentLinesParts,
  page: readonly Notification[],
  { userId, blocked, warned }: Reader,
): Promise<Notification[]> {
  // the author of a warned post knows what it is about
  const isQuoted = ({ kind, post }: Notification) => kind === 'comment' || !warned.has(post?._id ?? '');
  const ids = page.flatMap((one) =>
    one.comment !== null && isQuoted(one) ? new Types.ObjectId(one.comment) : [],
  );
  if (ids.length === 0) return [...page];
  const told = await comments.stored(ids);
  // a reply is hidden with the author of the comment above it
  const above = await comments.stored(told.flatMap(({ parent }) => parent ?? []));
  const authorOf = new Map(above.map(({ _id, user }) => [_id.toHexString(), user.toHexString()]));
  const authors = [...new Set(authorOf.values())].filter((id) => !blocked.has(id));
  const shown = await users.shownAuthors(authors, userId);
  const visible = new Set(shown.map((user) => user?._id.toHexString()));
  const lines = new Map<string, string>();
  for (const { _id, body, parent } of told) {
    const author = parent && authorOf.get(parent.toHexString());
    if (author === undefined || visible.has(author)) lines.set(_id.toHexString(), excerpt(body, LINE_MAX));
  }
  return page.map((one) => ({ ...one, text: lines.get(one.comment ?? '') ?? null }));
}
