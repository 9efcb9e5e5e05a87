import type { Types } from 'mongoose';
import type { EventCounters } from '../../platform/db/event-source.js';
import type { StoredEvent } from '../../platform/db/stored-event.js';
import type { Counted } from '../../platform/db/counters.js';
import type { OwnEvent } from '../../platform/db/user-flag-updates.js';

/**
 * A change of the number of a user's saved posts, and of the sizes of the collections that got the post (`added`) or
 * lost it (`cleared`).
 */
export type SavedEvent = OwnEvent & { added?: Types.ObjectId[] };

/** What counts saved posts. */
export interface SavedCounts {
  /** Counters of boards, by user. */
  boards: EventCounters<Counted>;
  /** Counts an event for a user without a board. */
  addToNew: (user: Types.ObjectId, event: StoredEvent) => Promise<void>;
  /** Returns the stored number of posts that a user has saved. */
  savedOf: (user: Types.ObjectId) => Promise<number>;
  /** Counters of collections. */
  sizes: EventCounters<Counted>;
}

/** The change of each collection's size. */
function sizeChanges({ op, added = [], cleared = [] }: SavedEvent) {
  const changes = (ids: readonly Types.ObjectId[], by: number) =>
    ids.map((id) => ({ id, event: { op, delta: { size: by } } }));
  return [...changes(added, 1), ...changes(cleared, -1)];
}

/** The change of the board, if there is one. */
function boardChanges(user: Types.ObjectId, { op, delta }: SavedEvent) {
  const saved = delta['saved'] ?? 0;
  return saved === 0 ? [] : [{ id: user, event: { op, delta: { saved } } }];
}

export type SavedNumbers = ReturnType<typeof createSavedNumbers>;

/** Numbers of saved posts: of a user, on the board, and of a collection. */
export function createSavedNumbers() {
  let counts: SavedCounts;

  /** Counters of users. The collections of an event belong to its user. */
  const counters: EventCounters<Counted> = {
    async add(user, event, readAt) {
      await Promise.all([
        ...boardChanges(user, event).map(async (change) => {
          const board = await counts.boards.add(user, change.event, readAt);
          if (board === null) await counts.addToNew(user, change.event);
        }),
        // a deleted collection has no size
        ...sizeChanges(event).map((change) => counts.sizes.add(change.id, change.event, readAt)),
      ]);
      return { _id: user };
    },
    async addAll(changes) {
      const ofBoards = changes.flatMap(({ id, event }) => boardChanges(id, event));
      const ofSizes = changes.flatMap(({ event }) => sizeChanges(event));
      const areAdded = await Promise.all([
        ofBoards.length === 0 || counts.boards.addAll(ofBoards),
        ofSizes.length === 0 || counts.sizes.addAll(ofSizes),
      ]);
      return areAdded.every(Boolean);
    },
    acknowledged(user, event) {
      for (const change of boardChanges(user, event)) counts.boards.acknowledged(user, change.event);
      for (const change of sizeChanges(event)) counts.sizes.acknowledged(change.id, change.event);
    },
    allAcknowledgedUntil(time) {
      counts.boards.allAcknowledgedUntil(time);
      counts.sizes.allAcknowledgedUntil(time);
    },
  };

  return {
    counters,
    savedOf: (user: Types.ObjectId) => counts.savedOf(user),
    /** Names what counts. */
    countedBy: (given: SavedCounts) => void (counts = given),
  };
}
