import { AppError, serviceUnavailable } from '../../platform/http/errors.js';
import { timeoutSignal } from '../../platform/timeout-signal.js';

/** Cache time in milliseconds; a new build shows after this. */
const KEPT = 10_000;
const ANSWER_WITHIN = 2000;
const PAGE_MAX_BYTES = 100_000;

/**
 * Creates a reader of the built web app's page, which fetches it at most once in ten seconds.
 * @param address of the page; null if not configured
 * @throws AppError 404 if not configured, 503 if the web server does not return a page
 */
export function createBuiltPage(address: string | null, now: () => Date): () => Promise<string> {
  let kept: { page: Promise<string>; at: number } | undefined;

  const read = async (url: string): Promise<string> => {
    const { signal, clear } = timeoutSignal(ANSWER_WITHIN);
    try {
      const answer = await fetch(url, { redirect: 'error', signal });
      const isPage = answer.ok && answer.headers.get('content-type')?.startsWith('text/html') === true;
      const page = isPage ? await answer.text() : '';
      if (!page.includes('</head>') || page.length > PAGE_MAX_BYTES)
        throw new Error(`${url} is not the web app`);
      return page;
    } finally {
      clear();
    }
  };

  return async () => {
    if (address === null) throw new AppError('NOT_FOUND', 'This service makes no pages');
    const time = now().getTime();
    if (kept === undefined || time - kept.at >= KEPT) kept = { page: read(address), at: time };
    return kept.page.catch((error: unknown) => {
      kept = undefined;
      throw serviceUnavailable(error);
    });
  };
}
