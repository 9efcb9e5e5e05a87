import { NOTIFICATION_LIMITS, type NotificationKind } from '@social-feed/contracts';
import DataLoader from 'dataloader';
import type { Types } from 'mongoose';
import { retryDuplicate } from '../../platform/db/duplicate-key.js';
import type { Native } from '../../platform/db/native.js';
import { entriesUpdate, type Entry, type NotificationRecord } from './notification.model.js';

/** Something that somebody is told of. */
export interface Told {
  kind: NotificationKind;
  recipient: Types.ObjectId;
  post?: Types.ObjectId;
  entry: Entry;
}

/** What is written by one command. */
const AT_ONCE = 200;
/** One note of so many, by chance, looks whether its person has too many. */
const TRIM_ONE_OF = 100;

interface Parts {
  notifications: Native<NotificationRecord>;
  now: () => Date;
}

/**
 * Writes down what people are told of, as often as it is told of and in any order. What comes in one turn of the event loop
 * is one command, and what many do with one post is one update of it.
 */
export function createRecorder({ notifications, now }: Parts) {
  async function write(all: readonly Told[]): Promise<void> {
    const groups = new Map<string, Told[]>();
    for (const told of all) {
      const _id = [told.kind, told.recipient, told.post].filter(Boolean).join(':');
      groups.set(_id, [...(groups.get(_id) ?? []), told]);
    }
    const updates = [...groups].map(([_id, told]) => {
      const { kind, recipient, post } = told[0]!;
      const fields = { kind, recipient, ...(post && { post }) };
      const entries = told.map(({ entry }) => entry);
      return { updateOne: { filter: { _id }, update: entriesUpdate(fields, entries, now()), upsert: true } };
    });
    // Where another process makes the same document at this moment, ours finds it the second time.
    await retryDuplicate(() => notifications.bulkWrite(updates as never, { ordered: false }));
  }

  const writer = new DataLoader<Told, true>(
    async (all) => {
      const told = all.filter(({ recipient, entry }) => !recipient.equals(entry.user));
      if (told.length > 0) await write(told);
      return all.map(() => true);
    },
    { cache: false, maxBatchSize: AT_ONCE, batchScheduleFn: (run) => setImmediate(run) },
  );

  /** Removes what one person has too many of, the oldest first. */
  async function trim(recipient: Types.ObjectId): Promise<void> {
    const [last] = await notifications
      .find({ recipient }, { projection: { at: 1 } })
      .sort({ at: -1, _id: -1 })
      .skip(NOTIFICATION_LIMITS.kept)
      .limit(1)
      .toArray();
    if (last !== undefined) await notifications.deleteMany({ recipient, at: { $lte: last.at } });
  }

  return {
    /** Writes one down, but nothing of what people do to themselves. */
    record: async (told: Told): Promise<void> => {
      await writer.load(told);
      if (Math.random() * TRIM_ONE_OF < 1) await trim(told.recipient);
    },
    trim,
  };
}
