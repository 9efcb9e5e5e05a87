import { PEOPLE_LIMITS, type Muted, type WordChange } from '@social-feed/contracts';
import { mutedKey } from '@social-feed/contracts/words';
import { Schema, type Types } from 'mongoose';
import { retryDuplicate } from '../../platform/db/duplicate-key.js';
import { collectionOf, type Collection } from '../../platform/db/collection-of.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import type { Platform } from '../../platform/platform.js';
import { DAY, later } from '../../platform/time.js';
import { latestOf } from './latest.js';

/** How long an unmuted word is stored, so that an older change of another device does not mute it again. */
const UNMUTED_KEPT = 30 * DAY;

/** A word that a user mutes or has muted: one record each. */
const schema = new Schema({
  user: { type: Schema.Types.ObjectId, required: true },
  /** The word in the form used for comparison. */
  key: { type: String, required: true },
  /** The word as typed. */
  word: { type: String, required: true },
  /** Whether letter case and accents count; the key begins with `=` then. */
  exact: { type: Boolean, required: false },
  muted: { type: Boolean, required: true },
  /** When the mute ends; null is never. */
  until: { type: Date, default: null },
  changedAt: { type: Date, required: true },
  /** When the record can be deleted; null is never. */
  goneAt: { type: Date, default: null },
});
schema.index({ user: 1, key: 1 }, { unique: true });

type MutedWordRecord = RecordOf<typeof schema, { until: Date | null; goneAt: Date | null }>;
const mutedWordModel = modelOf<MutedWordRecord>('MutedWord', 'mutedwords', schema, {
  backup: 'kept',
  ofUser: { by: 'user', exportedAs: 'mutedWords', onDeletion: 'delete' },
  expires: { at: 'goneAt' },
});

interface Words extends Pick<Platform, 'inTurn' | 'now'> {
  records: Collection<MutedWordRecord>;
}

/** Returns a user's muted words, latest first. */
async function of(words: Words, user: Types.ObjectId): Promise<Muted[]> {
  const found = await words.records
    .find(mutedOf(words, user), { projection: { _id: 0, word: 1, exact: 1, until: 1 } })
    .sort({ changedAt: -1, key: 1 })
    .limit(PEOPLE_LIMITS.mutedMax)
    .toArray();
  return found.map(({ word, exact, until }) => ({
    word,
    ...(exact && { exact }),
    until: until === null ? null : until.toISOString(),
  }));
}

/**
 * Applies changes of one user, each unless a later one for the same word was applied before. Words past the limit
 * are ignored. @returns whether a word is muted afterwards
 */
const change = (words: Words, user: Types.ObjectId, changes: readonly WordChange[]) =>
  changes.some(({ kind }) => kind === 'mute')
    ? words.inTurn(`muted words ${user.toHexString()}`, () => apply(words, user, changes))
    : apply(words, user, changes);

async function apply(
  words: Words,
  user: Types.ObjectId,
  changes: readonly WordChange[],
): Promise<(change: WordChange) => boolean> {
  const keys = [...new Set(changes.map(mutedKey))];
  const latest = latestOf(changes, mutedKey, words.now());
  const before = await mutedAmong(words, user, keys);
  const added = [...latest].filter(([key, { kind }]) => kind === 'mute' && !before.has(key));
  if (added.length > 0) {
    const limit = PEOPLE_LIMITS.mutedMax;
    const count = await words.records.countDocuments(mutedOf(words, user), { limit });
    for (const [key] of added.slice(Math.max(0, limit - count))) latest.delete(key);
  }
  // Unmuting a word that was never muted stores nothing. A word muted and unmuted offline arrives in one call.
  const muted = new Set(changes.filter(({ kind }) => kind === 'mute').map(mutedKey));
  if (latest.size > 0) await write(words, user, latest, muted);
  const after = await mutedAmong(words, user, keys);
  return (asked) => after.has(mutedKey(asked));
}

async function mutedAmong(words: Words, user: Types.ObjectId, keys: string[]): Promise<ReadonlySet<string>> {
  const found = await words.records
    .find({ ...mutedOf(words, user), key: { $in: keys } }, { projection: { _id: 0, key: 1 } })
    .toArray();
  return new Set(found.map(({ key }) => key));
}

function mutedOf({ now }: Words, user: Types.ObjectId) {
  return { user, muted: true, $or: [{ until: null }, { until: { $gt: now() } }] };
}

/** Writes each change whose word has no change as late. */
async function write(
  { records, now }: Words,
  user: Types.ObjectId,
  changes: ReturnType<typeof latestOf<WordChange>>,
  makesRecord: ReadonlySet<string>,
): Promise<void> {
  const writes = [...changes].map(([key, { kind, word, exact = false, until, at }]) => {
    const muted = kind === 'mute';
    const end = muted && until !== null ? new Date(until) : null;
    const goneAt = muted ? end : later(now(), UNMUTED_KEPT);
    const held = { word, muted, until: end, changedAt: at, goneAt };
    const isNewer = { $lt: [{ $ifNull: ['$changedAt', null] }, at] };
    return {
      updateOne: {
        // part of the key, so it never changes
        filter: { user, key, ...(exact && { exact }) },
        update: [
          {
            $set: Object.fromEntries(
              Object.entries(held).map(([name, value]) => [
                name,
                { $cond: [isNewer, { $literal: value }, `$${name}`] },
              ]),
            ),
          },
        ],
        upsert: makesRecord.has(key),
      },
    };
  });
  // A parallel call of this user may create the record.
  await retryDuplicate(() => records.bulkWrite(writes, { ordered: false }));
}

/** Muted words of users. The clients hide posts that contain one; API responses include them. */
export function createMutedWords({
  connection,
  inTurn,
  now,
}: Pick<Platform, 'connection' | 'inTurn' | 'now'>) {
  const records = collectionOf(mutedWordModel(connection));
  const words: Words = { records, inTurn, now };
  return {
    records,
    of: (user: Types.ObjectId) => of(words, user),
    change: (user: Types.ObjectId, changes: readonly WordChange[]) => change(words, user, changes),
  };
}
