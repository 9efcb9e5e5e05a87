import { SEED_LIMIT } from '@social-feed/contracts';
import { invalidField } from '../../platform/http/errors.js';

/** Where a reading of a seed's order stands. */
interface SeedCursor {
  seed: number;
  /** the next position of the order, or the place of a shuffled list to go on at */
  position: number;
}

/** Packs a position; it needs no protection, since any position of any seed may be read by anyone. */
export const encodeSeedCursor = ({ seed, position }: SeedCursor): string =>
  Buffer.from(`${seed}.${position}`).toString('base64url');

/**
 * @param cursor absent or empty for the beginning
 * @throws AppError 400 for a text that this service cannot have given
 */
export function decodeSeedCursor(cursor: string | undefined): SeedCursor | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  const match = /^(\d{1,6})\.(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const found = { seed: Number(match?.[1]), position: Number(match?.[2]) };
  if (found.seed < SEED_LIMIT && encodeSeedCursor(found) === cursor) return found;
  throw invalidField('cursor', 'cursor is malformed');
}
