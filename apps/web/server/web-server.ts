import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { inspect } from 'node:util';
import compression from 'compression';
import { createProxyServer } from 'httpxy';
import { notFound, POLICY, refuse, setCaching } from './answers.js';
import { createFiles, sendFile, varyByLanguage } from './built-files.js';
import type { WebServerConfig } from './config.js';
import { createDrawnPages, type DrawIn } from './drawn-pages.js';
import { builtManifest, feedAddress, sharedPage } from './shared-pages.js';
import { inLanguage, manifestIn, manifestInLanguage, type PageLanguage } from './in-language.js';
import { chooseLanguage, readLanguages } from './languages.js';
import { securityHeaders } from './security-headers.js';

/**
 * Addresses that the API serves under the app's own origin: calls, uploads and demo media. The Caddyfile sends the same
 * ones straight to it.
 */
const CALL = /^\/(?:api|media|demo-media)\//i;
const THEME_SCRIPT = /^\/theme\.js(?=$|\?)/;
const PUBLIC_THEME_SCRIPT = '/theme-public.js';
/** The service worker; its response has a separate policy. */
const WORKER_SCRIPT = /^\/sw\.js(?=$|\?)/;
const PROXY_TIMEOUT_MS = 30_000;
/** As Caddy answers calls while the API is away. */
const POLICY_OF_REFUSED_CALLS = "default-src 'none';frame-ancestors 'none';base-uri 'none'";

type Step = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Compresses API texts on the way, unless a proxy in front does. Pictures and clips are compressed already, and
 * partial responses stay as requested.
 */
const compressTexts = compression({
  filter: (request, response) => response.statusCode !== 206 && compression.filter(request, response),
}) as unknown as Step;
const leave: Step = (_request, _response, next) => next();

/** Registered addresses (https://www.iana.org/assignments/well-known-uris), of which the app has one. */
const WELL_KNOWN = /^\/\.well-known\//i;
const CHANGE_PASSWORD = /^\/\.well-known\/change-password(?=$|\?)/;

const answerWellKnown = ({ url = '' }: IncomingMessage, response: ServerResponse) => {
  if (CHANGE_PASSWORD.test(url)) response.writeHead(302, { location: '/settings/security' }).end();
  else notFound(response);
};

/** The path and query of a request. Clients of a forward proxy may send the whole address (RFC 9112, 3.2.2). */
const targetOf = ({ url = '' }: IncomingMessage): string => url.replace(/^https?:\/\/[^/?]*\/?/i, '/');

/** What the functions below work with. */
interface Serving {
  config: WebServerConfig;
  languages: PageLanguage[];
  files: ReturnType<typeof createFiles>;
  drawnPage: ReturnType<typeof createDrawnPages> | undefined;
  compress: Step;
}

/** The addresses of the client and of the proxies before this one. */
const passedBy = ({ config }: Serving, request: IncomingMessage): string =>
  // append to the header, never trust the client's value alone: the API uses the last address that is not its own
  // proxy; a proxy that calls the API as well has appended the client's already
  [request.headers['x-forwarded-for'], config.behindProxy ? undefined : request.socket.remoteAddress]
    .filter((address) => address !== undefined)
    .join(', ');

/** Passes calls on to the API, and answers them while it is away. */
const createApiProxy = (apiTarget: string, pageHeaders: Step) => {
  const proxy = createProxyServer({ target: apiTarget, xfwd: true, proxyTimeout: PROXY_TIMEOUT_MS });
  proxy.on('error', (_error, request, response) => {
    if (!request || !response || !('headersSent' in response)) return;
    if (response.headersSent) response.destroy();
    else
      pageHeaders(request, response, () => {
        response.setHeader(POLICY, POLICY_OF_REFUSED_CALLS);
        refuse(response, 503, 'SERVICE_UNAVAILABLE', 'Service temporarily unavailable');
      });
  });
  return proxy;
};

/** Sends a drawn page, else one that the API fills, else a file. */
const answerPage = async (
  serving: Serving,
  request: IncomingMessage,
  response: ServerResponse,
  from: string,
): Promise<void> => {
  const { config, languages, drawnPage, compress } = serving;
  const send = (cacheControl: string, type: string, text: string) => {
    setCaching(response, cacheControl);
    response.setHeader('content-type', type);
    compress(request, response, () => response.end(text));
  };
  const language = chooseLanguage(request.headers, languages, config.language);
  const { page: drawn, cookies = [] } = (await drawnPage?.(request, from, language)) ?? {};
  if (cookies.length > 0) {
    response.setHeader('set-cookie', cookies);
    // the whole page goes with them
    delete request.headers['if-none-match'];
  }
  if (drawn) {
    response.setHeader('vary', 'Accept-Language, Cookie, Save-Data, Sec-Fetch-Mode');
    send(drawn.isShared ? 'no-cache' : 'private, no-store', 'text/html; charset=utf-8', drawn.text);
    return;
  }
  const ofManifest = languages.find(({ code }) => request.url === manifestIn(code));
  const page =
    (await sharedPage(request, config.apiTarget, from)) ?? (ofManifest ? builtManifest(config.folder) : null);
  if (page === null) {
    sendFile(serving.files, languages, request, response, language);
    return;
  }
  const { type, text } = page;
  if (type.startsWith('text/html')) {
    varyByLanguage(languages, response);
    send('no-cache', type, inLanguage(text, language));
  } else send('no-cache', type, ofManifest ? manifestInLanguage(text, ofManifest) : text);
};

const answer = async (
  serving: Serving,
  request: IncomingMessage,
  response: ServerResponse,
  from: string,
): Promise<void> => {
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
  if (serving.config.publicBrowsing && THEME_SCRIPT.test(request.url ?? ''))
    request.url = PUBLIC_THEME_SCRIPT;
  // a file removed by another build since the start ends only its own response, not the server
  response.once('pipe', (file: Readable) => file.once('error', () => response.destroy()));
  await answerPage(serving, request, response, from);
};

/** Answers a request that failed unforeseen, so that only this one fails. */
const answerFailure = (response: ServerResponse, error: unknown): void => {
  process.stderr.write(`A request failed unexpectedly: ${inspect(error)}\n`);
  if (response.headersSent) response.destroy();
  else refuse(response, 500, 'INTERNAL', 'Server error. Please try again later');
};

/**
 * Serves the built, precompressed app, with index.html as the fallback, and proxies calls, compressing their texts.
 * Shared pages come from the API if it is up. With `drawIn`, some pages arrive with their first screen
 * (page-kinds.ts). The rules of addresses, caching and headers are here: a proxy in front needs none.
 * @throws Error with a readable message if the folder contains no build
 */
export function createWebServer(config: WebServerConfig, drawIn?: DrawIn): Server {
  if (!existsSync(join(config.folder, 'index.html'))) {
    throw new Error(`There is no built web app in ${config.folder}; run "npm run build" first.`);
  }
  const pageHeaders = securityHeaders(config);
  const workerHeaders = securityHeaders(config, 'worker');
  const languages = readLanguages(config.folder);
  const files = createFiles(config.folder, languages);
  const drawnPage = drawIn && createDrawnPages({ ...config, drawIn });
  const compress = config.behindProxy ? leave : compressTexts;
  const proxy = createApiProxy(config.apiTarget, pageHeaders);
  const serving = { config, languages, files, drawnPage, compress };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const from = passedBy(serving, request);
    const target = targetOf(request);
    request.url = feedAddress(target) ?? target;
    if (CALL.test(request.url ?? '')) {
      request.headers['x-forwarded-for'] = from;
      compress(request, response, () => {
        // the error event of the proxy reports failures to the browser
        proxy.web(request, response).catch(() => undefined);
      });
      return;
    }
    const headers = WORKER_SCRIPT.test(request.url ?? '') ? workerHeaders : pageHeaders;
    await new Promise<void>((resolve) => headers(request, response, () => resolve()));
    await answer(serving, request, response, from);
  };
  return createServer((request, response) => {
    handle(request, response).catch((error: unknown) => answerFailure(response, error));
  });
}
