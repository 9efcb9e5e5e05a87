import { DRAFT_LIMITS } from '@social-feed/contracts';
import type { Types } from 'mongoose';
import { unchecked, type Collection } from '../../platform/db/collection-of.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError } from '../../platform/http/errors.js';
import type { DraftRecord } from './draft.model.js';

type Kind = 'draft' | 'scheduled';

const MOST: Record<Kind, number> = { draft: DRAFT_LIMITS.perUser, scheduled: DRAFT_LIMITS.scheduledPerUser };
const PLACES: Record<Kind, readonly string[]> = {
  draft: placesOf('draft'),
  scheduled: placesOf('scheduled'),
};

function placesOf(kind: Kind): string[] {
  return Array.from({ length: MOST[kind] }, (_, index) => `${kind} ${index}`);
}

/**
 * Limits drafts and scheduled posts. Each has one of its author's numbered places, which a unique index gives once, so
 * that the write itself holds the limit, however many calls run at once.
 */
export function createPlaces(drafts: Collection<DraftRecord>) {
  /** Gives a place to drafts without one: older ones, and posts that became drafts because they were refused. */
  async function freePlace(user: Types.ObjectId, kind: Kind): Promise<string | undefined> {
    const own = await drafts.find({ user }, { projection: { place: 1, publishAt: 1 } }).toArray();
    const taken = new Set(own.map(({ place }) => place));
    const free = PLACES[kind].filter((place) => !taken.has(place));
    for (const { _id, place, publishAt } of own) {
      if (place !== undefined || (publishAt === undefined) !== (kind === 'draft')) continue;
      const given = free.shift();
      if (given === undefined) return undefined;
      await drafts
        .updateOne(unchecked({ _id, place: { $exists: false } }), { $set: { place: given } })
        .catch(ignoreDuplicate);
    }
    return free[0];
  }

  /**
   * Runs a write that stores a free place.
   * @throws AppError 409 if the user has too many
   */
  return async function withPlace<T>(
    user: Types.ObjectId,
    isScheduled: boolean,
    write: (place: string) => Promise<T>,
  ): Promise<T> {
    const kind = isScheduled ? 'scheduled' : 'draft';
    // Each failed try means that another call took a place.
    for (let tries = 0; tries <= MOST[kind]; tries += 1) {
      const place = await freePlace(user, kind);
      if (place === undefined) break;
      try {
        return await write(place);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
    throw tooMany(isScheduled);
  };
}

function ignoreDuplicate(error: unknown): void {
  if (!isDuplicateKey(error)) throw error;
}

const tooMany = (isScheduled: boolean) =>
  new AppError(
    'CONFLICT',
    isScheduled
      ? `At most ${DRAFT_LIMITS.scheduledPerUser} posts can wait to be published`
      : `At most ${DRAFT_LIMITS.perUser} drafts can be kept. Delete or publish one first`,
  );
