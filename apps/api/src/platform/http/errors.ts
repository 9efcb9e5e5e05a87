import { ERROR_STATUS, type ErrorAnswer, type ErrorCode } from '@social-feed/contracts';

export type FieldError = NonNullable<ErrorAnswer['errors']>[number];

export interface ErrorDetails {
  /** One entry per field at fault; travels in the answer. */
  errors?: FieldError[];
  /** Seconds until another try makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A refusal or failure that the caller is told about: code decides the status, message is for people. */
export class AppError extends Error {
  override name = 'AppError';
  readonly status: number;
  readonly errors: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message, { cause: details.cause });
    this.status = ERROR_STATUS[code];
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** A refusal of one field of a request. */
export const invalidField = (path: string, message: string, cause?: unknown): AppError =>
  new AppError('VALIDATION_FAILED', message, { errors: [{ path, message }], cause });

export const authenticationRequired = () =>
  new AppError('AUTHENTICATION_REQUIRED', 'Authentication required');

export const permissionDenied = () => new AppError('PERMISSION_DENIED', 'Permission denied');

/** The session decides who acts: a call that names somebody else is refused. */
export function refuseOthers(viewer: { id: string }, userId: string | undefined): void {
  if (userId !== undefined && userId.toLowerCase() !== viewer.id) throw permissionDenied();
}

/** @param retryAfterSeconds defaults to a second: overload passes quickly. */
export const serviceUnavailable = (cause?: unknown, retryAfterSeconds = 1) =>
  new AppError('SERVICE_UNAVAILABLE', 'Service temporarily unavailable', { cause, retryAfterSeconds });

/** Nothing can be saved; a minute is what it takes at least to make room. */
export const storageFull = (cause: unknown) =>
  new AppError('STORAGE_FULL', 'There is no room to save this at the moment', {
    retryAfterSeconds: 60,
    cause,
  });

export const tooManyRequests = (retryAfterSeconds: number) =>
  new AppError('TOO_MANY_REQUESTS', 'Too many requests. Please try again later', {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)),
  });
