/** Bytes of a page as JSON, about: proxies hold this much of an answer for a reader that takes nothing. */
export const PAGE_BYTES_MAX = 1_000_000;
/** What an entry gets in its answer beside what is stored of it, such as its author, at most. */
const ADDED_BYTES = 9000;

/** Bytes that an entry takes in an answer, at most. */
export const answerBytes = (entry: object): number => Buffer.byteLength(JSON.stringify(entry)) + ADDED_BYTES;

/** How many entries from the first on fit into a page; at least one, so that every reading goes on. */
export function countFitting(entries: readonly object[], most = PAGE_BYTES_MAX): number {
  let bytes = 0;
  for (const [index, entry] of entries.entries()) {
    bytes += answerBytes(entry);
    if (bytes > most) return Math.max(1, index);
  }
  return entries.length;
}
