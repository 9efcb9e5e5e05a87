import { OAUTH_DETAILS_MAX, type ErrorCode, type OAuthError } from '@social-feed/contracts';
import type { Config } from '../../platform/config/config.js';
import { invalidField } from '../../platform/http/errors.js';

type Origins = Pick<Config, 'allowedOrigins' | 'webOrigin'>;

/**
 * Returns the address to redirect to after a social sign-in. It must be on one of our own origins. It is parsed as
 * a browser does, so no encoding can bypass the check, and the parsed address is used.
 * @param callback as given; defaults to the web app's `/auth/callback`
 * @throws AppError 400 for any other address
 */
export function landingAddress(config: Origins, callback: string | undefined): string {
  if (callback === undefined || callback === '') return `${config.webOrigin}/auth/callback`;
  const url = URL.parse(callback);
  const isOurs =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    config.allowedOrigins.includes(url.origin);
  if (!isOurs) throw invalidField('callback', 'This callback address is not allowed');
  return url.href;
}

/** A failed social sign-in, as reported to the landing address. */
export class OAuthFailure extends Error {
  override name = 'OAuthFailure';

  /** Tells programs what the details tell people, if it matters to them. */
  readonly reason: ErrorCode | undefined;

  constructor(
    readonly code: OAuthError,
    readonly details?: string,
    options?: ErrorOptions & { reason?: ErrorCode },
  ) {
    super(details ?? code, options);
    this.reason = options?.reason;
  }
}

/** Returns the landing address with the success or failure in its query. */
export function outcomeAddress(landing: string, failure?: OAuthFailure): string {
  const url = new URL(landing);
  if (failure === undefined) url.searchParams.set('oauth_success', 'true');
  else url.searchParams.set('error', failure.code);
  if (failure?.details !== undefined)
    url.searchParams.set('details', failure.details.slice(0, OAUTH_DETAILS_MAX));
  if (failure?.reason !== undefined) url.searchParams.set('code', failure.reason);
  return url.href;
}
