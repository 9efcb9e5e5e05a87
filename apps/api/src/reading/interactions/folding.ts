import { setTimeout as wait } from 'node:timers/promises';
import type { Types } from 'mongoose';
import { unchecked, type Collection } from '../../platform/db/collection-of.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { DAY, SECOND } from '../../platform/time.js';
import { POST_FLAGS, type PostInteractionRecord } from '../../content/posts/interaction.model.js';
import type { FoldedPosts } from '../../content/posts/folded-posts.js';
import { bitsOf, blockOf, numbersIn } from '../../content/posts/seen-bits.js';
import type { SeenPosts } from '../../content/posts/seen-posts.js';

/** How old a view is when it is folded. */
export const FOLDED_AFTER = 90 * DAY;
/** Records of one step. */
const AT_ONCE = 5000;
const STEPS_MAX = 20;
/**
 * Longer than a request lasts. A request that read a post before it had a number, or a block before it had a view, has
 * ended before that view's record is gone: so no request misses it in both places.
 */
const REQUESTS_LAST = 10 * SECOND;
/** Attempts to write a block that others write too. */
const ATTEMPTS = 5;

const VIEW_FIELDS = { viewedAt: '', viewDuration: '', referralSource: '', feed: '' } as const;
const OTHER_FLAGS = Object.keys(POST_FLAGS).filter((flag) => flag !== 'viewed');
/** Matches records that only tell of a view. */
const ONLY_VIEWED = {
  viewed: true,
  ...Object.fromEntries(OTHER_FLAGS.map((flag) => [flag, { $ne: true }])),
  'pending.0': { $exists: false },
};

interface Parts {
  interactions: Collection<PostInteractionRecord>;
  seen: Pick<SeenPosts, 'records' | 'ofUser'>;
  posts: FoldedPosts;
  now: () => Date;
  /** Milliseconds to wait for requests. */
  pause?: number;
  atOnce?: number;
}

/** Numbers by user and block. */
interface Block {
  user: Types.ObjectId;
  block: number;
  numbers: Set<number>;
}

const isFoldable = (record: PostInteractionRecord, cutoff: Date): boolean =>
  record.viewed &&
  !OTHER_FLAGS.some((flag) => record[flag as keyof typeof POST_FLAGS]) &&
  !record.pending?.length &&
  (record.viewedAt ?? record.createdAt) < cutoff;

/** Adds numbers to a block. @returns all numbers in it */
async function addTo({ seen }: Parts, { user, block, numbers }: Block): Promise<Set<number>> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await seen.records.findOne({ user, block });
    const all = new Set(found === null ? [] : numbersIn(block, found.bits.buffer));
    const before = all.size;
    for (const number of numbers) all.add(number);
    if (all.size === before) return all;
    const bits = Buffer.from(bitsOf(block, all));
    try {
      if (found === null) {
        await seen.records.insertOne(unchecked({ user, block, bits }));
        return all;
      }
      const { modifiedCount } = await seen.records.updateOne(
        unchecked({ _id: found._id, bits: found.bits }),
        unchecked({ $set: { bits } }),
      );
      if (modifiedCount === 1) return all;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    if (attempt === ATTEMPTS) throw new Error('A block of views is written all the time');
  }
}

/** Folds the next records. @returns whether more may be due */
async function step(parts: Parts, signal?: AbortSignal): Promise<boolean> {
  const { interactions, posts, now, pause = REQUESTS_LAST, atOnce = AT_ONCE } = parts;
  const cutoff = new Date(now().getTime() - FOLDED_AFTER);
  const after = await posts.foldedUntil();
  const next = await interactions
    .find(after === undefined ? {} : { _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(atOnce)
    .toArray();
  // Records come in the order of their first write, so those behind are younger.
  const end = next.findIndex(({ createdAt }) => createdAt >= cutoff);
  const due = end === -1 ? next : next.slice(0, end);
  const last = due.at(-1);
  if (last === undefined) return false;
  const viewed = due.filter((record) => record.viewed);
  const foldable = viewed.filter((record) => isFoldable(record, cutoff));
  const { numberOf, isNew } = await posts.numbersOf(
    viewed.map(({ post }) => post),
    new Set(foldable.map(({ post }) => post.toHexString())),
  );
  if (isNew) await wait(pause, undefined, { signal });

  const blocks = new Map<string, Block>();
  // Of the others only blocks are read: one that was liked after an interrupted step has its view there already.
  for (const record of viewed) {
    const number = numberOf.get(record.post.toHexString());
    if (number === undefined) continue;
    const key = `${record.user.toHexString()} ${blockOf(number)}`;
    const block = blocks.get(key) ?? { user: record.user, block: blockOf(number), numbers: new Set() };
    if (isFoldable(record, cutoff)) block.numbers.add(number);
    blocks.set(key, block);
  }
  const inBlock = new Map<string, Set<number>>();
  for (const [key, block] of blocks) {
    signal?.throwIfAborted();
    inBlock.set(key, await addTo(parts, block));
  }
  const folded = viewed.flatMap(({ _id, user, post }) => {
    const number = numberOf.get(post.toHexString());
    if (number === undefined) return [];
    return inBlock.get(`${user.toHexString()} ${blockOf(number)}`)?.has(number) ? [_id] : [];
  });
  if (folded.length > 0) {
    await wait(pause, undefined, { signal });
    const those = { _id: { $in: folded } };
    await interactions.deleteMany(unchecked({ ...those, ...ONLY_VIEWED }));
    // Those that were liked meanwhile stay, without their view.
    const withoutView = { $set: { viewed: false }, $unset: VIEW_FIELDS };
    await interactions.updateMany(unchecked({ ...those, viewed: true }), unchecked(withoutView));
  }
  await posts.setFoldedUntil(last._id);
  return end === -1 && next.length === atOnce;
}

/** Makes records again of what was folded of a user, so that a removal counts it. */
async function unfold({ interactions, seen, now }: Parts, user: Types.ObjectId): Promise<void> {
  for await (const { _id, posts } of seen.ofUser(user)) {
    for (let first = 0; first < posts.length; first += AT_ONCE) {
      const at = now();
      const upserts = posts
        .slice(first, first + AT_ONCE)
        .map((post) => ({
          updateOne: {
            filter: { post, user },
            update: { $set: { viewed: true }, $setOnInsert: { createdAt: at, updatedAt: at } },
            upsert: true,
          },
        }));
      await interactions.bulkWrite(unchecked(upserts), { ordered: false });
    }
    await seen.records.deleteOne({ _id });
  }
}

/**
 * Moves views that are 90 days old from records to sets of numbers, a bit or two bytes each: first the set is written,
 * then the record is deleted. Each step can be repeated after a kill. Posts that were also liked, saved or shared keep
 * their records. See docs/scale.md.
 */
export function createFolding(parts: Parts) {
  return {
    /** Runs the next steps, in one process at a time. @returns whether more is due */
    async run(signal?: AbortSignal): Promise<boolean> {
      for (let steps = 0; steps < STEPS_MAX; steps += 1) {
        signal?.throwIfAborted();
        if (!(await step(parts, signal))) return false;
      }
      return true;
    },
    unfold: (user: Types.ObjectId) => unfold(parts, user),
  };
}
