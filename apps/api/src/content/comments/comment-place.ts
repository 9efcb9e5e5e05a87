import type { listComments, QueryOf } from '@social-feed/contracts';
import { invalidField } from '../../platform/http/errors.js';
import { pageOffset, refuseBeyondDepth } from '../../platform/http/paging.js';

/** Which comments of which listing a page has. */
export interface Place {
  listing: number | undefined;
  skip: number;
  limit: number;
}

export const encodeCursor = (listing: number, skip: number): string =>
  Buffer.from(`${listing}.${skip}`).toString('base64url');

/** @throws AppError 400 for a cursor that this service never generates */
export function placeOf({ cursor, listing, page, limit }: QueryOf<typeof listComments>): Place {
  if (cursor === undefined || cursor === '') {
    return {
      listing: listing === undefined ? undefined : Number(listing),
      skip: pageOffset({ page, limit }),
      limit,
    };
  }
  const match = /^(\d{1,15})\.(\d{1,5})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const place = { listing: Number(match?.[1]), skip: Number(match?.[2]), limit };
  if (match === null || encodeCursor(place.listing, place.skip) !== cursor) {
    throw invalidField('cursor', 'cursor is malformed');
  }
  refuseBeyondDepth(place.skip + limit);
  return place;
}
