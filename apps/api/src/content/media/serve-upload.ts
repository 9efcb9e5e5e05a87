import type { RequestHandler } from 'express';
import { Types, type Model } from 'mongoose';
import { createLookup } from '../../platform/db/batch-loader.js';
import { collectionOf } from '../../platform/db/collection-of.js';
import { createConcurrencyLimit } from '../../platform/http/concurrency.js';
import { serviceUnavailable } from '../../platform/http/errors.js';
import type { MediaStorage } from '../../platform/storage/media-storage.js';
import { LruCache } from '../../platform/lru-cache.js';
import { withTimeout } from '../../platform/with-timeout.js';
import type { MediaFileRecord } from '../../community/uploads/media-file.model.js';
import { isUploadKey } from '../../community/uploads/upload-address.js';
import { timeoutSignal } from '../../platform/timeout-signal.js';

/** Maximum number of concurrent requests waiting for the database or storage. Running downloads do not count. */
const BEGINNING_MAX = 250;

export interface ServeUploadDeps {
  storage: Pick<MediaStorage, 'serve'>;
  access: ReturnType<typeof createUploadAccess>;
  /** Milliseconds until a request without a response gets 503. */
  deadline: number;
}

/** Serves the files of uploads at `/media/:id/:name`. */
export function serveUpload({
  storage,
  access,
  deadline,
}: ServeUploadDeps): RequestHandler<{ id: string; name: string }> {
  const slots = createConcurrencyLimit(BEGINNING_MAX);
  return async (req, res, next) => {
    const { id, name } = req.params;
    // Ranges are for GET only (RFC 9110, 14.2).
    if (req.method === 'HEAD') delete req.headers.range;
    const key = `${id}/${name}`;
    if (!isUploadKey(key)) {
      next();
      return;
    }
    const release = slots.acquire();
    const late = timeoutSignal(deadline);
    res.once('close', release).once('close', late.clear);
    late.signal.addEventListener('abort', release, { once: true });
    try {
      const isShown = await withTimeout(deadline, undefined, () => access.isShown(id), serviceUnavailable);
      if (isShown) await storage.serve(key, req, res, next, late.signal);
      else next();
    } finally {
      release();
    }
  };
}

const OWNERS_REMEMBERED = 20_000;
const READ_MAX = 200;

/**
 * Decides whether the files of an upload are shown: not while its owner is suspended. The owner of an upload never
 * changes and is cached. The suspension is read each time, batched with concurrent requests.
 */
export function createUploadAccess(
  files: Model<MediaFileRecord>,
  suspendedAmong: (users: Types.ObjectId[]) => Promise<{ _id: Types.ObjectId }[]>,
) {
  const owners = new LruCache<string, string>(OWNERS_REMEMBERED);
  const findFiles = createLookup<string, Pick<MediaFileRecord, '_id' | 'user'>>({
    read: (ids) =>
      collectionOf(files)
        .find({ _id: { $in: ids } }, { projection: { user: 1 } })
        .toArray(),
    keysOf: ({ _id }) => [_id],
    max: READ_MAX,
  });
  const findSuspended = createLookup<string, { _id: Types.ObjectId }>({
    read: (ids) => suspendedAmong(ids.map((id) => new Types.ObjectId(id))),
    keysOf: ({ _id }) => [_id.toHexString()],
    max: READ_MAX,
  });

  return {
    /** @param id of an upload; an unknown one is not shown */
    async isShown(id: string): Promise<boolean> {
      const owner = owners.get(id) ?? (await findFiles([id]))[0]?.user.toHexString();
      if (owner === undefined) return false;
      owners.set(id, owner);
      return (await findSuspended([owner]))[0] === undefined;
    },
  };
}
