/** A map of so many entries at most: those that were written last. */
export class RecentMap<K, V> extends Map<K, V> {
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
