import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import compression from 'compression';
import { createProxyServer } from 'httpxy';
import sirv from 'sirv';
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

const refuse = (response: ServerResponse, status: number, code: string, message: string) => {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...(status === 503 ? { 'retry-after': '1' } : {}),
  });
  response.end(JSON.stringify({ success: false, message, code }));
};

const answerWellKnown = ({ url = '' }: IncomingMessage, response: ServerResponse) => {
  if (CHANGE_PASSWORD.test(url)) response.writeHead(302, { location: '/settings/security' }).end();
  else refuse(response, 404, 'NOT_FOUND', 'There is no such file.');
};

const POLICY = 'content-security-policy';
/** The policies of what Caddy answers in front of this server: hashed files, and calls while the API is away. */
const POLICY_OF_FILES = "default-src 'self'";
const POLICY_OF_REFUSED_CALLS = "default-src 'none';frame-ancestors 'none';base-uri 'none'";

/** What carries a session is kept nowhere. */
const setCaching = (response: ServerResponse, rule: string) =>
  response.setHeader('cache-control', response.hasHeader('set-cookie') ? 'private, no-store' : rule);

/** The built page, of English or another language. */
const PAGE_FILE = /^\/(?:.*\/?index\.html)?$/;
const START = /^\/(?=$|\?)/;
/** Hashed files, in the folders of languages as well. */
const HASHED = /^(?:\/l\/[\w-]+)?\/assets\//;

/** Hashed files never change; everything else is revalidated, so that a new build shows at once. */
const fileHeaders = (response: ServerResponse, path: string) => {
  const hashed = HASHED.test(path);
  setCaching(response, hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (hashed) response.setHeader(POLICY, POLICY_OF_FILES);
  const [, text] = /\.(js|css)$/.exec(path) ?? [];
  if (text) response.setHeader('content-type', `text/${text === 'js' ? 'javascript' : text}; charset=utf-8`);
};

/** Where a script without texts is, which has no copy in the folder of a language. Folders of other builds are unknown. */
const sharedScript = (url: string, languages: readonly PageLanguage[]): string | undefined => {
  const at = languages.find((language) => language.at !== '' && url.startsWith(`${language.at}/assets/`))?.at;
  return at && url.slice(at.length);
};

/** Whether this is the address of a hashed file; dots in the path, encoded or not, count as browsers resolve them. */
const isHashedFile = (url: string): boolean => {
  const full = `http://web${url}`;
  return URL.canParse(full) && HASHED.test(new URL(full).pathname);
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
  const varyByLanguage = (response: ServerResponse) => {
    if (languages.length > 1) response.appendHeader('vary', 'Accept-Language, Cookie');
  };
  const files = sirv(config.folder, {
    ...{ etag: true, brotli: true, gzip: true },
    setHeaders: (response, path) => {
      fileHeaders(response, path);
      if (PAGE_FILE.test(path)) varyByLanguage(response);
    },
  });
  const drawnPage = drawIn && createDrawnPages({ ...config, drawIn });
  const compress = config.behindProxy ? leave : compressTexts;
  const proxy = createProxyServer({ target: config.apiTarget, xfwd: true, proxyTimeout: PROXY_TIMEOUT_MS });
  proxy.on('error', (_error, request, response) => {
    if (!request || !response || !('headersSent' in response)) return;
    if (response.headersSent) response.destroy();
    else
      pageHeaders(request, response, () => {
        response.setHeader(POLICY, POLICY_OF_REFUSED_CALLS);
        refuse(response, 503, 'SERVICE_UNAVAILABLE', 'Service temporarily unavailable');
      });
  });

  const serve = (request: IncomingMessage, response: ServerResponse) => {
    // append to the header, never trust the client's value alone: the API uses the last address that is not its own
    // proxy; a proxy that calls the API as well has appended the client's already
    const passedBy = [
      request.headers['x-forwarded-for'],
      config.behindProxy ? undefined : request.socket.remoteAddress,
    ]
      .filter((address) => address !== undefined)
      .join(', ');
    request.url = feedAddress(request.url ?? '') ?? request.url;
    if (CALL.test(request.url ?? '')) {
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
      const send = (cacheControl: string, type: string, text: string) => {
        setCaching(response, cacheControl);
        response.setHeader('content-type', type);
        compress(request, response, () => response.end(text));
      };
      const answer = async () => {
        const language = chooseLanguage(request.headers, languages, config.language);
        const { page: drawn, cookies = [] } = (await drawnPage?.(request, passedBy, language)) ?? {};
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
          (await sharedPage(request, config.apiTarget, passedBy)) ??
          (ofManifest ? builtManifest(config.folder) : null);
        if (page !== null) {
          const isPage = page.type.startsWith('text/html');
          if (isPage) varyByLanguage(response);
          const { text } = page;
          send(
            'no-cache',
            page.type,
            isPage ? inLanguage(text, language) : ofManifest ? manifestInLanguage(text, ofManifest) : text,
          );
          return;
        }
        const sendPage = () => {
          request.url = `${language.at}/index.html`;
          // files of a size have one tag in all languages
          if (languages.length > 1) delete request.headers['if-none-match'];
          files(request, response);
        };
        // the file at this address is English
        if (START.test(request.url ?? '')) {
          sendPage();
          return;
        }
        const hashed = isHashedFile(request.url ?? '');
        files(request, response, () => {
          const shared = sharedScript(request.url ?? '', languages);
          if (shared !== undefined) {
            request.url = shared;
            files(request, response, () => refuse(response, 404, 'NOT_FOUND', 'There is no such file.'));
          } else if (hashed) refuse(response, 404, 'NOT_FOUND', 'There is no such file.');
          else sendPage();
        });
      };
      void answer();
    });
  };
  return createServer(serve);
}
