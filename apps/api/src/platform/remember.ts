/** Entries at most; past them all are forgotten. */
const MAX = 5000;

/**
 * Remembers what was read for a short while, in this process only.
 * @param lasts milliseconds of real time; 0 remembers nothing
 */
export function rememberFor<T>(lasts: number) {
  const entries = new Map<string, { value: T; until: number }>();
  return {
    get(key: string): T | undefined {
      const entry = entries.get(key);
      return entry !== undefined && entry.until > performance.now() ? entry.value : undefined;
    },
    set(key: string, value: T): void {
      if (entries.size >= MAX) entries.clear();
      entries.set(key, { value, until: performance.now() + lasts });
    },
  };
}
