import { ERROR_STATUS, type ErrorAnswer, type ErrorCode } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Viewer } from './viewer.js';

export type FieldError = NonNullable<ErrorAnswer['errors']>[number];

export interface ErrorDetails {
  /** One entry per invalid field; included in the response. */
  errors?: FieldError[];
  /** Seconds until a retry makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An error that the caller sees: the code determines the status, the message is for users. */
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

/** Returns the error for one invalid field of a request. */
export const invalidField = (path: string, message: string, cause?: unknown): AppError =>
  new AppError('VALIDATION_FAILED', message, { errors: [{ path, message }], cause });

export const authenticationRequired = () =>
  new AppError('AUTHENTICATION_REQUIRED', t`Authentication required`);

export const permissionDenied = () => new AppError('PERMISSION_DENIED', t`Permission denied`);

/** The caller must confirm the identity in this session, and may then repeat the call. */
export const stepUpRequired = () =>
  new AppError('STEP_UP_REQUIRED', t`Please confirm that it is you, and try again.`);

/** The host requires a second factor for this right. */
export function secondFactorMissing({ lacksFactor, sessionId }: Pick<Viewer, 'lacksFactor' | 'sessionId'>) {
  if (lacksFactor === 'session' && sessionId !== '') return stepUpRequired();
  return new AppError(
    'SECOND_FACTOR_MISSING',
    lacksFactor === 'session'
      ? t`This API token was made without a second step. Make a new one to do this.`
      : t`Set up a second step in Settings, Account & security, to do this.`,
  );
}

/** The session determines the user: a call for another user is rejected. */
export function refuseOthers(viewer: { id: string }, userId: string | undefined): void {
  if (userId !== undefined && userId.toLowerCase() !== viewer.id) throw permissionDenied();
}

/** @param retryAfterSeconds defaults to one second, because overload is short */
export const serviceUnavailable = (cause?: unknown, retryAfterSeconds = 1) =>
  new AppError('SERVICE_UNAVAILABLE', t`Service temporarily unavailable`, { cause, retryAfterSeconds });

/** A write was running when the call ended. A repetition with the same Idempotency-Key is safe. */
export const mayBeDone = (cause: unknown) =>
  new AppError('MAY_BE_DONE', t`This took too long. It may have been done: look before you do it again`, {
    retryAfterSeconds: 5,
    cause,
  });

/** Nothing can be saved; freeing space takes at least a minute. */
export const storageFull = (cause: unknown) =>
  new AppError('STORAGE_FULL', t`There is no room to save this at the moment`, {
    retryAfterSeconds: 60,
    cause,
  });

export const tooManyRequests = (retryAfterSeconds: number) =>
  new AppError('TOO_MANY_REQUESTS', t`Too many requests. Please try again later`, {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)),
  });
