import { IMAGE_WIDTHS } from '@social-feed/contracts';
import type { RequestHandler } from 'express';
import { createConcurrencyLimit } from '../../platform/http/concurrency.js';
import { serviceUnavailable } from '../../platform/http/errors.js';
import type { MediaStorage } from '../../platform/storage/media-storage.js';
import { SECOND } from '../../platform/time.js';
import { withTimeout } from '../../platform/with-timeout.js';
import type { MediaAddresses } from '../../community/users/media-addresses.js';
import { remoteKey, type RemotePictures } from './remote-pictures.js';

const NAMES: ReadonlySet<string> = new Set([...IMAGE_WIDTHS.map((width) => `${width}.webp`), 'fallback.jpg']);
/** Longer than most pictures take. The fetch continues after that, for the next reader. */
const WAIT_MAX = 15 * SECOND;
const RETRY_AFTER_SECONDS = 5;
/** Maximum number of concurrent requests that wait for a picture or the storage. */
const BEGINNING_MAX = 500;

export interface ServeRemotePictureDeps {
  addresses: Pick<MediaAddresses, 'openSigned'>;
  pictures: Pick<RemotePictures, 'ensure'>;
  storage: Pick<MediaStorage, 'serve'>;
}

/** Serves pictures of other sites at `/media/remote/:id/:address/:name`, of signed addresses only. */
export function serveRemotePicture({
  addresses,
  pictures,
  storage,
}: ServeRemotePictureDeps): RequestHandler<{ id: string; address: string; name: string }> {
  const slots = createConcurrencyLimit(BEGINNING_MAX);
  return async (req, res, next) => {
    const { id, address, name } = req.params;
    const url = NAMES.has(name) ? addresses.openSigned(id, address) : undefined;
    if (url === undefined) {
      next();
      return;
    }
    const late = () => serviceUnavailable(new Error('A picture takes long'), RETRY_AFTER_SECONDS);
    const wait = () => withTimeout(WAIT_MAX, undefined, (signal) => pictures.ensure(id, url, signal), late);
    const isStored = await slots.run(wait);
    if (res.destroyed) return;
    if (isStored) await storage.serve(`${remoteKey(id)}/${name}`, req, res, next);
    else next();
  };
}
