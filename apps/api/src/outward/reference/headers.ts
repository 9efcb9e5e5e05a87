import type { Endpoint } from '@social-feed/contracts';
import { docsOf } from '@social-feed/contracts/docs';
import type { HeaderDoc, JsonSchema } from './schemas.js';

const header = (
  description: string,
  example: unknown,
  type = 'string',
): { description: string; schema: JsonSchema } => ({ description, schema: { type, examples: [example] } });

/** Headers of responses, by name. */
export const HEADERS = {
  'X-Request-Id': header(
    'Names the request, for questions to the host. A request may bring its own.',
    '0f8fad5b',
  ),
  'X-Session': header(
    '`expired`: the cookies no longer count, and the answer is that for a visitor.',
    'expired',
  ),
  ETag: header(
    'Names this state of the answer, for `If-None-Match`. Absent for minutes after a change.',
    '"6b0b121c2cd36bfc27c0b101"',
  ),
  'Idempotency-Replayed': header(
    '`true`: this is the remembered answer to the same `Idempotency-Key`; nothing was done again.',
    'true',
  ),
  Link: header(
    'The next page of a list, as an address relative to this one, with `rel="next"` (RFC 8288). Absent at the end.',
    '<?limit=20&cursor=eyJwIjoyMH0>; rel="next"',
  ),
  RateLimit: header(
    'What is left of each limit by address or account: `r` further calls in the next `t` seconds, as in the IETF draft.',
    '"availability";r=59;t=42',
  ),
  'RateLimit-Policy': header('These limits: `q` calls in `w` seconds.', '"availability";q=60;w=60'),
  'Retry-After': header('Seconds to wait before the next try.', 42, 'integer'),
} as const;
export type HeaderName = keyof typeof HEADERS;

/** References headers of a response. */
export const headersOf = (names: readonly HeaderName[]): Record<string, HeaderDoc> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/**
 * Returns the headers that a successful response of an endpoint can have.
 * @param answer schema of the response, if it is JSON
 */
export function successHeaders(endpoint: Endpoint, answer?: JsonSchema): Record<string, HeaderDoc> {
  const { nextCursor, nextPage } = answer?.properties ?? {};
  return headersOf([
    'X-Request-Id',
    ...(endpoint.access === 'optional' ? (['X-Session'] as const) : []),
    ...((nextCursor ?? nextPage) === undefined ? [] : (['Link'] as const)),
    ...(docsOf(endpoint).named === true ? (['ETag'] as const) : []),
    ...(endpoint.idempotent === true ? (['Idempotency-Replayed'] as const) : []),
    ...(docsOf(endpoint).throttled === true ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
  ]);
}
