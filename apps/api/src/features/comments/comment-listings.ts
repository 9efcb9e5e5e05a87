import { createHash } from 'node:crypto';
import type { Types } from 'mongoose';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import type { Native } from '../../platform/db/native.js';
import type { CommentListingRecord } from './comment.model.js';

const MINUTE = 60_000;
/** The contract has at most 15 digits. */
const LISTINGS = 10n ** 15n;

interface Listing {
  listing: number;
  until: Date;
}

/**
 * Smart orders that are being read, half an hour long. An order is kept under a hash of its ids, so that all who read
 * the same order share one record, and reading writes at most once a minute however often it is done.
 */
export class CommentListings {
  constructor(
    private readonly records: Native<CommentListingRecord>,
    private readonly now: () => Date,
  ) {}

  async find(post: Types.ObjectId, listing: number): Promise<(Listing & { ids: Types.ObjectId[] }) | null> {
    const record = await this.records.findOne({ _id: listing, post });
    return record === null ? null : { listing, ids: record.ids, until: record.until };
  }

  /**
   * Keeps an order for those who go on reading it.
   * @param isOpen whether comments follow below the ranked ones: then an order is one of its minute
   */
  async keep(post: Types.ObjectId, ids: Types.ObjectId[], isOpen: boolean): Promise<Listing> {
    const now = this.now();
    const minute = new Date(Math.floor(now.getTime() / MINUTE) * MINUTE);
    const hash = createHash('sha256').update(post.id);
    for (const { id } of ids) hash.update(id);
    if (isOpen) hash.update(String(minute.getTime()));
    const _id = Number(hash.digest().readBigUInt64BE() % LISTINGS);
    const until = isOpen ? minute : now;
    const kept = await this.records.findOne({ _id, post }, { projection: { until: 1, createdAt: 1 } });
    if (kept === null) {
      await this.records.insertOne({ _id, post, ids, until, createdAt: now }).catch((error: unknown) => {
        // Another reader was quicker.
        if (!isDuplicateKey(error)) throw error;
      });
    } else if (now.getTime() - kept.createdAt.getTime() > MINUTE) {
      await this.records.updateOne({ _id, post }, { $set: { createdAt: now } });
    }
    return { listing: _id, until: kept?.until ?? until };
  }
}
