import { REPORT_REASON_NAMES } from '@social-feed/contracts';
import type { mongo } from 'mongoose';
import { commentRank } from '../content/comments/comment.model.js';
import { POST_FLAGS } from '../content/posts/interaction.model.js';
import { NO_COUNTS } from '../content/posts/post.model.js';
import { foldedViews } from './folded-views.js';
import { NO_REPORTS } from '../moderation/reports/report.model.js';

const AT_ONCE = 500;

type Counts = Record<string, number>;
interface Counted extends mongo.Document {
  _id: mongo.ObjectId;
  createdAt: Date;
  user?: mongo.ObjectId;
  parent?: mongo.ObjectId;
}
const COUNTED = ['posts', 'comments', 'boards', 'collections', 'reportcases'] as const;
type CountedName = (typeof COUNTED)[number];
interface Batch {
  of: CountedName;
  /** Documents whose counters differ from the number of documents they count. */
  wrong: { document: Counted; counts: Counts }[];
}

const follows = (counter: string, key: string) => ({
  collection: 'relationships',
  key,
  match: { following: true },
  counts: { [counter]: { $sum: 1 } },
});

/** Comments that are not deleted, and deleted ones that are still counted. */
const countedAs = (counter: string) => ({ $or: [{ deletedAt: null }, { [`pending.delta.${counter}`]: -1 }] });

/**
 * The collections whose documents are counted: the field that refers to the counted document, the filter, and the
 * counter.
 */
const SOURCES = {
  posts: [
    {
      collection: 'postinteractions',
      key: 'post',
      match: {},
      counts: Object.fromEntries(
        Object.entries(POST_FLAGS).map(([flag, { counter }]) => [
          counter,
          { $sum: { $cond: [{ $eq: [`$${flag}`, true] }, 1, 0] } },
        ]),
      ),
    },
    {
      collection: 'comments',
      key: 'post',
      match: { removedAt: null, ...countedAs('commentsCount') },
      counts: { commentsCount: { $sum: 1 } },
    },
  ],
  comments: [
    { collection: 'commentlikes', key: 'comment', match: { liked: true }, counts: { likes: { $sum: 1 } } },
    { collection: 'comments', key: 'parent', match: countedAs('replies'), counts: { replies: { $sum: 1 } } },
  ],
  boards: [
    follows('followers', 'person'),
    follows('following', 'user'),
    { collection: 'postinteractions', key: 'user', match: { saved: true }, counts: { saved: { $sum: 1 } } },
  ],
  collections: [
    { collection: 'postinteractions', key: 'collections', match: {}, counts: { size: { $sum: 1 } } },
  ],
  reportcases: [
    {
      collection: 'reports',
      key: 'case',
      match: {},
      counts: {
        count: { $sum: 1 },
        ...Object.fromEntries(
          REPORT_REASON_NAMES.map((name) => [name, { $sum: { $cond: [{ $eq: ['$reason', name] }, 1, 0] } }]),
        ),
      },
    },
  ],
};
const NONE: Record<CountedName, Counts> = {
  posts: NO_COUNTS,
  comments: { likes: 0, replies: 0 },
  boards: { followers: 0, following: 0, saved: 0 },
  collections: { size: 0 },
  reportcases: NO_REPORTS,
};

/** The value by which counted documents refer to this one. */
const nameOf = (of: CountedName, { _id, user = _id }: Counted) => (of === 'boards' ? user : _id);

/** Reads all posts, comments, boards, collections and groups of reports in batches. */
export async function* wrongCounters(database: mongo.Db): AsyncGenerator<Batch> {
  const folded = await foldedViews(database);
  for (const of of COUNTED) {
    const names = Object.fromEntries(Object.keys(NONE[of]).map((name) => [name, 1]));
    const projection = { ...names, createdAt: 1, user: 1, parent: 1, seenNumber: 1 };
    const found = database.collection<Counted>(of).find({}, { projection, batchSize: AT_ONCE });
    let batch: Counted[] = [];
    for await (const document of found) {
      batch.push(document);
      if (batch.length < AT_ONCE) continue;
      yield { of, wrong: await wrongAmong(database, of, batch, folded) };
      batch = [];
    }
    yield { of, wrong: await wrongAmong(database, of, batch, folded) };
  }
}

async function wrongAmong(
  database: mongo.Db,
  of: Batch['of'],
  batch: Counted[],
  folded: (number: unknown) => number,
): Promise<Batch['wrong']> {
  const counted = new Map(batch.map((document) => [String(nameOf(of, document)), { ...NONE[of] }]));
  const named = { $in: batch.map((document) => nameOf(of, document)) };
  for (const { collection, key, match, counts } of SOURCES[of]) {
    const rows = database
      .collection(collection)
      .aggregate<Counts & { _id: mongo.ObjectId }>([
        { $match: { ...match, [key]: named } },
        { $unwind: `$${key}` },
        { $match: { [key]: named } },
        { $group: { _id: `$${key}`, ...counts } },
      ]);
    for await (const { _id, ...numbers } of rows) Object.assign(counted.get(String(_id))!, numbers);
  }
  if (of === 'posts')
    for (const post of batch) counted.get(String(post._id))!['views']! += folded(post['seenNumber']);
  return batch
    .map((document) => ({ document, counts: counted.get(String(nameOf(of, document)))! }))
    .filter(({ document, counts }) =>
      Object.entries(counts).some(([name, count]) => Number(document[name] ?? 0) !== count),
    );
}

/**
 * Sets every counter to the number of its documents.
 * @returns how many documents had wrong counters
 */
export async function recount(database: mongo.Db): Promise<number> {
  let off = 0;
  for await (const { of, wrong } of wrongCounters(database)) {
    if (wrong.length === 0) continue;
    off += wrong.length;
    await database.collection(of).bulkWrite(
      wrong.map(({ document: { _id, createdAt, parent }, counts }) => {
        const rank =
          of === 'comments' && parent === undefined ? { rank: commentRank(counts['likes']!, createdAt) } : {};
        return { updateOne: { filter: { _id }, update: { $set: { ...counts, ...rank } } } };
      }),
      { ordered: false },
    );
  }
  return off;
}
