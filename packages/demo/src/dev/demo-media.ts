import { join } from 'node:path';
import { IMAGE_WIDTHS } from '@social-feed/contracts';
import express, { type Response, type Router } from 'express';
import sharp from 'sharp';

/** The widest is the file itself. */
const SMALLER = IMAGE_WIDTHS.slice(0, -1).map(String);

const inert = (res: Pick<Response, 'setHeader'>): void => {
  res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  res.setHeader('X-Content-Type-Options', 'nosniff');
};

/** A picture no wider than this, encoded as the API does uploads. Rejects where there is no such file. */
const shrink = (file: string, width: number): Promise<Buffer> =>
  sharp(file).resize({ width, withoutEnlargement: true }).webp({ quality: 80, effort: 3 }).toBuffer();

/**
 * Pictures and clips of the demo data, by names that change with their content: cached for good, in ranges, and inert
 * even if a file should hold a script. Pictures come in the smaller widths of uploads too, each made when it is first
 * asked for and kept: some twenty kilobytes for every picture of the folder.
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
  );
  return router;
}
