/**
 * Approximate maximum bytes of a page as JSON: proxies buffer this much of a response for a client that reads
 * nothing.
 */
export const PAGE_BYTES_MAX = 1_000_000;
/** Maximum bytes that a response adds to a stored entry, such as its author. */
const ADDED_BYTES = 9000;

/** Returns the maximum bytes of an entry in a response. */
export const answerBytes = (entry: object): number => Buffer.byteLength(JSON.stringify(entry)) + ADDED_BYTES;

/**
 * Returns how many of the first entries fit into a page; at least one, so that every list can be read to its end.
 */
export function countFitting(entries: readonly object[], most = PAGE_BYTES_MAX): number {
  let bytes = 0;
  for (const [index, entry] of entries.entries()) {
    bytes += answerBytes(entry);
    if (bytes > most) return Math.max(1, index);
  }
  return entries.length;
}
