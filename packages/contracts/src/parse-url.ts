/**
 * Parses an address, or returns `null` if it is invalid. `URL.canParse` of Node 20 and 22 rejects letters like "é"
 * after some thousand calls, and older browsers lack `URL.parse`.
 */
export function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
