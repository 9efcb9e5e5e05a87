import { fileURLToPath } from 'node:url';
import express, { type Request, type Response, type Router } from 'express';
import type { AppContext } from '../../context.js';
import { sendJson } from '../../platform/http/send-json.js';
import { openApiOf } from './openapi.js';
import { pageOf } from './page.js';

const ASSETS = fileURLToPath(new URL('../../../docs-page/', import.meta.url));
/** The page's own styles and script, nothing inline and nothing from elsewhere (security 22). */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A new version shows within minutes; nothing here is personal. */
const CACHE = 'public, max-age=300';

interface Rendered {
  json: object;
  html: string;
}

/**
 * The API reference for people at `/docs` and for programs at `/docs/openapi.json`, made from the mounted calls. It needs
 * no database, so it is readable whatever else is down.
 */
export function docsRoutes(ctx: AppContext): Router {
  const router = express.Router();
  /** By the prefix under which the reader reached it, which its addresses keep. */
  const rendered = new Map<string, Rendered>();

  const render = (req: Request): Rendered => {
    const prefix = /^\/api(?=\/)/i.test(req.originalUrl) ? '/api' : '';
    const known = rendered.get(prefix);
    if (known !== undefined) return known;
    const { apiOrigin, webOrigin, production } = ctx.config;
    const server = prefix === '' ? apiOrigin : `${webOrigin}/api`;
    const json = openApiOf(ctx.endpoints, { server, production });
    const made = { json, html: pageOf(json, `${prefix}/docs`) };
    rendered.set(prefix, made);
    return made;
  };
  const keep = (res: Response) => res.setHeader('Cache-Control', CACHE);

  router.get('/docs', (req, res) => {
    keep(res);
    res.setHeader('Content-Security-Policy', POLICY);
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.end(render(req).html);
  });
  router.get('/docs/openapi.json', (req, res) => {
    keep(res);
    // Tools on other origins read it too: it holds nothing that is not public.
    res.setHeader('Access-Control-Allow-Origin', '*');
    sendJson(res, 200, render(req).json);
  });
  router.use(
    '/docs',
    express.static(ASSETS, {
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: keep,
    }),
  );
  return router;
}
