import type { Author, Comment } from '@social-feed/contracts';
import type { CommentRecord } from './comment.model.js';

/** A comment as the contracts have it. */
export function presentComment(comment: CommentRecord, author: Author, userHasLiked: boolean): Comment {
  const createdAt = comment.createdAt.toISOString();
  return {
    _id: comment._id.toHexString(),
    postId: comment.post.toHexString(),
    body: comment.body,
    user: author,
    createdAt,
    timestamp: createdAt,
    reactions: { likes: Math.max(0, comment.likes) },
    userHasLiked,
  };
}
