import { invalidField } from '../../platform/http/errors.js';

/**
 * Whether MEDIA_HOSTS allows an address.
 * @param mediaHosts the hosts; none allows all
 * @param url checked to be http(s) already
 */
export const isAllowedHost = (mediaHosts: readonly string[], url: string): boolean =>
  mediaHosts.length === 0 || mediaHosts.includes(new URL(url).host.toLowerCase());

/**
 * Refuses a picture from a host that MEDIA_HOSTS does not allow.
 * @param url empty or absent is fine
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
 * An address as answers name it: one that is not http(s), however it came into the database, leaves the API as an empty
 * text, since not every client keeps `javascript:` from running.
 */
export const shownUrl = (address: string): string => (/^https?:\/\//i.test(address) ? address : '');
