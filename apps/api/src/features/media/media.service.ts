import { randomBytes } from 'node:crypto';
import type { UploadedMedia } from '@social-feed/contracts';
import { Types, type Model } from 'mongoose';
import { AppError } from '../../platform/http/errors.js';
import { isNewAccount } from '../../platform/http/rate-limit.js';
import type { Platform } from '../../platform/platform.js';
import type { MediaStorage } from '../../platform/storage/media-storage.js';
import type { MediaFileRecord } from './media-file.model.js';
import { prepareUpload, refuse, type IncomingFile, type PreparedUpload } from './prepare-upload.js';
import { createTurns } from './turns.js';
import type { UploadAddresses } from './upload-address.js';
import { UNUSED_FOR, type UploadUses } from './upload-uses.js';

interface KeeperDeps
  extends
    Pick<Platform, 'now' | 'log'>,
    Pick<Platform['config']['media'], 'quotaBytes' | 'firstDayBytes' | 'encodersMax'> {
  files: Model<MediaFileRecord>;
  storage: Pick<MediaStorage, 'put'>;
  uses: Pick<UploadUses, 'remove'>;
  addresses: UploadAddresses;
}

/** Makes what keeps uploads. */
export function createKeeper(deps: KeeperDeps) {
  const { files, storage, uses, addresses, now, log } = deps;
  const turns = createTurns(deps.encodersMax);

  /** Takes back what was begun. Where the store is away it is left to the sweep, which finds it by its record. */
  async function forget(id: string): Promise<void> {
    await uses.remove(id).catch(async (error: unknown) => {
      log.warn({ err: error }, 'an upload that failed is removed later');
      const due = { checkAt: now(), removingAt: now() };
      await files.updateOne({ _id: id }, { $set: due }).catch(() => undefined);
    });
  }

  /** Counts first and looks then, so that parallel uploads cannot pass the quota together. */
  async function reserve(id: string, userId: string, { kind, bytes, facts }: PreparedUpload): Promise<void> {
    const user = new Types.ObjectId(userId);
    const createdAt = now();
    const checkAt = new Date(createdAt.getTime() + UNUSED_FOR);
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
        'Your space for uploads is used up. Delete posts with pictures or videos, or choose smaller files',
      );
    }
  }

  /**
   * Keeps uploaded files, all or none, and answers them as posts take them.
   * @param signal of a sender who left: nothing is kept
   * @throws AppError 400 for what is no picture or clip, or a broken one, 413 where too big or over the user's quota,
   *   503 where the store is away, 507 where it is full
   */
  return async (
    userId: string,
    incoming: readonly IncomingFile[],
    signal?: AbortSignal,
  ): Promise<UploadedMedia[]> => {
    if (incoming.length === 0) throw refuse('Choose at least one file');
    const kept: string[] = [];
    try {
      const media: UploadedMedia[] = [];
      for (const file of incoming) {
        const prepared = await turns.run(userId, () => {
          signal?.throwIfAborted();
          return prepareUpload(file, signal);
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
