import { withTimeout } from '../../platform/with-timeout.js';

/** The part of the package `oauth` that its `OAuth2` uses for every request; available as `Strategy._oauth2`. */
export interface OAuth2Client {
  _customHeaders: Record<string, string>;
  _request: (
    method: string,
    url: string,
    headers: Record<string, string> | null,
    body: string,
    accessToken: string | null,
    done: (
      error: { statusCode: number; data: string } | Error | null,
      data?: string,
      response?: object,
    ) => void,
  ) => void;
  get: (url: string, accessToken: string, done: (error: unknown, body?: string) => void) => void;
  useAuthorizationHeaderforGET(use: boolean): void;
}

const ANSWER_MAX_BYTES = 100_000;

/**
 * Adds timeouts and size limits to the requests of an OAuth client; the package itself has neither.
 * @param answerWithin timeout of each request in milliseconds
 */
export function limitRequests(client: OAuth2Client, answerWithin: number): void {
  client._request = (method, url, headers, body, accessToken, done) => {
    const target = new URL(url);
    // As in the package: the token goes into the query if no header has it, as Facebook documents.
    if (accessToken !== null && headers?.['Authorization'] === undefined) {
      target.searchParams.set('access_token', accessToken);
    }
    const request = async (signal: AbortSignal) => {
      const response = await fetch(target, {
        method,
        headers: {
          ...client._customHeaders,
          Accept: 'application/json',
          'User-Agent': 'social-feed',
          ...headers,
        },
        ...(method === 'GET' ? {} : { body }),
        redirect: 'error',
        signal,
      });
      const data = await readLimited(response);
      // The package reads fields of the parsed value, and nothing would catch the exception.
      if (data.trim() === 'null') throw new Error('The provider answered with nothing');
      return { status: response.status, data };
    };
    const answer = withTimeout(answerWithin, undefined, request);
    answer.then(
      ({ status, data }) =>
        status >= 200 && status < 300 ? done(null, data, {}) : done({ statusCode: status, data }),
      (error: unknown) => done(error instanceof Error ? error : new Error('The request failed')),
    );
  };
}

/** Reads a response of at most 100 kB. */
export async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > ANSWER_MAX_BYTES) throw new Error('The answer of the provider is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
