import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { native, type Native } from '../../platform/db/native.js';
import type { MediaFileRecord } from './media-file.model.js';
import type { DueUpload, UploadUses } from './upload-uses.js';

const BATCH = 100;
/** Failures in a row after which the store counts as away. */
const FAILURES_MAX = 3;
const RETRY_AFTER = 10 * 60_000;
/** A file that still comes in is younger. Milliseconds. */
const INCOMING_OLD = 60 * 60_000;

interface Parts {
  files: Model<MediaFileRecord>;
  uses: Pick<UploadUses, 'removeUnlessUsed'>;
  /** Folder of files that are being received. */
  incoming: string;
  now: () => Date;
  log: Logger;
}

/** Looks at the uploads whose time has come and removes those that nothing uses. */
export class UploadSweep {
  private readonly files: Native<MediaFileRecord>;

  constructor(private readonly parts: Parts) {
    this.files = native(parts.files);
  }

  /** Goes through all that are due. @returns how many were removed */
  async run(signal?: AbortSignal): Promise<number> {
    await this.removeOldIncoming();
    let removed = 0;
    for (let due = await this.due(); due.length > 0; due = await this.due()) {
      signal?.throwIfAborted();
      removed += await this.handle(due);
    }
    if (removed > 0) this.parts.log.info({ removed }, 'unused uploads were removed');
    return removed;
  }

  private due(): Promise<DueUpload[]> {
    return this.files
      .find({ checkAt: { $lte: this.parts.now() } })
      .sort({ checkAt: 1 })
      .limit(BATCH)
      .toArray();
  }

  private async handle(due: readonly DueUpload[]): Promise<number> {
    let removed = 0;
    let failures = 0;
    for (const upload of due) {
      try {
        if (await this.parts.uses.removeUnlessUsed(upload)) removed += 1;
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures === FAILURES_MAX) throw error;
        const checkAt = new Date(this.parts.now().getTime() + RETRY_AFTER);
        await this.files.updateOne({ _id: upload._id }, { $set: { checkAt } });
      }
    }
    return removed;
  }

  /** What a process that was killed left of uploads that it was receiving; by the disk's clock, which set their dates. */
  private async removeOldIncoming(): Promise<void> {
    const { incoming } = this.parts;
    const names = await readdir(incoming).catch(() => []);
    for (const name of names) {
      const path = join(incoming, name);
      const found = await stat(path).catch(() => null);
      if (found !== null && Date.now() - found.mtimeMs > INCOMING_OLD) await rm(path, { force: true });
    }
  }
}
