import { SEED_LIMIT } from '@social-feed/contracts';
import { invalidField } from '../../platform/http/errors.js';

/** A position in a seed's order. */
interface SeedCursor {
  seed: number;
  /** the next position of the order, or the position in a shuffled list to continue at */
  position: number;
}

/** Encodes a position. It needs no signature, since anyone may read any position of any seed. */
export const encodeSeedCursor = ({ seed, position }: SeedCursor): string =>
  Buffer.from(`${seed}.${position}`).toString('base64url');

/**
 * @param cursor absent or empty for the first page
 * @throws AppError 400 for a text that this service never generates
 */
export function decodeSeedCursor(cursor: string | undefined): SeedCursor | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  const match = /^(\d{1,6})\.(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const found = { seed: Number(match?.[1]), position: Number(match?.[2]) };
  if (found.seed < SEED_LIMIT && encodeSeedCursor(found) === cursor) return found;
  throw invalidField('cursor', 'cursor is malformed');
}
