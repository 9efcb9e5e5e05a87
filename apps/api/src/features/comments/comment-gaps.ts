import { Schema, type Connection, type Types } from 'mongoose';
import { native } from '../../platform/db/native.js';
import { modelOf } from '../../platform/db/record.js';
import type { CommentRecord } from './comment.model.js';

const KEPT_FOR_SECONDS = 24 * 60 * 60;
/** Deleted comments that one page looks at, the latest. */
const GAPS_READ = 1000;

/** The place of a deleted comment in the lists by date. */
const schema = new Schema({
  /** The comment. */
  _id: { type: Schema.Types.ObjectId, required: true },
  post: { type: Schema.Types.ObjectId, required: true },
  /** When it was written. */
  createdAt: { type: Date, required: true },
  /** Lists that began before this time have it. */
  goneAt: { type: Date, required: true },
});
schema.index({ post: 1, goneAt: -1 });
schema.index({ goneAt: 1 }, { expireAfterSeconds: KEPT_FOR_SECONDS });

export interface CommentGap {
  _id: Types.ObjectId;
  createdAt: Date;
}
type GapRecord = CommentGap & { post: Types.ObjectId; goneAt: Date };

const gapModel = modelOf<GapRecord>('CommentGap', 'commentgaps', schema);

export type CommentGaps = ReturnType<typeof createCommentGaps>;

/**
 * Places of comments that were deleted in the last day. Who pages through the comments of a post keeps reading the list as
 * it was at the beginning, so that a deletion moves no other comment to a page that was read already.
 */
export function createCommentGaps(connection: Connection, now: () => Date) {
  const records = native(gapModel(connection));
  return {
    /** To be called before a comment is deleted. Replies have no place. */
    async add({
      _id,
      post,
      createdAt,
      parent,
    }: Pick<CommentRecord, '_id' | 'post' | 'createdAt' | 'parent'>) {
      if (parent !== undefined) return;
      // A list that began in this millisecond has the comment.
      const goneAt = new Date(now().getTime() + 1);
      await records.updateOne({ _id }, { $setOnInsert: { post, createdAt, goneAt } }, { upsert: true });
    },
    /** Places of a post's comments that were deleted after a list began. */
    since: (post: Types.ObjectId, began: Date): Promise<CommentGap[]> =>
      records
        .find<CommentGap>({ post, goneAt: { $gt: began } }, { projection: { createdAt: 1 } })
        .sort({ goneAt: -1 })
        .limit(GAPS_READ)
        .toArray(),
  };
}

/**
 * Comments and gaps in one order, each once.
 * @param direction of the date; of two of one time the id decides
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
