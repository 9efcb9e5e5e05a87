import { Schema, type Connection, type Types } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import { modelOf } from '../../platform/db/record.js';
import type { CommentRecord } from './comment.model.js';
import { DAY, later } from '../../platform/time.js';

/** Maximum number of deleted comments read for one page; the latest count. */
const GAPS_READ = 1000;

/** The position of a deleted comment in lists by date. */
const schema = new Schema({
  /** Id of the comment. */
  _id: { type: Schema.Types.ObjectId, required: true },
  post: { type: Schema.Types.ObjectId, required: true },
  /** When the comment was written. */
  createdAt: { type: Date, required: true },
  /** Lists opened before this time include the gap. */
  goneAt: { type: Date, required: true },
});
schema.index({ post: 1, goneAt: -1 });

export interface CommentGap {
  _id: Types.ObjectId;
  createdAt: Date;
}
type GapRecord = CommentGap & { post: Types.ObjectId; goneAt: Date };

const gapModel = modelOf<GapRecord>('CommentGap', 'commentgaps', schema, {
  backup: 'rebuilt',
  ofUser: null,
  expires: { at: 'goneAt', after: DAY },
});

export type CommentGaps = ReturnType<typeof createCommentGaps>;

/**
 * Positions of comments deleted in the last day. A reader who pages through the comments of a post keeps reading
 * the list as of its first page, so a deletion never moves another comment to a page already read.
 */
export function createCommentGaps(connection: Connection, now: () => Date) {
  const records = collectionOf(gapModel(connection));
  return {
    /** Call this before deleting a comment. Replies have no position. */
    async add({
      _id,
      post,
      createdAt,
      parent,
    }: Pick<CommentRecord, '_id' | 'post' | 'createdAt' | 'parent'>) {
      if (parent !== undefined) return;
      // A list opened in this millisecond includes the comment.
      const goneAt = later(now(), 1);
      await records.updateOne({ _id }, { $setOnInsert: { post, createdAt, goneAt } }, { upsert: true });
    },
    /** Positions of a post's comments that were deleted after a list was opened. */
    since: (post: Types.ObjectId, began: Date): Promise<CommentGap[]> =>
      records
        .find<CommentGap>({ post, goneAt: { $gt: began } }, { projection: { createdAt: 1 } })
        .sort({ goneAt: -1 })
        .limit(GAPS_READ)
        .toArray(),
  };
}

/**
 * Merges comments and gaps in one order, without duplicates.
 * @param direction sort direction of the date; ids break ties
 */
export function withGaps(
  comments: readonly CommentGap[],
  gaps: readonly CommentGap[],
  direction: 1 | -1,
): { _id: Types.ObjectId; isGap: boolean }[] {
  const places = new Map<string, CommentGap & { isGap: boolean }>();
  for (const gap of gaps) places.set(gap._id.toHexString(), { ...gap, isGap: true });
  for (const comment of comments) places.set(comment._id.toHexString(), { ...comment, isGap: false });
  return [...places]
    .sort(
      ([a, one], [b, other]) =>
        direction * (one.createdAt.getTime() - other.createdAt.getTime() || (a < b ? -1 : 1)),
    )
    .map(([, place]) => place);
}
