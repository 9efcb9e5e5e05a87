import { t } from '@social-feed/contracts/t';
import type { Types } from 'mongoose';
import { AppError } from '../../platform/http/errors.js';
import { DAY, later } from '../../platform/time.js';
import type { Relations } from '../../community/relations/relations.feature.js';
import type { PostRecord } from './post.model.js';

/** Fields of a post that decide who may comment. */
export const COMMENTING_PROJECTION = { user: 1, createdAt: 1, commenting: 1, commentsCloseAfter: 1 } as const;
export type CommentedPost = Pick<PostRecord, '_id' | keyof typeof COMMENTING_PROJECTION>;

/** Why a user may not comment on a post. */
type Refusal = keyof typeof MESSAGES;

const MESSAGES = {
  nobody: t`Nobody can comment on this post`,
  closed: t`Comments on this post are closed`,
  followed: t`Only people whom the author follows can comment on this post`,
} as const;

/** When a post stops accepting comments; `undefined` is never. */
export const commentsCloseAt = ({
  createdAt,
  commentsCloseAfter: days,
}: Pick<CommentedPost, 'createdAt' | 'commentsCloseAfter'>): Date | undefined =>
  typeof days === 'number' ? later(createdAt, days * DAY) : undefined;

export interface CommentingDeps {
  relations: Pick<Relations, 'followersAmong'>;
  now: () => Date;
}

export type CommentRules = ReturnType<typeof createCommentRules>;

/** Decides who may comment on which posts. */
export function createCommentRules({ relations, now }: CommentingDeps) {
  /**
   * Returns why a user, or a visitor, may not comment on each of these posts, by id; those on which they may are left
   * out. Reads who follows whom only if a post depends on it.
   */
  async function refusals(
    posts: readonly CommentedPost[],
    viewerId: string | null,
  ): Promise<ReadonlyMap<string, Refusal>> {
    const found = new Map<string, Refusal>();
    const depending: CommentedPost[] = [];
    for (const post of posts) {
      const closesAt = commentsCloseAt(post);
      if (post.user.toHexString() === viewerId) continue;
      if (post.commenting === 'nobody') found.set(post._id.toHexString(), 'nobody');
      else if (closesAt !== undefined && closesAt <= now()) found.set(post._id.toHexString(), 'closed');
      else if (post.commenting === 'followed') depending.push(post);
    }
    const authors = [...new Set(depending.map(({ user }) => user.toHexString()))];
    const followers =
      viewerId === null || authors.length === 0
        ? undefined
        : await relations.followersAmong(authors, viewerId);
    for (const { _id, user } of depending)
      if (followers?.has(user.toHexString()) !== true) found.set(_id.toHexString(), 'followed');
    return found;
  }

  /** Returns the error of a comment that the post does not accept; `undefined` if it does. */
  async function refusalOf(post: CommentedPost, user: Types.ObjectId): Promise<AppError | undefined> {
    const [refusal] = (await refusals([post], user.toHexString())).values();
    return refusal && new AppError('COMMENTS_CLOSED', MESSAGES[refusal]);
  }

  return { refusals, refusalOf };
}
