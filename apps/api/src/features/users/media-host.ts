import { AppError } from '../../platform/http/errors.js';

/**
 * Refuses a picture from a host that MEDIA_HOSTS does not allow.
 * @param mediaHosts the hosts; none allows all
 * @param url checked to be http(s) already; empty or absent is fine
 * @throws AppError 400
 */
export function refuseForeignHost(
  mediaHosts: readonly string[],
  path: string,
  url: string | undefined,
): void {
  if (url === undefined || url === '' || mediaHosts.length === 0) return;
  if (mediaHosts.includes(new URL(url).host.toLowerCase())) return;
  const message = 'Pictures must be uploaded or come from an allowed host';
  throw new AppError('VALIDATION_FAILED', message, { errors: [{ path, message }] });
}
