import type { RequestHandler } from 'express';
import { createConcurrencyLimit } from '../../platform/http/concurrency.js';
import { serviceUnavailable } from '../../platform/http/errors.js';
import type { MediaStorage } from '../../platform/storage/media-storage.js';
import { within } from '../../platform/within.js';
import type { UploadAccess } from './upload-access.js';
import { isUploadKey } from './upload-address.js';

/** Readers for whom the database or the store is asked at once. Files under way to their readers do not count. */
const BEGINNING_MAX = 250;

export interface ServeUploadDeps {
  storage: Pick<MediaStorage, 'serve'>;
  access: Pick<UploadAccess, 'isShown'>;
  /** Milliseconds until an answer that has not begun is 503. */
  deadline: number;
}

/** Answers `/media/:id/:name` with a file of an upload. */
export function serveUpload({
  storage,
  access,
  deadline,
}: ServeUploadDeps): RequestHandler<{ id: string; name: string }> {
  const places = createConcurrencyLimit(BEGINNING_MAX);
  return async (req, res, next) => {
    const { id, name } = req.params;
    const key = `${id}/${name}`;
    if (!isUploadKey(key)) {
      next();
      return;
    }
    const release = places.acquire();
    const late = AbortSignal.timeout(deadline);
    res.once('close', release);
    late.addEventListener('abort', release, { once: true });
    try {
      const isShown = await within(deadline, undefined, () => access.isShown(id), serviceUnavailable);
      if (isShown) await storage.serve(key, req, res, next, late);
      else next();
    } finally {
      release();
    }
  };
}
