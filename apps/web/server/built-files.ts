import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';
import { notFound, POLICY, setCaching } from './answers.js';
import type { PageLanguage } from './in-language.js';

/** As Caddy answers hashed files in front of this server. */
const POLICY_OF_FILES = "default-src 'self'";
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

export const varyByLanguage = (languages: readonly PageLanguage[], response: ServerResponse) => {
  if (languages.length > 1) response.appendHeader('vary', 'Accept-Language, Cookie');
};

/** Serves the files of a build. */
export const createFiles = (folder: string, languages: readonly PageLanguage[]) =>
  sirv(folder, {
    ...{ etag: true, brotli: true, gzip: true },
    setHeaders: (response, path) => {
      fileHeaders(response, path);
      if (PAGE_FILE.test(path)) varyByLanguage(languages, response);
    },
  });

/** Sends the file at the address, else the page. */
export const sendFile = (
  files: ReturnType<typeof createFiles>,
  languages: readonly PageLanguage[],
  request: IncomingMessage,
  response: ServerResponse,
  language: PageLanguage,
): void => {
  // texts, icons and fonts are sent whole; sirv throws at a range whose end is before its start
  delete request.headers.range;
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
      files(request, response, () => notFound(response));
    } else if (hashed) notFound(response);
    else sendPage();
  });
};
