import { UPLOAD_LIMITS, uploadMedia } from '@social-feed/contracts';
import { Router, type Request, type Response } from 'express';
import type { AppContext } from '../../context.js';
import { AppError } from '../../platform/http/errors.js';
import { spend, type Budget } from '../../platform/http/rate-limit.js';
import { route, type RouteHandler } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { tellOfFullDisk } from './media.service.js';
import { perUser } from './per-user.js';
import { createFormReader } from './receive-form.js';
import { serveUpload } from './serve-upload.js';

/** What ten pictures and two clips with their still frames take, and the form around them. */
const FORM_BYTES =
  10 * UPLOAD_LIMITS.imageBytes + 2 * (UPLOAD_LIMITS.videoBytes + UPLOAD_LIMITS.posterBytes) + 100_000;
/** Milliseconds for decoding, beyond the time for sending. */
const ENCODE_WITHIN = 2 * 60_000;
/** More than anybody posts, less than would keep a core busy all day. */
const UPLOAD_BUDGET: Budget = { name: 'upload', limit: 300, window: 60 * 60_000 };

/** Uploads of one user under way at once, so that nobody holds the places of all. The web app sends three. */
const AT_ONCE_PER_USER = 6;

/** Whether a request brings files, which nothing else may. */
export const takesFiles = (req: Request) =>
  req.method === 'POST' && /^(\/api)?\/media\/?(\?|$)/i.test(req.url);

/** Files of uploads, and uploading (security 21, 31). */
export function mediaRoutes(ctx: AppContext): Router {
  const router = Router();
  const { storage, access, service } = ctx.media;
  const { uploadWithin, uploadPace } = ctx.config.limits;
  const receive = createFormReader(ctx.media.incoming, {
    ...uploadPace,
    within: uploadWithin,
    most: FORM_BYTES,
  });

  const onlyAFew = perUser(AT_ONCE_PER_USER);

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
    if (req.is('multipart/form-data') === false || req.is('multipart/form-data') === null) {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Files must be sent as multipart/form-data');
    }
    return onlyAFew(viewer.id, () => receiveAndKeep(viewer, req, res));
  };
  route(ctx, router, uploadMedia, upload, { deadline: uploadWithin + ENCODE_WITHIN });
  return router;
}
