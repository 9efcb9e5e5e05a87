import { randomBytes } from 'node:crypto';
import type { UploadedMedia } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Types } from 'mongoose';
import { AppError } from '../../platform/http/errors.js';
import { isNewAccount } from '../../platform/http/rate-limit.js';
import type { Platform } from '../../platform/platform.js';
import { prepareUpload, refuse, type IncomingFile, type PreparedUpload } from './prepare-upload.js';
import type { Encoders } from './encoders.js';
import { UNUSED_FOR } from '../../community/uploads/upload-uses.js';
import type { Uploads } from '../../community/uploads/uploads.feature.js';
import { later } from '../../platform/time.js';

interface KeeperDeps
  extends
    Pick<Platform, 'now' | 'log'>,
    Pick<Platform['config']['media'], 'quotaBytes' | 'firstDayBytes' | 'imageBytes' | 'videoBytes'> {
  uploads: Pick<Uploads, 'files' | 'storage' | 'addresses' | 'remove'>;
  encoders: Encoders;
}

/** Creates the function that stores uploads. */
export function createKeeper(deps: KeeperDeps) {
  const { uploads, encoders, now, log } = deps;
  const { files, storage, addresses } = uploads;

  /** Removes an incomplete upload. If the storage is unavailable, the sweep removes it later by its record. */
  async function forget(id: string): Promise<void> {
    await uploads.remove(id).catch(async (error: unknown) => {
      log.warn({ err: error }, 'an upload that failed is removed later');
      const due = { checkAt: now(), removingAt: now() };
      await files.updateOne({ _id: id }, { $set: due }).catch(() => undefined);
    });
  }

  /** Writes the record before it checks the sum, so that parallel uploads cannot exceed the quota together. */
  async function reserve(id: string, userId: string, { kind, bytes, facts }: PreparedUpload): Promise<void> {
    const user = new Types.ObjectId(userId);
    const createdAt = now();
    const checkAt = later(createdAt, UNUSED_FOR);
    await files.create([{ _id: id, user, kind, bytes, facts, createdAt, checkAt }]);
    const [row] = await files.aggregate<{ total: number }>([
      { $match: { user } },
      { $group: { _id: null, total: { $sum: '$bytes' } } },
    ]);
    const { quotaBytes, firstDayBytes } = deps;
    const most = isNewAccount(userId, createdAt) ? Math.min(quotaBytes, firstDayBytes) : quotaBytes;
    if ((row?.total ?? 0) > most) {
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        t`Your space for uploads is used up. Delete posts with pictures or videos, or choose smaller files`,
      );
    }
  }

  /**
   * Stores uploaded files, all or none, and returns them as media for posts.
   * @param signal aborts when the client disconnects; nothing is stored then
   * @throws AppError 400 for a broken file or another kind, 413 for a file too big or over the user's quota, 503 if
   *   the storage is unavailable, 507 if it is full
   */
  return async (
    userId: string,
    incoming: readonly IncomingFile[],
    signal?: AbortSignal,
  ): Promise<UploadedMedia[]> => {
    if (incoming.length === 0) throw refuse(t`Choose at least one file`);
    const kept: string[] = [];
    try {
      const media: UploadedMedia[] = [];
      for (const file of incoming) {
        const prepared = await encoders.run(userId, () => {
          signal?.throwIfAborted();
          return prepareUpload(file, signal, deps);
        });
        const id = randomBytes(16).toString('hex');
        kept.push(id);
        await reserve(id, userId, prepared);
        for (const { name, source } of prepared.files) {
          signal?.throwIfAborted();
          await storage.put(`${id}/${name}`, source, signal);
        }
        const { kind, main, facts, note } = prepared;
        const described = addresses.describe(addresses.of(`${id}/${main}`), id, kind, facts);
        media.push(note === undefined ? described : { ...described, note });
      }
      signal?.throwIfAborted();
      return media;
    } catch (error) {
      for (const id of kept) await forget(id);
      throw error;
    }
  };
}
