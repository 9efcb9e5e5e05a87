/**
 * Parses an address, `null` where it is none. `URL.canParse` of Node 20 and 22 refuses letters like "é" after some
 * thousand calls, and older browsers have no `URL.parse`.
 */
export function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
