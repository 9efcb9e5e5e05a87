import { NOTIFICATION_LIMITS, type NotificationKind } from '@social-feed/contracts';
import DataLoader from 'dataloader';
import type { Types } from 'mongoose';
import { retryDuplicate } from '../../platform/db/duplicate-key.js';
import type { Inboxes } from '../../community/inboxes/inboxes.feature.js';
import { unchecked, type Collection } from '../../platform/db/collection-of.js';
import {
  entriesUpdate,
  type Entry,
  type NotificationRecord,
} from '../../community/inboxes/notification.model.js';

/** An event to notify a user of. */
export interface NotifiedEvent {
  kind: NotificationKind;
  recipient: Types.ObjectId;
  post?: Types.ObjectId;
  entry: Entry;
}

/** Events written by one command. */
const AT_ONCE = 200;
/** About one event in so many checks whether the user has too many notifications. */
const TRIM_ONE_OF = 100;

interface Parts {
  notifications: Collection<NotificationRecord>;
  inboxes: Pick<Inboxes, 'changing' | 'writing'>;
  /** The latest visible ones of a user, latest first. */
  latestShown?: (recipient: Types.ObjectId, most: number) => Promise<readonly Position[]>;
  now: () => Date;
}

/** Position of a notification, latest first. */
type Position = Pick<NotificationRecord, '_id' | 'at'>;

const LATEST_FIRST = { at: -1, _id: -1 } as const;
const { kept: KEPT } = NOTIFICATION_LIMITS;

/**
 * Writes notifications. Events may arrive repeatedly and in any order. Those of one event loop turn share one
 * command, and those of one post share one update.
 */
export function createNotificationWriter({ notifications, inboxes, latestShown, now }: Parts) {
  async function write(all: readonly NotifiedEvent[]): Promise<void> {
    const groups = new Map<string, NotifiedEvent[]>();
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
    // If another process creates the same document now, the retry finds it.
    const recipients = all.map(({ recipient }) => recipient);
    await inboxes.writing(recipients, () =>
      retryDuplicate(() => notifications.bulkWrite(unchecked(updates), { ordered: false })),
    );
  }

  const writer = new DataLoader<NotifiedEvent, true>(
    async (all) => {
      const told = all.filter(({ recipient, entry }) => !recipient.equals(entry.user));
      if (told.length > 0) await write(told);
      return all.map(() => true);
    },
    { cache: false, maxBatchSize: AT_ONCE, batchScheduleFn: (run) => setImmediate(run) },
  );

  /** Returns the position of the first one past the limit. */
  async function firstBeyond(those: object): Promise<Position | undefined> {
    const [first] = await notifications
      .find({ ...those, at: { $type: 'date' } }, { projection: { at: 1 } })
      .sort(LATEST_FIRST)
      .skip(KEPT)
      .limit(1)
      .toArray();
    return first;
  }

  /**
   * Removes the oldest notifications past the limit. Hidden ones are counted separately, so that blocked or muted
   * users displace nothing.
   */
  async function trim(recipient: Types.ObjectId): Promise<void> {
    if ((await firstBeyond({ recipient })) === undefined) return;
    const shown = (await latestShown?.(recipient, KEPT)) ?? [];
    const others = { recipient, _id: { $nin: shown.map(({ _id }) => _id) } };
    for (const first of [shown[KEPT - 1], await firstBeyond(others)]) {
      if (first === undefined) continue;
      await inboxes.changing([recipient], () =>
        notifications.deleteMany({ $and: [others, notBefore(first)] }),
      );
    }
  }

  return {
    /** Writes one event, except for users' actions on their own content. */
    record: async (told: NotifiedEvent): Promise<void> => {
      await writer.load(told);
      if (Math.random() * TRIM_ONE_OF < 1) await trim(told.recipient);
    },
    trim,
  };
}

/** Matches a position and everything after it. */
const notBefore = ({ _id, at }: Position) => ({ $or: [{ at: { $lt: at } }, { at, _id: { $lte: _id } }] });
