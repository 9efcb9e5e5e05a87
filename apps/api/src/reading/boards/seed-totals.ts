import type { Connection, Types } from 'mongoose';
import { pino } from 'pino';
import { collectionOf } from '../../platform/db/collection-of.js';
import { createOutbox } from '../../platform/events/outbox.js';
import { EVENT_TYPES } from '../../community/events.js';
import { createDaysOfPosts } from '../interactions/post-analytics.js';
import { postInteractionModel } from '../../content/posts/interaction.model.js';
import { postModel } from '../../content/posts/post.model.js';
import { createPostTotals } from '../../content/posts/post-totals.js';
import { boardModel } from '../../community/boards/board.model.js';
import { createBoardStore } from '../../community/boards/board-store.js';
import { createBoardTotals } from './board-totals.js';

/** Counts the saved posts of some users, whose records were inserted without the API. */
export async function countSaved(connection: Connection, users: readonly Types.ObjectId[]): Promise<void> {
  const rows = await collectionOf(postInteractionModel(connection))
    .aggregate<{ _id: Types.ObjectId; saved: number }>([
      { $match: { user: { $in: [...users] }, saved: true } },
      { $group: { _id: '$user', saved: { $sum: 1 } } },
    ])
    .toArray();
  if (rows.length === 0) return;
  const updates = rows.map(({ _id: user, saved }) => ({
    updateOne: { filter: { user }, update: { $set: { saved } } },
  }));
  await collectionOf(boardModel(connection)).bulkWrite(updates, { ordered: false });
}

/**
 * Adds posts that were inserted without the API to the totals and days of their authors' boards, as the API's job
 * would do later. The job also completes an interrupted or failed run; each post is added once.
 */
export function addToBoards(connection: Connection, now: () => Date): Promise<void> {
  const log = pino({ level: 'silent' });
  const users = { isKnown: () => Promise.resolve(false) };
  const boardStore = createBoardStore({ connection, users, now });
  return createBoardTotals({
    outbox: createOutbox({ types: EVENT_TYPES, now, log }),
    boardStore,
    posts: { totals: createPostTotals(collectionOf(postModel(connection)), boardStore, now) },
    interactions: { daysOfPosts: createDaysOfPosts(collectionOf(postInteractionModel(connection))) },
    now,
  }).run();
}
