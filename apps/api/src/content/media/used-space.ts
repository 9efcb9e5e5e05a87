import type { Model, Types } from 'mongoose';
import type { Platform } from '../../platform/platform.js';
import { MINUTE } from '../../platform/time.js';
import type { MediaFileRecord } from '../../community/uploads/media-file.model.js';

/** Milliseconds for which the sum of all uploads is kept. */
const USED_KEPT = 5 * MINUTE;

/** Of a user or of all. */
export interface SizeOfUploads {
  files: number;
  bytes: number;
}

/** What the uploads take, of all users and of one. */
export function createUsedSpace(files: Model<MediaFileRecord>, now: Platform['now']) {
  /** The last sum of all uploads, because it reads the index of all of them. */
  let used = { at: -Infinity, bytes: 0 };
  return {
    /** Bytes of all uploads, at most five minutes old. */
    async usedBytes(): Promise<number> {
      const time = now().getTime();
      if (time - used.at >= USED_KEPT) {
        const [found] = await files.aggregate<{ bytes: number }>([
          { $group: { _id: null, bytes: { $sum: '$bytes' } } },
        ]);
        used = { at: time, bytes: found?.bytes ?? 0 };
      }
      return used.bytes;
    },

    /** How many uploads a user has, and their bytes. */
    async sizeOf(user: Types.ObjectId): Promise<SizeOfUploads> {
      const [size] = await files.aggregate<SizeOfUploads>([
        { $match: { user } },
        { $group: { _id: null, files: { $sum: 1 }, bytes: { $sum: '$bytes' } } },
        { $project: { _id: 0 } },
      ]);
      return size ?? { files: 0, bytes: 0 };
    },

    /** Returns the users whose uploads take most. @param most how many */
    biggest: (most: number): Promise<(SizeOfUploads & { user: Types.ObjectId })[]> =>
      files.aggregate([
        { $group: { _id: '$user', files: { $sum: 1 }, bytes: { $sum: '$bytes' } } },
        { $sort: { bytes: -1, _id: 1 } },
        { $limit: most },
        { $project: { _id: 0, user: '$_id', files: 1, bytes: 1 } },
      ]),
  };
}
