/**
 * An address as answers name it: one that is not http(s), however it came into the database, leaves the API as an empty
 * text, since not every client keeps `javascript:` from running.
 */
export const shownUrl = (address: string): string => (/^https?:\/\//i.test(address) ? address : '');
