import type { Author, Comment } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Types } from 'mongoose';
import type { UserFlags } from '../../platform/events/user-flags.js';
import { AppError } from '../../platform/http/errors.js';
import type { CountedPosts } from '../posts/counted-posts.js';
import { nonNegative, type PostAssembler } from '../posts/post.presenter.js';
import type { CommentRecord, LikedComment } from './comment.model.js';

interface Parts {
  posts: Pick<CountedPosts, 'findVisible'>;
  likes: Pick<UserFlags<'liked', LikedComment>, 'setAmong'>;
  hydration: Pick<PostAssembler, 'authors'>;
}

const NOBODY_LIKES: ReadonlySet<string> = new Set();
export const commentNotFound = () => new AppError('NOT_FOUND', t`Comment not found`);

/** The author of a removed comment. */
export const NOBODY = new Types.ObjectId('0'.repeat(24));
const NOBODY_SHOWN: Author = {
  _id: NOBODY.toHexString(),
  userName: '',
  fullName: '',
  profilepic: '',
  isFollowing: false,
};
const REMOVED_TEXT = t`This comment was removed`;

export type CommentPresenter = ReturnType<typeof createCommentPresenter>;

/** Decides which comments a viewer sees, and formats them. */
export function createCommentPresenter(parts: Parts) {
  /**
   * Whether the viewer may see comments of all these users below this post. The user of a removed comment counts as
   * visible.
   */
  async function isSeen(users: readonly Types.ObjectId[], post: Types.ObjectId): Promise<boolean> {
    const written = users.filter((user) => !user.equals(NOBODY));
    const [authors, posts] = await Promise.all([
      parts.hydration.authors(written),
      parts.posts.findVisible([post]),
    ]);
    return posts.size > 0 && written.every((user) => authors.has(user.toHexString()));
  }

  /** Formats comments for the API; leaves out those of suspended and deleted users. */
  async function present(comments: readonly CommentRecord[], viewerId: string | null): Promise<Comment[]> {
    if (comments.length === 0) return [];
    const ids = comments.map(({ _id }) => _id);
    const [authors, liked] = await Promise.all([
      parts.hydration.authors(comments.map(({ user }) => user)),
      viewerId === null ? NOBODY_LIKES : parts.likes.setAmong(new Types.ObjectId(viewerId), 'liked', ids),
    ]);
    return comments.flatMap((comment) => {
      const isRemoved = comment.removedAt instanceof Date;
      const author = isRemoved ? NOBODY_SHOWN : authors.get(comment.user.toHexString());
      const repliesCount = nonNegative(comment.replies ?? 0);
      // A removed comment is deleted with its last reply.
      const isGone = comment.deletedAt instanceof Date || (isRemoved && repliesCount === 0);
      if (author === undefined || isGone) return [];
      const createdAt = comment.createdAt.toISOString();
      return {
        _id: comment._id.toHexString(),
        postId: comment.post.toHexString(),
        body: isRemoved ? REMOVED_TEXT : comment.body,
        user: author,
        createdAt,
        timestamp: createdAt,
        reactions: { likes: nonNegative(comment.likes) },
        userHasLiked: !isRemoved && liked.has(comment._id.toHexString()),
        parent: comment.parent?.toHexString() ?? null,
        repliesCount,
        editedAt: comment.editedAt?.toISOString() ?? null,
        isRemoved,
      };
    });
  }

  return { isSeen, present };
}
