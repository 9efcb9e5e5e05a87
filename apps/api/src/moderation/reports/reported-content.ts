import { createHash } from 'node:crypto';
import { EMPTY_POST, filled, type ProfileFields } from '@social-feed/contracts';
import type { Types } from 'mongoose';
import { excerpt } from '../../platform/text.js';
import type { CommentRecord } from '../../content/comments/comment.model.js';
import type { Boards } from '../../reading/boards/boards.feature.js';
import type { Comments } from '../../content/comments/comments.feature.js';
import type { StoredPost } from '../../content/posts/post.presenter.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { Users } from '../../community/users/users.feature.js';
import type { CaseRecord, Quoted } from './report.model.js';

/** Reads what is reported. */
export interface ReportedParts {
  users: Pick<Users, 'list' | 'picture'>;
  posts: Pick<Posts, 'lists' | 'addresses'>;
  comments: Pick<Comments, 'stored'>;
  boards: Pick<Boards, 'profilesOf'>;
}
export type StoredComment = Pick<CommentRecord, '_id' | 'post' | 'body' | 'createdAt'>;

const VERSION_LENGTH = 22;
/** Characters that a case quotes of a title or text. */
const QUOTED = 500;

/** Returns the start of what is reported, and its author's names; undefined if the author is gone. */
export async function quoteNow(
  parts: ReportedParts,
  kind: CaseRecord['kind'],
  target: Types.ObjectId,
  user: Types.ObjectId,
): Promise<Quoted | undefined> {
  const [[author], [post], [comment]] = await Promise.all([
    parts.users.list([user]),
    kind === 'post' ? parts.posts.lists.stored([target]) : [],
    kind === 'comment' ? parts.comments.stored([target]) : [],
  ]);
  if (author === undefined) return undefined;
  const { userName, fullName } = author;
  const text = post?.description ?? comment?.body ?? '';
  return { userName, fullName, title: excerpt(post?.title ?? '', QUOTED), text: excerpt(text, QUOTED) };
}

/** Returns the current version of a post, a comment or a person. */
export async function versionNow(
  parts: ReportedParts,
  kind: CaseRecord['kind'],
  target: Types.ObjectId,
  user: Types.ObjectId,
): Promise<string> {
  if (kind === 'post') return versionOf((await parts.posts.lists.stored([target]))[0]);
  if (kind === 'comment') return versionOf((await parts.comments.stored([target]))[0]);
  const [[person], profiles] = await Promise.all([parts.users.list([user]), parts.boards.profilesOf([user])]);
  return versionOf(person, profiles.get(user.toHexString()) ?? null);
}

/** Returns a digest of what moderators see of a post, a comment or a person, which an edit changes. */
export function versionOf(
  shown: StoredPost | StoredComment | UserRecord | undefined,
  profile: ProfileFields | null = null,
): string {
  let parts: unknown = null;
  if (shown !== undefined && 'body' in shown) parts = [shown.body];
  else if (shown !== undefined && 'title' in shown) parts = filled(EMPTY_POST, shown);
  else if (shown !== undefined && 'userName' in shown)
    parts = [shown.userName, shown.fullName, shown.profilepic ?? '', profile];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, VERSION_LENGTH);
}
