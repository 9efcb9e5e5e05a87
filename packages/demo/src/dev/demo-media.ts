import express, { type Router } from 'express';

/**
 * Pictures and clips of the demo data, by names that change with their content: cached for good, in ranges, and inert
 * even if a file should hold a script.
 */
export function demoMedia(directory: string): Router {
  const router = express.Router();
  router.use(
    '/demo-media',
    express.static(directory, {
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (res) => {
        res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
        res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
        res.setHeader('X-Content-Type-Options', 'nosniff');
      },
    }),
  );
  return router;
}
