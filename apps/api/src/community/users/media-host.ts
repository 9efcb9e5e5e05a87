/**
 * Whether MEDIA_HOSTS allows an address.
 * @param mediaHosts the allowed hosts; an empty list allows all
 * @param url already checked to be http(s)
 */
export const isAllowedHost = (mediaHosts: readonly string[], url: string): boolean =>
  mediaHosts.length === 0 || mediaHosts.includes(new URL(url).host.toLowerCase());

/**
 * Returns an address for API responses. Addresses that are not http(s) become empty, because not every client
 * blocks `javascript:`.
 */
export const shownUrl = (address: string): string => (/^https?:\/\//i.test(address) ? address : '');
