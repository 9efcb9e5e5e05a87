import { join } from 'node:path';
import type { Platform } from '../../platform/platform.js';
import { diskStorage, type MediaStorage } from '../../platform/storage/media-storage.js';
import { s3Storage } from '../../platform/storage/s3-storage.js';
import { mediaFileModel } from './media-file.model.js';
import { createUploadAddresses } from './upload-address.js';
import { createUploadUses, type IsNamed } from './upload-uses.js';

interface UploadsDeps extends Pick<Platform, 'config' | 'connection' | 'now' | 'log'> {
  /** Replaces the configured storage. */
  storage?: MediaStorage | undefined;
}

export type Uploads = ReturnType<typeof createUploads>;

/** Uploaded files: their records, addresses and storage, and what uses them. `media` receives and serves them. */
export function createUploads({ config, connection, now, log, ...deps }: UploadsDeps) {
  const { directory, s3 } = config.media;
  const storage = deps.storage ?? (s3 === null ? diskStorage(join(directory, 'files')) : s3Storage(s3));
  const addresses = createUploadAddresses(config.apiOrigin, config.allowedOrigins);
  const files = mediaFileModel(connection);
  let users: readonly IsNamed[] | undefined;
  const isNamed: IsNamed = async (upload, url) => {
    // Until it is known who uses uploads, none is unused.
    if (users === undefined) return true;
    for (const names of users) if (await names(upload, url)) return true;
    return false;
  };
  const uses = createUploadUses({ files, isNamed, storage, addresses, now, log });
  return {
    ...uses,
    files,
    storage,
    addresses,
    /** Registers the checks whether an upload is in use, one for each feature that stores addresses of uploads. */
    usedBy(...features: IsNamed[]): void {
      users = features;
    },
  };
}
