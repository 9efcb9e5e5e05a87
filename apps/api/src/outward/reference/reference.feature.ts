import type { Endpoint } from '@social-feed/contracts';
import { Router, type Request, type Response } from 'express';
import type { Config } from '../../platform/config/config.js';
import { sendJson } from '../../platform/http/send-json.js';
import { openApiOf, type OpenApi } from './openapi.js';
import { VIEWER_FILES, VIEWER_POLICY, viewerPage } from './viewer.js';

/** A new version shows within minutes. Nothing here is user-specific. */
const CACHE = 'public, max-age=300';

/** `/api` if the client used it to reach the page, so that the page's links keep it. */
const prefixOf = (req: Request): '/api' | '' => (/^\/api(?=\/)/i.test(req.originalUrl) ? '/api' : '');

/**
 * The API reference, mounted at `/docs`, with the machine-readable form at `/docs/openapi.json`. It is generated
 * from the mounted endpoints and needs no database, so it works during an outage.
 */
export function referenceRoutes(
  { apiOrigin, webOrigin, production }: Pick<Config, 'apiOrigin' | 'webOrigin' | 'production'>,
  endpoints: readonly Endpoint[],
): Router {
  const router = Router();
  const documents: Record<string, OpenApi> = {};
  const documentAt = (prefix: string): OpenApi => {
    const server = prefix === '' ? apiOrigin : `${webOrigin}${prefix}`;
    return (documents[prefix] ??= openApiOf(endpoints, { server, production }));
  };
  const setCache = (res: Response) => res.setHeader('Cache-Control', CACHE);

  router.get('/', (req, res) => {
    setCache(res);
    res.setHeader('Content-Security-Policy', VIEWER_POLICY);
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.end(viewerPage(`${prefixOf(req)}/docs`));
  });
  router.get('/openapi.json', (req, res) => {
    setCache(res);
    // Tools on other origins may read it, because it is public.
    res.setHeader('Access-Control-Allow-Origin', '*');
    sendJson(res, 200, documentAt(prefixOf(req)));
  });
  router.get('/:name', (req, res, next) => {
    const file = VIEWER_FILES.get(req.params.name);
    if (file === undefined) {
      next();
      return;
    }
    setCache(res);
    res.sendFile(file, { cacheControl: false, dotfiles: 'allow' });
  });
  return router;
}
