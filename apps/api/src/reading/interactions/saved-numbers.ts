import type { Types } from 'mongoose';
import type { EventCounters } from '../../platform/events/event-source.js';
import type { Counted } from '../../platform/events/counters.js';
import type { OwnEvent } from '../../platform/events/user-flag-updates.js';
import type { BoardStore } from '../../community/boards/board-store.js';

/**
 * A change of the number of a user's saved posts, and of the sizes of the collections that got the post (`added`) or
 * lost it (`cleared`).
 */
export type SavedEvent = OwnEvent & { added?: Types.ObjectId[] };

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

/**
 * Creates counters, by user, of the numbers of saved posts: of the user, on the board, and of collections. The
 * collections of an event belong to its user.
 * @param sizes counters of collections
 */
export function createSavedCounters(
  { counters: boards, addToNew }: Pick<BoardStore, 'counters' | 'addToNew'>,
  sizes: EventCounters<Counted>,
): EventCounters<Counted> {
  return {
    async add(user, event, readAt) {
      await Promise.all([
        ...boardChanges(user, event).map(async (change) => {
          const board = await boards.add(user, change.event, readAt);
          if (board === null) await addToNew(user, change.event);
        }),
        // a deleted collection has no size
        ...sizeChanges(event).map((change) => sizes.add(change.id, change.event, readAt)),
      ]);
      return { _id: user };
    },
    async addAll(changes) {
      const ofBoards = changes.flatMap(({ id, event }) => boardChanges(id, event));
      const ofSizes = changes.flatMap(({ event }) => sizeChanges(event));
      const areAdded = await Promise.all([
        ofBoards.length === 0 || boards.addAll(ofBoards),
        ofSizes.length === 0 || sizes.addAll(ofSizes),
      ]);
      return areAdded.every(Boolean);
    },
    acknowledged(user, event) {
      for (const change of boardChanges(user, event)) boards.acknowledged(user, change.event);
      for (const change of sizeChanges(event)) sizes.acknowledged(change.id, change.event);
    },
    allAcknowledgedUntil(time) {
      boards.allAcknowledgedUntil(time);
      sizes.allAcknowledgedUntil(time);
    },
  };
}
