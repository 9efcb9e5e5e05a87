import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Model } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import type { Platform } from '../../platform/platform.js';
import { HOUR, MINUTE, later } from '../../platform/time.js';
import type { MediaFileRecord } from './media-file.model.js';
import type { UploadUses } from './upload-uses.js';

const BATCH = 100;
/** Consecutive failures after which the storage counts as unavailable. */
const FAILURES_MAX = 3;
const RETRY_AFTER = 10 * MINUTE;
/** Milliseconds. Files being received are younger. */
const INCOMING_OLD = HOUR;

interface Parts extends Pick<Platform, 'now' | 'log'> {
  files: Model<MediaFileRecord>;
  uploads: Pick<UploadUses, 'removeUnlessUsed'>;
  /** Folder of files that are being received. */
  incoming: string;
}

/** Checks all due uploads and removes the unused ones. @returns how many were removed */
export async function sweepUploads(
  { files, uploads, incoming, now, log }: Parts,
  signal?: AbortSignal,
): Promise<number> {
  const records = collectionOf(files);
  const findDue = () =>
    records
      .find({ checkAt: { $lte: now() } })
      .sort({ checkAt: 1 })
      .limit(BATCH)
      .toArray();

  await removeOldIncoming(incoming);
  let removed = 0;
  for (let due = await findDue(); due.length > 0; due = await findDue()) {
    signal?.throwIfAborted();
    let failures = 0;
    for (const upload of due) {
      try {
        if (await uploads.removeUnlessUsed(upload)) removed += 1;
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures === FAILURES_MAX) throw error;
        const checkAt = later(now(), RETRY_AFTER);
        await records.updateOne({ _id: upload._id }, { $set: { checkAt } });
      }
    }
  }
  if (removed > 0) log.info({ removed }, 'unused uploads were removed');
  return removed;
}

/** Removes partial uploads of killed processes. Uses the system clock, which also set their dates. */
async function removeOldIncoming(incoming: string): Promise<void> {
  const names = await readdir(incoming).catch(() => []);
  for (const name of names) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > INCOMING_OLD) await rm(path, { force: true });
  }
}
