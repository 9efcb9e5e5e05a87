/** A map with a maximum size that keeps the entries written last. */
export class LruCache<K, V> extends Map<K, V> {
  constructor(private readonly most: number) {
    super();
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.most) {
      const [oldest] = this.keys();
      this.delete(oldest!);
    }
    return this;
  }
}

/** Maximum entries of `cacheFor`. */
const REMEMBERED = 5000;

/**
 * Caches values for a short time, in this process only.
 * @param lasts milliseconds of real time; 0 disables the cache
 */
export function cacheFor<T>(lasts: number) {
  const entries = new LruCache<string, { value: T; until: number }>(REMEMBERED);
  return {
    get(key: string): T | undefined {
      const entry = entries.get(key);
      return entry !== undefined && entry.until > performance.now() ? entry.value : undefined;
    },
    forget: (key: string) => void entries.delete(key),
    set: (key: string, value: T) => void entries.set(key, { value, until: performance.now() + lasts }),
  };
}
