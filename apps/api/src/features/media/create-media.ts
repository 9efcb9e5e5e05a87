import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Background } from '../../platform/jobs/background.js';
import type { Config } from '../../platform/config/config.js';
import { Lease } from '../../platform/jobs/lease.js';
import { native } from '../../platform/db/native.js';
import type { Models } from '../../models.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { diskStorage, type MediaStorage } from '../../platform/storage/media-storage.js';
import { MediaService } from './media.service.js';
import { s3Storage } from '../../platform/storage/s3-storage.js';
import { UploadAccess } from './upload-access.js';
import { UploadAddresses } from './upload-address.js';
import { UploadSweep } from './upload-sweep.js';
import { UploadUses } from './upload-uses.js';

const MINUTE = 60_000;
const SWEEP = { every: 10 * MINUTE, lease: 5 * MINUTE };

interface Parts {
  config: Pick<Config, 'apiOrigin' | 'allowedOrigins' | 'media'>;
  models: Models;
  /** Instead of the one that is configured. */
  storage?: MediaStorage | undefined;
  now: () => Date;
  log: Logger;
  background: Background;
}

export type MediaParts = ReturnType<typeof createMedia>;

/** Uploads, put together: the store, taking files in, giving them out, and removing what nobody uses. */
export function createMedia({ config, models, now, log, background, ...given }: Parts) {
  const { directory, quotaBytes, s3 } = config.media;
  const incoming = join(directory, 'incoming');
  const storage = given.storage ?? (s3 === null ? diskStorage(join(directory, 'files')) : s3Storage(s3));
  const addresses = new UploadAddresses(config.apiOrigin, config.allowedOrigins);
  const uses = new UploadUses({ models, storage, addresses, now, log });
  const sweep = new UploadSweep({
    models,
    uses,
    lease: new Lease(native(models.Lease), 'upload-sweep', SWEEP.lease, now),
    incoming,
    now,
    log,
  });
  return {
    storage,
    /** Folder of files that are being received. */
    incoming,
    uses,
    sweep,
    access: new UploadAccess(models),
    service: new MediaService({
      models,
      storage,
      addresses,
      quotaBytes,
      encodersMax: Math.max(1, availableParallelism() - 1),
      now,
      log,
    }),
    /** Begins the work beside the requests; it ends with the background. */
    startBackground(): void {
      const sweeps = new Periodic({ name: 'upload sweep', ...SWEEP, run: () => sweep.run(), log });
      background.register(sweeps);
      sweeps.start();
    },
  };
}
