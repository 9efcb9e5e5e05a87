import type { Types } from 'mongoose';
import type { AppContext } from '../../context.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import type { BoardRecord } from './board.model.js';

/** The user's board, made where it is missing: an account whose creation was cut off gets it this way too. */
export async function ensureBoard(
  ctx: Pick<AppContext, 'models' | 'now'>,
  user: Types.ObjectId,
): Promise<BoardRecord> {
  const now = ctx.now();
  const run = () =>
    ctx.models.Board.findOneAndUpdate(
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
    );
  const board = await run().catch((error: unknown) => {
    // Two at once: one inserts, the other finds the document the second time.
    if (!isDuplicateKey(error)) throw error;
    return run();
  });
  if (board === null) throw new Error('An upsert answered no board');
  return board;
}
