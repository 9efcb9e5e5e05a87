import type { Model, Types } from 'mongoose';
import { retryDuplicate } from '../../platform/db/duplicate-key.js';
import type { BoardRecord } from './board.model.js';

export interface BoardStore {
  models: { Board: Model<BoardRecord> };
  now: () => Date;
}

/** The user's board, made where it is missing: an account whose creation was cut off gets it this way too. */
export async function ensureBoard(
  { models, now: clock }: BoardStore,
  user: Types.ObjectId,
): Promise<BoardRecord> {
  const now = clock();
  const board = await retryDuplicate(() =>
    models.Board.findOneAndUpdate(
      { user },
      {
        $setOnInsert: {
          coverPhoto: '',
          bio: '',
          location: '',
          website: '',
          interests: [],
          createdAt: now,
          updatedAt: now,
        },
      },
      { upsert: true, returnDocument: 'after', lean: true },
    ),
  );
  if (board === null) throw new Error('An upsert answered no board');
  return board;
}
