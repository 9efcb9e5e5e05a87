import { SEED_LIMIT } from '@social-feed/contracts';

/** Where a reading by cursor stands. */
export interface FeedCursor {
  seed: number;
  /** the next position of the order */
  position: number;
}

/** Packs a position; it needs no protection, since any position of any seed may be read by anyone. */
export const encodeFeedCursor = ({ seed, position }: FeedCursor): string =>
  Buffer.from(`${seed}.${position}`).toString('base64url');

/** @returns `undefined` for a text that this service cannot have given */
export function decodeFeedCursor(cursor: string): FeedCursor | undefined {
  const match = /^(\d{1,6})\.(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match === null) return undefined;
  const seed = Number(match[1]);
  const position = Number(match[2]);
  return seed < SEED_LIMIT && encodeFeedCursor({ seed, position }) === cursor
    ? { seed, position }
    : undefined;
}
