import { PAGE } from '@social-feed/contracts';
import { invalidField } from './errors.js';
import { seal, unseal } from '../seal.js';

/**
 * Where a page begins in a sorted list, which passes over all that stands before it.
 * @throws AppError 400 beyond the depth that pages reach
 */
export function pageOffset({ page, limit }: { page: number; limit: number }): number {
  refuseBeyondDepth(page * limit);
  return (page - 1) * limit;
}

/** @throws AppError 400 where a page of a sorted list ends further down than pages reach */
export function refuseBeyondDepth(end: number): void {
  if (end <= PAGE.depthMax) return;
  throw invalidField(
    'page',
    `Pages reach the first ${PAGE.depthMax} entries; narrow the list or follow nextCursor`,
  );
}

/** Makes cursors that name the last entry of a page, and reads them back. */
export class CursorSealer {
  constructor(private readonly key: Buffer) {}

  /** @param list names the list and its order; a cursor is good for no other */
  seal(list: string, position: unknown): string {
    return seal(this.key, list, position);
  }

  /** @throws AppError 400 for a cursor that was changed or belongs to another list */
  unseal(list: string, cursor: string): unknown {
    const position = unseal(this.key, list, cursor);
    if (position === undefined) throw invalidField('cursor', 'cursor is malformed');
    return position;
  }
}
