import { ERROR_STATUS, type Endpoint, type ErrorCode } from '@social-feed/contracts';
import type { JsonSchema } from './schemas.js';

export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    success: { type: 'boolean', const: false },
    message: { type: 'string' },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
        required: ['path', 'message'],
      },
    },
  },
  required: ['success', 'message', 'code'],
};

interface Refusal {
  status: number;
  description: string;
  code: ErrorCode;
  message: string;
  retryAfter?: boolean;
}

/** Refusals that calls share, by the name of the component. */
export const REFUSALS: Readonly<Record<string, Refusal>> = {
  Invalid: {
    status: 400,
    description: 'Something in the request is missing, malformed or too long.',
    code: 'VALIDATION_FAILED',
    message: 'Email is required',
  },
  NotSignedIn: {
    status: 401,
    description: 'There is no session, it ended, or what was given to sign in is wrong.',
    code: 'AUTHENTICATION_REQUIRED',
    message: 'Authentication required',
  },
  Forbidden: {
    status: 403,
    description: 'It belongs to somebody else, or a page of a foreign origin sent it.',
    code: 'PERMISSION_DENIED',
    message: 'Permission denied',
  },
  NotFound: {
    status: 404,
    description: 'There is no such thing, or it is hidden.',
    code: 'NOT_FOUND',
    message: 'Post not found',
  },
  Conflict: {
    status: 409,
    description: 'It exists already, or something changed meanwhile.',
    code: 'CONFLICT',
    message: 'This Idempotency-Key was used for another request',
  },
  TooLarge: {
    status: 413,
    description: 'The body is too big.',
    code: 'PAYLOAD_TOO_LARGE',
    message: 'The request is too large',
  },
  WrongType: {
    status: 415,
    description: 'The body is of a type that is not taken.',
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'Requests must be of type application/json',
  },
  TooMany: {
    status: 429,
    description: 'Too many tries; `Retry-After` says when the next may work.',
    code: 'TOO_MANY_REQUESTS',
    message: 'Too many requests. Please try again later',
    retryAfter: true,
  },
  Unavailable: {
    status: 503,
    description: 'More arrives than can be served, or the database is away.',
    code: 'SERVICE_UNAVAILABLE',
    message: 'Service temporarily unavailable',
    retryAfter: true,
  },
};

export const errorResponses = () =>
  Object.fromEntries(
    Object.entries(REFUSALS).map(([name, { description, code, message, retryAfter }]) => [
      name,
      {
        description,
        ...(retryAfter === true
          ? {
              headers: { 'Retry-After': { schema: { type: 'integer', minimum: 1 }, description: 'Seconds' } },
            }
          : {}),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            example: { success: false, message, code },
          },
        },
      },
    ]),
  );

/** Paths of calls with a budget per account or address; uploads and registrations among them. */
const THROTTLED =
  /^\/(auth\/(login|register|forgot-password|resend-otp|verify-otp|reset-password|change-password|delete-account|export)|media)$|availability$/;
/** Paths, with their methods, that refuse what exists already or changed meanwhile. */
const CONFLICTING =
  /^(POST \/auth\/(register|change-password)|PATCH \/users\/:userId|DELETE \/auth\/connections\/)/;

/** Names of the refusals that a call may answer with. */
export function refusalsOf(endpoint: Endpoint): string[] {
  const { method, path, access } = endpoint;
  const writes = method !== 'GET';
  const hasBody = endpoint.body !== undefined || path === '/media';
  const listed: readonly [string, boolean][] = [
    ['Invalid', endpoint.params !== undefined || endpoint.query !== undefined || hasBody],
    ['NotSignedIn', access === 'user' || /\/auth\/(login|refresh)$/.test(path)],
    ['Forbidden', writes || endpoint.browserOnly === true || path.endsWith('/analytics')],
    ['NotFound', endpoint.params !== undefined],
    ['Conflict', endpoint.idempotent === true || CONFLICTING.test(`${method} ${path}`)],
    ['TooLarge', hasBody],
    ['WrongType', writes],
    ['TooMany', THROTTLED.test(path)],
    ['Unavailable', path !== '/health/live'],
  ];
  return listed.flatMap(([name, applies]) => (applies ? [name] : []));
}
