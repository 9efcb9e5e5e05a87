import { POST_LIMITS, UPLOAD_LIMITS, uploadMedia, type UploadSizes } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Request, Response, Router } from 'express';
import type { Types } from 'mongoose';
import { createConcurrencyLimit } from '../../platform/http/concurrency.js';
import { AppError } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Mount } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { incomingFolder } from '../../platform/storage/writable-folder.js';
import { HOUR, MINUTE } from '../../platform/time.js';
import { createKeeper } from './media.service.js';
import { createFormReader } from './receive-form.js';
import { createUsedSpace } from './used-space.js';
import { createUploadAccess, serveUpload } from './serve-upload.js';
import { sweepUploads } from '../../community/uploads/upload-sweep.js';
import { createMediaAddresses } from '../../community/users/media-addresses.js';
import { remotePictureModel } from './remote-picture.model.js';
import { createRemotePictures } from './remote-pictures.js';
import { serveRemotePicture } from './serve-remote-picture.js';
import { createEncoders } from './encoders.js';
import type { Uploads } from '../../community/uploads/uploads.feature.js';

/** Room for the pictures and clips of a post, the clips' posters, and the form around them. */
const formBytes = ({ imageBytes, videoBytes }: UploadSizes) =>
  POST_LIMITS.imagesMax * imageBytes +
  POST_LIMITS.videosMax * (videoBytes + UPLOAD_LIMITS.posterBytes) +
  100_000;
/** Milliseconds for decoding, on top of the time for the transfer. */
const ENCODE_WITHIN = 2 * MINUTE;
/** More than any user posts, but too few to keep a core busy all day. */
const UPLOAD_LIMIT: RateLimit = { name: 'upload', limit: 300, firstDay: 100, window: HOUR };

/** Concurrent uploads. Receiving is cheap, and takes long on a slow connection. */
const AT_ONCE = 250;
/** Concurrent uploads per user, so that no user takes all slots. The web app uses three. */
const AT_ONCE_PER_USER = 6;

export interface MediaDeps extends Pick<
  Platform,
  'config' | 'connection' | 'jobs' | 'outbound' | 'now' | 'log'
> {
  uploads: Uploads;
  /** Returns the suspended users among these; their files are hidden. */
  suspendedAmong: (users: Types.ObjectId[]) => Promise<{ _id: Types.ObjectId }[]>;
}

export type Media = ReturnType<typeof createMedia>;

/** Creates the media feature: receives and serves uploads, and removes unused ones. */
export function createMedia({ config, connection, jobs, outbound, uploads, now, log, ...deps }: MediaDeps) {
  const incoming = incomingFolder(config.media.directory);
  const { files, storage } = uploads;
  const sweep = (signal?: AbortSignal) => sweepUploads({ files, uploads, incoming, now, log }, signal);
  const access = createUploadAccess(files, deps.suspendedAmong);
  const encoders = createEncoders(config.media.encodersMax);
  const keep = createKeeper({ uploads, encoders, ...config.media, now, log });
  const remote = createRemotePictures({
    pictures: remotePictureModel(connection),
    storage,
    outbound,
    encoders,
    incoming,
    keepFreeBytes: config.media.keepFreeBytes,
    now,
    log,
  });
  const sweeping = { timeLimit: 10 * MINUTE, every: 10 * MINUTE };
  jobs.define('upload-sweep', sweeping, async (_nothing, { signal }) => {
    await sweep(signal);
    await remote.sweep(signal);
  });

  return {
    ...createUsedSpace(files, now),
    sweep,
    remote,
    /** Mounts the routes of uploaded files, and of pictures of other sites. */
    serve(router: Router): void {
      const signed = { addresses: createMediaAddresses(config), pictures: remote, storage };
      router.get('/media/remote/:id/:address/:name', serveRemotePicture(signed));
      const deadline = config.limits.requestDeadline;
      router.get('/media/:id/:name', serveUpload({ storage, access, deadline }));
    },

    /** Removes all uploads of a user, even those in use. */
    async deleteOf(user: Types.ObjectId, signal: AbortSignal): Promise<void> {
      for await (const { _id } of files.find({ user }, { _id: 1 }).lean()) {
        signal.throwIfAborted();
        await uploads.remove(_id);
      }
    },

    routes(mount: Mount): void {
      const { keepFreeBytes } = config.media;
      const receive = createFormReader(incoming, formBytes(config.media), keepFreeBytes, config.media);
      const slots = createConcurrencyLimit(AT_ONCE);
      const ofUsers = createConcurrencyLimit(AT_ONCE, AT_ONCE_PER_USER);
      const receiveAndKeep = async (viewer: Viewer, req: Request, res: Response) => {
        const left = new AbortController();
        res.once('close', () => left.abort());
        const form = await receive(req, res);
        try {
          const data = await keep(viewer.id, form.files, left.signal);
          return { message: 'Files uploaded', data };
        } catch (error) {
          // If the client disconnected, any error is its fault, not the server's.
          if (!left.signal.aborted) throw error;
          throw new AppError('VALIDATION_FAILED', t`The upload was cut off`, { cause: error });
        } finally {
          await form.discard();
        }
      };
      const deadline = config.limits.uploadWithin + ENCODE_WITHIN;
      const options = { perAccount: UPLOAD_LIMIT, deadline, slots, takesFiles: true };
      mount(uploadMedia, options, ({ viewer, req, res }) => {
        if (typeof req.is('multipart/form-data') !== 'string') {
          throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Files must be sent as multipart/form-data');
        }
        return ofUsers.run(() => receiveAndKeep(viewer, req, res), viewer.id);
      });
    },
  };
}
