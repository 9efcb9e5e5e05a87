import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOAD_LIMITS, uploadMedia } from '@social-feed/contracts';
import { Router, type Request, type Response } from 'express';
import multer from 'multer';
import type { AppContext } from '../context.js';
import { AppError } from '../http/errors.js';
import { route, type RouteHandler } from '../http/route.js';
import { diskStorage } from './media-storage.js';
import { keepUploads, type IncomingFile } from './media.service.js';

/** Milliseconds that an upload may take: lines are slow. */
const UPLOAD_WITHIN = 5 * 60_000;

/** Whether a request brings files, which nothing else may. */
export const takesFiles = (req: Request) =>
  req.method === 'POST' && /^(\/api)?\/media\/?(\?|$)/i.test(req.url);

/** Files of uploads, and uploading (security 21, 31). */
export function mediaRoutes(ctx: AppContext): Router {
  const router = Router();
  const storage = diskStorage(join(ctx.config.media.directory, 'files'));
  const incoming = join(ctx.config.media.directory, 'incoming');
  const receive = createReceiver(incoming);

  router.use('/media', storage.serve);
  const upload: RouteHandler<typeof uploadMedia> = async ({ viewer, req, res }) => {
    if (req.is('multipart/form-data') === false || req.is('multipart/form-data') === null) {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Files must be sent as multipart/form-data');
    }
    await mkdir(incoming, { recursive: true });
    const files = await receive(req, res);
    try {
      return { message: 'Files uploaded', data: await keepUploads(ctx, storage, viewer.id, files) };
    } finally {
      await Promise.all(files.map(({ path }) => rm(path, { force: true })));
    }
  };
  route(ctx, router, uploadMedia, upload, { deadline: UPLOAD_WITHIN });
  return router;
}

/** Reads `files` of a form into a folder, under names of our own; what is refused or cut off leaves nothing there. */
function createReceiver(directory: string): (req: Request, res: Response) => Promise<IncomingFile[]> {
  const read = multer({
    storage: multer.diskStorage({
      destination: directory,
      filename: (_req, _file, done) => done(null, randomBytes(16).toString('hex')),
    }),
    limits: {
      fileSize: UPLOAD_LIMITS.videoBytes,
      files: UPLOAD_LIMITS.filesMax,
      fields: 0,
      parts: UPLOAD_LIMITS.filesMax,
      headerPairs: 20,
    },
  }).array('files', UPLOAD_LIMITS.filesMax);

  return (req, res) =>
    new Promise((resolve, reject) => {
      void read(req, res, (error: unknown) => {
        if (error === undefined || error === null) resolve((req.files ?? []) as Express.Multer.File[]);
        else reject(refusalOf(error));
      });
    });
}

const TOO_MUCH = new Set(['LIMIT_FILE_SIZE', 'LIMIT_FILE_COUNT', 'LIMIT_PART_COUNT']);

function refusalOf(error: unknown): Error {
  if (error instanceof multer.MulterError) {
    return TOO_MUCH.has(error.code)
      ? new AppError('PAYLOAD_TOO_LARGE', 'At most 10 pictures of 10 MB and 2 clips of 50 MB')
      : new AppError('VALIDATION_FAILED', 'Send the files as "files" of a form', { cause: error });
  }
  if (error instanceof Error && 'syscall' in error) return error;
  return new AppError('VALIDATION_FAILED', 'The upload cannot be read', { cause: error });
}
