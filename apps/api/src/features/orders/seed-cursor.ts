import { SEED_LIMIT } from '@social-feed/contracts';

/** Where a reading of a seed's order stands. */
export interface SeedCursor {
  seed: number;
  /** the next position of the order, or the place of a shuffled list to go on at */
  position: number;
}

/** Packs a position; it needs no protection, since any position of any seed may be read by anyone. */
export const encodeSeedCursor = ({ seed, position }: SeedCursor): string =>
  Buffer.from(`${seed}.${position}`).toString('base64url');

/** @returns `undefined` for a text that this service cannot have given */
export function decodeSeedCursor(cursor: string): SeedCursor | undefined {
  const match = /^(\d{1,6})\.(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match === null) return undefined;
  const seed = Number(match[1]);
  const position = Number(match[2]);
  return seed < SEED_LIMIT && encodeSeedCursor({ seed, position }) === cursor
    ? { seed, position }
    : undefined;
}
