import { join } from 'node:path';
import { IMAGE_WIDTHS } from '@social-feed/contracts';
import express, { type ErrorRequestHandler, type Response, type Router } from 'express';
import sharp from 'sharp';

/** The largest width is the original file. */
const SMALLER = IMAGE_WIDTHS.slice(0, -1).map(String);

const inert = (res: Pick<Response, 'setHeader'>): void => {
  res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  res.setHeader('X-Content-Type-Options', 'nosniff');
};

/** A range outside of a file. Its answer is not kept, as that of the file is. */
const refuseRange: ErrorRequestHandler = (error: { status?: number }, _req, res, next) => {
  if (error.status === 416 && !res.headersSent) res.status(416).set('Cache-Control', 'no-store').end();
  else next(error);
};

/** Resizes a picture to at most this width, encoded like uploads in the API. Rejects if the file does not exist. */
const shrink = (file: string, width: number): Promise<Buffer> =>
  sharp(file).resize({ width, withoutEnlargement: true }).webp({ quality: 80, effort: 3 }).toBuffer();

/**
 * Serves pictures and clips of the demo data, under names that change with their content: cached as immutable, with
 * ranges, and inert even if a file contains a script. Pictures are also served in the smaller widths of uploads,
 * each created on its first request and cached in memory: about twenty kilobytes per picture of the folder.
 */
export function demoMedia(directory: string): Router {
  const router = express.Router();
  const made = new Map<string, Promise<Buffer>>();
  router.get('/demo-media/:width/pictures/:name', async (req, res, next) => {
    const { width, name } = req.params;
    if (!SMALLER.includes(width) || !/^[\w-]+\.webp$/.test(name)) {
      next();
      return;
    }
    const key = `${width}/${name}`;
    const picture = made.get(key) ?? shrink(join(directory, 'pictures', name), Number(width));
    made.set(key, picture);
    try {
      const body = await picture;
      inert(res);
      res.type('image/webp').send(body);
    } catch {
      made.delete(key);
      next();
    }
  });
  router.use(
    '/demo-media',
    express.static(directory, {
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: inert,
    }),
    refuseRange,
  );
  return router;
}
