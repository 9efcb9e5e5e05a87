import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import compression from 'compression';
import { createProxyServer } from 'httpxy';
import sirv from 'sirv';
import type { WebServerConfig } from './config.js';
import { feedAddress, sharedPage } from './shared-pages.js';
import { securityHeaders } from './security-headers.js';

const API_PATH = /^\/api(?=[/?]|$)/;
const THEME_SCRIPT = /^\/theme\.js(?=$|\?)/;
const PUBLIC_THEME_SCRIPT = '/theme-public.js';
/** The service worker; its response has a separate policy. */
const WORKER_SCRIPT = /^\/sw\.js(?=$|\?)/;
const PROXY_TIMEOUT_MS = 30_000;

/**
 * Compresses API texts on the way, as Caddy does. Pictures and clips are compressed already, and partial responses
 * stay as requested.
 */
const compress = compression({
  filter: (request, response) => response.statusCode !== 206 && compression.filter(request, response),
}) as unknown as (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Registered addresses (https://www.iana.org/assignments/well-known-uris), of which the app has one. */
const WELL_KNOWN = /^\/\.well-known\//i;
const CHANGE_PASSWORD = /^\/\.well-known\/change-password(?=$|\?)/;

const refuse = (response: ServerResponse, status: number, code: string, message: string) => {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify({ success: false, message, code }));
};

const answerWellKnown = ({ url = '' }: IncomingMessage, response: ServerResponse) => {
  if (CHANGE_PASSWORD.test(url)) response.writeHead(302, { location: '/settings/security' }).end();
  else refuse(response, 404, 'NOT_FOUND', 'There is no such file.');
};

/** Hashed files never change; everything else is revalidated, so that a new build shows at once. */
const cacheHeader = (response: ServerResponse, path: string) => {
  const hashed = path.startsWith('/assets/');
  response.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
};

/**
 * Serves the built, precompressed app, with index.html as the fallback, and proxies `/api`, compressing its texts.
 * Shared pages come from the API if it is up.
 * @throws Error with a readable message if the folder contains no build
 */
export function createWebServer(config: WebServerConfig): Server {
  if (!existsSync(join(config.folder, 'index.html'))) {
    throw new Error(`There is no built web app in ${config.folder}; run "npm run build" first.`);
  }
  const pageHeaders = securityHeaders(config);
  const workerHeaders = securityHeaders(config, 'worker');
  const files = sirv(config.folder, {
    single: true,
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: cacheHeader,
  });
  const proxy = createProxyServer({ target: config.apiTarget, xfwd: true, proxyTimeout: PROXY_TIMEOUT_MS });
  proxy.on('error', (_error, _request, response) => {
    if (!response || !('headersSent' in response)) return;
    if (response.headersSent) response.destroy();
    else refuse(response, 503, 'SERVICE_UNAVAILABLE', 'Service temporarily unavailable');
  });

  const serve = (request: IncomingMessage, response: ServerResponse) => {
    // append to the header, never trust the client's value alone: the API uses the last address that is not its own
    // proxy
    const passedBy = [request.headers['x-forwarded-for'], request.socket.remoteAddress]
      .filter((address) => address !== undefined)
      .join(', ');
    request.url = feedAddress(request.url ?? '') ?? request.url;
    if (API_PATH.test(request.url ?? '')) {
      request.headers['x-forwarded-for'] = passedBy;
      compress(request, response, () => {
        // the error event above reports failures to the browser
        proxy.web(request, response).catch(() => undefined);
      });
      return;
    }
    const headers = WORKER_SCRIPT.test(request.url ?? '') ? workerHeaders : pageHeaders;
    headers(request, response, () => {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('allow', 'GET, HEAD');
        refuse(response, 405, 'METHOD_NOT_ALLOWED', 'Only the API takes this method.');
        return;
      }
      if (WELL_KNOWN.test(request.url ?? '')) {
        answerWellKnown(request, response);
        return;
      }
      // the first-paint script carries the mark, so no extra call and no inline script is needed
      if (config.publicBrowsing && THEME_SCRIPT.test(request.url ?? '')) request.url = PUBLIC_THEME_SCRIPT;
      // a file removed by another build since the start ends only its own response, not the server
      response.once('pipe', (file: Readable) => file.once('error', () => response.destroy()));
      void sharedPage(request, config.apiTarget, passedBy).then((page) => {
        if (page === null) {
          files(request, response, () => refuse(response, 404, 'NOT_FOUND', 'There is no such file.'));
          return;
        }
        response.setHeader('cache-control', 'no-cache');
        response.setHeader('content-type', page.type);
        compress(request, response, () => response.end(page.text));
      });
    });
  };
  return createServer(serve);
}
