import { UPLOAD_LIMITS, uploadMedia } from '@social-feed/contracts';
import { Router, type Request, type Response } from 'express';
import type { AppContext } from '../../context.js';
import { createConcurrencyLimit } from '../../platform/http/concurrency.js';
import { AppError } from '../../platform/http/errors.js';
import { spend, type Budget } from '../../platform/http/rate-limit.js';
import { route, type RouteHandler } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { tellOfFullDisk } from './media.service.js';
import { createFormReader } from './receive-form.js';
import { serveUpload } from './serve-upload.js';

/** What ten pictures and two clips with their still frames take, and the form around them. */
const FORM_BYTES =
  10 * UPLOAD_LIMITS.imageBytes + 2 * (UPLOAD_LIMITS.videoBytes + UPLOAD_LIMITS.posterBytes) + 100_000;
/** Milliseconds for decoding, beyond the time for sending. */
const ENCODE_WITHIN = 2 * 60_000;
/** More than anybody posts, less than would keep a core busy all day. */
const UPLOAD_BUDGET: Budget = { name: 'upload', limit: 300, window: 60 * 60_000 };

/** Uploads under way at once. Receiving costs next to nothing, and takes as long as the sender's line is slow. */
const AT_ONCE = 250;
/** Those of one user, so that nobody holds the places of all. The web app sends three. */
const AT_ONCE_PER_USER = 6;

/** Files of uploads, and uploading. */
export function mediaRoutes(ctx: AppContext): Router {
  const router = Router();
  const { storage, access, service } = ctx.media;
  const { uploadWithin } = ctx.config.limits;
  const receive = createFormReader(ctx.media.incoming, FORM_BYTES);
  const places = createConcurrencyLimit(AT_ONCE);
  const ofUsers = createConcurrencyLimit(AT_ONCE, AT_ONCE_PER_USER);

  const { requestDeadline: deadline } = ctx.config.limits;
  router.get('/media/:id/:name', serveUpload({ storage, access, deadline }));

  const receiveAndKeep = async (viewer: Viewer, req: Request, res: Response) => {
    await spend(ctx, UPLOAD_BUDGET, viewer.id);
    const left = new AbortController();
    res.once('close', () => left.abort());
    try {
      const form = await receive(req, res);
      try {
        return { message: 'Files uploaded', data: await service.keep(viewer.id, form.files, left.signal) };
      } finally {
        await form.discard();
      }
    } catch (error) {
      throw tellOfFullDisk(error);
    }
  };
  const upload: RouteHandler<typeof uploadMedia> = ({ viewer, req, res }) => {
    if (typeof req.is('multipart/form-data') !== 'string') {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Files must be sent as multipart/form-data');
    }
    return ofUsers.run(() => receiveAndKeep(viewer, req, res), viewer.id);
  };
  route(ctx, router, uploadMedia, upload, {
    deadline: uploadWithin + ENCODE_WITHIN,
    places,
    takesFiles: true,
  });
  return router;
}
