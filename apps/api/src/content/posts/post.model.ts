import type { LinkCard, WrittenPost } from '@social-feed/contracts';
import { Schema, type Types } from 'mongoose';
import type { Totals } from '../../community/boards/board.model.js';
import type { Counted } from '../../platform/events/counters.js';
import { OUTBOX_FIELD, OUTBOX_INDEX, type HasOutbox } from '../../platform/events/stored-event.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';

/** The counters of a post, as a projection; each equals the number of documents that it counts. */
export const COUNTERS = { views: 1, likes: 1, dislikes: 1, shares: 1, saves: 1, commentsCount: 1 } as const;
export type PostCounters = Record<keyof typeof COUNTERS, number>;

/** Counters of a new post. */
export const NO_COUNTS = Object.fromEntries(Object.keys(COUNTERS).map((name) => [name, 0])) as PostCounters;

const count = { type: Number, required: true, default: 0 } as const;
const flag = { type: Boolean, required: true, default: false } as const;
const text = { type: String, required: true, default: '' } as const;
const words = { type: [String], required: true, default: [] };
const dateOrNull = { type: Date, default: null } as const;

/**
 * What the author writes: `postFields` and `postRules` of the contracts. `images` and `videos` in API answers come from
 * `media`, where images are first.
 */
const written = {
  title: text,
  description: text,
  location: text,
  contentWarning: String,
  sensitive: Boolean,
  /** See `languageTag`. */
  language: String,
  /** Everybody if absent; see commenting.ts. */
  commenting: String,
  commentsCloseAfter: Number,
  /** Width and height in pixels, 0 if unknown. */
  media: {
    type: [
      {
        _id: false,
        url: String,
        kind: String,
        alt: String,
        width: Number,
        height: Number,
        placeholder: String,
        poster: String,
        duration: Number,
      },
    ],
    default: [],
  },
  /** In their original spelling. */
  tags: words,
} satisfies Record<keyof WrittenPost, unknown>;

const projectionOf = <Name extends string>(fields: Record<Name, unknown>) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, 1])) as Record<Name, 1>;

/** What the author writes, as a projection. */
export const WRITTEN = projectionOf(written);

/** A stored post. */
const schema = new Schema({
  user: { type: Schema.Types.ObjectId, required: true },
  ...written,
  /** Whether moderators marked the media as sensitive; the author cannot change this. */
  markedSensitive: Boolean,
  /**
   * The page of the first address in the text. Only `url` until it was read, and if it cannot be. Absent or `null`
   * without an address.
   */
  card: {
    type: {
      _id: false,
      url: String,
      site: String,
      title: String,
      description: String,
      image: String,
      /** Whether the author took it away. */
      removed: Boolean,
    },
    default: undefined,
  },
  /** The uploads in `media`, so that an index finds their users. */
  uploads: { type: [String], default: undefined },
  /** Whether `media` is not empty, for the index of a profile's pictures and clips. */
  hasMedia: flag,
  /** Tags normalized for comparison: see `tagTerm`. */
  tagKeys: words,
  /** Terms that `q` matches: see `postTerms`. */
  searchTerms: words,
  createdAt: { type: Date, required: true },
  editedAt: dateOrNull,
  /** When it was pinned to its author's profile. */
  pinnedAt: dateOrNull,
  /** Whether its author is suspended or it is being deleted: it is then in no list and has no feed keys. */
  hidden: flag,
  /** True while its author is silenced: it has no feed keys and is in no list of everybody's posts. Else absent. */
  unlisted: Boolean,
  views: count,
  likes: count,
  dislikes: count,
  shares: count,
  saves: count,
  commentsCount: count,
  /** Changes already applied to the counters. */
  applied: { type: Object },
  /** Whether the counters have changed since they were added to the author's totals. */
  totalsDue: Boolean,
  /**
   * The author, until the author's totals include that this post was written, hidden, shown or deleted, or got or lost
   * all its pictures and clips.
   */
  uncounted: Schema.Types.ObjectId,
  /** The tags that must be counted again because this post changed, and the ID of its last change. */
  tagsDue: { type: Object },
  /** The counts of this post in the author's totals, including its pending change. */
  inTotals: { type: Object },
  pending: OUTBOX_FIELD,
  /** Its author, while it is being deleted. */
  owner: Schema.Types.ObjectId,
  /** When its deletion started. */
  deletedAt: Date,
  /** Its number among posts of which views were folded: see folded-posts.ts. */
  seenNumber: Number,
  /** One key per live generation of the feed: see feed-key.ts. */
  feedKeys: { type: [Number], required: true },
});
// Not unique, although its values are: a unique index would prevent sharding posts by another key.
schema.index({ feedKeys: 1 });
// Hidden posts are separate in each index, so that pages and counts skip them.
schema.index({ hidden: 1, createdAt: -1, _id: -1 });
schema.index({ hidden: 1, views: -1, _id: -1 });
schema.index({ hidden: 1, likes: -1, _id: -1 });
schema.index({ hidden: 1, tagKeys: 1, createdAt: -1, _id: -1 });
schema.index({ user: 1, pinnedAt: -1, createdAt: -1, _id: -1 });
schema.index({ user: 1, hidden: 1, createdAt: -1, _id: -1 });
schema.index({ user: 1, hasMedia: 1, pinnedAt: -1, createdAt: -1, _id: -1 });
schema.index({ searchTerms: 1 });
// Most posts have none.
schema.index({ uploads: 1 }, { sparse: true });
// Not unique, for the same reason as above.
schema.index({ seenNumber: 1 }, { sparse: true });
// Contains only the few posts being deleted.
schema.index({ deletedAt: 1 }, { sparse: true });
schema.index({ uncounted: 1 }, { sparse: true });
schema.index({ 'tagsDue.terms': 1 }, { sparse: true });
schema.index({ totalsDue: 1, user: 1 }, { partialFilterExpression: { totalsDue: true } });
schema.index(...OUTBOX_INDEX);

export type StoredCard = Pick<LinkCard, 'url'> & Partial<LinkCard> & { removed?: boolean };

/** Fields of every post; old posts lack the others that authors write. */
type Always = 'title' | 'description' | 'location' | 'media' | 'tags';

/** The fields, as far as Mongoose cannot infer their types. */
interface NamedFields
  extends HasOutbox, Counted, Pick<WrittenPost, Always>, Partial<Omit<WrittenPost, Always>> {
  card?: StoredCard | null;
  uploads?: string[];
  markedSensitive?: boolean;
  unlisted?: boolean;
  editedAt: Date | null;
  pinnedAt: Date | null;
  inTotals?: Partial<Totals>;
  uncounted?: Types.ObjectId;
  tagsDue?: { op: Types.ObjectId; terms: string[] };
}
export type PostRecord = RecordOf<typeof schema, NamedFields>;

export const postModel = modelOf<PostRecord>('Post', 'posts', schema, {
  backup: 8,
  ofUser: { by: 'user', exportedAs: 'posts', onDeletion: 'delete' },
  expires: null,
});
