import { invalidField } from '../../platform/http/errors.js';

/**
 * Whether MEDIA_HOSTS allows an address.
 * @param mediaHosts the allowed hosts; an empty list allows all
 * @param url already checked to be http(s)
 */
export const isAllowedHost = (mediaHosts: readonly string[], url: string): boolean =>
  mediaHosts.length === 0 || mediaHosts.includes(new URL(url).host.toLowerCase());

/**
 * Rejects a picture from a host that MEDIA_HOSTS does not allow.
 * @param url may be empty or absent
 * @throws AppError 400
 */
export function refuseForeignHost(
  mediaHosts: readonly string[],
  path: string,
  url: string | undefined,
): void {
  if (url === undefined || url === '' || isAllowedHost(mediaHosts, url)) return;
  throw invalidField(path, 'Pictures must be uploaded or come from an allowed host');
}

/**
 * Returns an address for API responses. Addresses that are not http(s) become empty, because not every client
 * blocks `javascript:`.
 */
export const shownUrl = (address: string): string => (/^https?:\/\//i.test(address) ? address : '');
