import { ERROR_STATUS, errorAnswer, type Endpoint, type ErrorCode } from '@social-feed/contracts';
import { docsOf } from '@social-feed/contracts/docs';
import { headersOf } from './headers.js';
import type { ResponseDoc, Schemas } from './schemas.js';

/** Adds the schema of every error response, with the codes. */
export function addErrorSchema(schemas: Schemas): void {
  const { properties } = schemas.resolve(schemas.convert(errorAnswer, 'output'));
  Object.assign(properties?.['code'] ?? {}, { enum: Object.keys(ERROR_STATUS) });
}

interface Refusal {
  description: string;
  /** Codes that any endpoint with this status may return; the example uses the first. */
  codes: readonly [ErrorCode, ...ErrorCode[]];
  message: string;
  retryAfter?: true;
}

/** Shared error responses, by component name. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  Invalid: {
    description: 'Something in the request is missing, malformed or too long.',
    codes: ['VALIDATION_FAILED', 'INVALID_ID', 'MALFORMED_JSON'],
    message: 'Email is required',
  },
  NotSignedIn: {
    description: 'There is no session, it ended, or what was given to sign in is wrong.',
    codes: ['AUTHENTICATION_REQUIRED', 'IDENTITY_MISMATCH'],
    message: 'Authentication required',
  },
  Forbidden: {
    description:
      'It belongs to somebody else, the API token may not do it, or a page of a foreign origin sent it.',
    codes: ['PERMISSION_DENIED', 'INSUFFICIENT_SCOPE', 'FOREIGN_ORIGIN'],
    message: 'Permission denied',
  },
  NotFound: {
    description: 'There is no such thing, or it is hidden.',
    codes: ['NOT_FOUND'],
    message: 'Post not found',
  },
  TimedOut: {
    description: 'The request arrived too slowly.',
    codes: ['REQUEST_TIMEOUT'],
    message: 'The upload took too long. Please try again',
  },
  Conflict: {
    description: 'It exists already, or something changed meanwhile.',
    codes: ['CONFLICT', 'OUTCOME_UNKNOWN'],
    message: 'This Idempotency-Key was used for another request',
  },
  TooLarge: {
    description: 'The body is too big.',
    codes: ['PAYLOAD_TOO_LARGE'],
    message: 'The request is too large',
  },
  WrongType: {
    description: 'The body is of a type that is not taken.',
    codes: ['UNSUPPORTED_MEDIA_TYPE'],
    message: 'Requests must be of type application/json',
  },
  TooMany: {
    description: 'Too many tries; `Retry-After` says when the next may work.',
    codes: ['TOO_MANY_REQUESTS'],
    message: 'Too many requests. Please try again later',
    retryAfter: true,
  },
  NotImplemented: {
    description: 'The service does not have what is asked for, such as a format.',
    codes: ['NOT_IMPLEMENTED'],
    message: 'The only format is json',
  },
  Unavailable: {
    description:
      'More arrives than can be served, or the database is away. Nothing was done, unless the code is `MAY_BE_DONE`: then the write had begun.',
    codes: ['SERVICE_UNAVAILABLE', 'MAY_BE_DONE'],
    message: 'Service temporarily unavailable',
    retryAfter: true,
  },
  Full: {
    description: 'There is no room for it at the moment.',
    codes: ['STORAGE_FULL'],
    message: 'There is no room to save this at the moment',
  },
  Unexpected: {
    description: 'Any other refusal, or a fault of the server.',
    codes: ['INTERNAL'],
    message: 'Something went wrong',
  },
};

const named = new Map(
  Object.entries(REFUSALS).map(([name, refusal]) => [ERROR_STATUS[refusal.codes[0]], { name, refusal }]),
);

const responseOf = (
  { description, message, retryAfter }: Refusal,
  codes: readonly ErrorCode[],
): ResponseDoc => ({
  description: `${description} Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
  headers: headersOf([
    'X-Request-Id',
    ...(retryAfter === true ? (['Retry-After'] as const) : []),
    ...(codes.includes('TOO_MANY_REQUESTS') ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
  ]),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      example: { success: false, message, code: codes[0] },
    },
  },
});

export const errorResponses = (): Record<string, ResponseDoc> =>
  Object.fromEntries(
    Object.entries(REFUSALS).map(([name, refusal]) => [name, responseOf(refusal, refusal.codes)]),
  );

/** Returns the error codes of an endpoint: those implied by its definition, and those listed in its docs. */
export function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const { method, path, access, params, query, body, browserOnly, idempotent, anyOrigin, stepUp } = endpoint;
  const { throttled, errors = [], takesFiles } = docsOf(endpoint);
  const writes = method !== 'GET';
  const hasBody = body !== undefined || takesFiles === true;
  const takesValues = params !== undefined || query !== undefined || hasBody || idempotent === true;
  const implied: readonly [ErrorCode, boolean][] = [
    ['VALIDATION_FAILED', takesValues],
    ['INVALID_ID', takesValues],
    // The body is parsed before the endpoint is known.
    ['MALFORMED_JSON', writes && anyOrigin !== true],
    ['AUTHENTICATION_REQUIRED', access === 'user'],
    ['IDENTITY_MISMATCH', access !== 'public'],
    ['PERMISSION_DENIED', browserOnly === true || (writes && access === 'user')],
    ['INSUFFICIENT_SCOPE', access !== 'public' && browserOnly !== true],
    ['SECOND_FACTOR_MISSING', path.startsWith('/admin/')],
    ['STEP_UP_REQUIRED', stepUp !== undefined || path.startsWith('/admin/')],
    ['FOREIGN_ORIGIN', writes && anyOrigin !== true],
    ['NOT_FOUND', params !== undefined],
    ['CONFLICT', idempotent === true],
    ['OUTCOME_UNKNOWN', idempotent === true],
    ['PAYLOAD_TOO_LARGE', hasBody || (writes && anyOrigin !== true)],
    ['UNSUPPORTED_MEDIA_TYPE', writes && anyOrigin !== true],
    ['TOO_MANY_REQUESTS', throttled === true],
    ['SERVICE_UNAVAILABLE', path !== '/health/live'],
    ['MAY_BE_DONE', writes],
  ];
  return [...new Set([...implied.flatMap(([code, applies]) => (applies ? [code] : [])), ...errors])];
}

/**
 * Returns the error responses of an endpoint by status: shared ones by reference, those with additional codes in
 * full.
 */
export function refusalsOf(endpoint: Endpoint): Record<string, ResponseDoc> {
  const codes = errorCodesOf(endpoint);
  const statuses = new Set(codes.map((code) => ERROR_STATUS[code]));
  const listed = Object.fromEntries(
    [...statuses].map((status): [number, ResponseDoc] => {
      const { name, refusal } = named.get(status)!;
      const own = codes.filter((code) => ERROR_STATUS[code] === status);
      const shared = own.every((code) => refusal.codes.includes(code));
      return [status, shared ? { $ref: `#/components/responses/${name}` } : responseOf(refusal, own)];
    }),
  );
  const other = { $ref: '#/components/responses/Unexpected' };
  const isListed = Object.keys(listed).some((status) => status.startsWith('4'));
  return { ...listed, ...(isListed ? {} : { '4XX': other }), default: other };
}
