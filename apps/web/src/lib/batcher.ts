interface GathererOptions<T> {
  /** Sends a batch of at most `max` items. */
  send: (items: T[]) => void;
  /** How long the first item waits to be batched, in milliseconds. */
  delay: number;
  max: number;
}

/** Batches items into fewer calls. */
export class Batcher<T> {
  readonly #options: GathererOptions<T>;
  #items: T[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: GathererOptions<T>) {
    this.#options = options;
  }

  add(item: T): void {
    this.#items.push(item);
    this.#timer ??= setTimeout(() => this.flush(), this.#options.delay);
  }

  /** Sends all items at once, e.g. before the page unloads. */
  flush(): void {
    const items = this.#items;
    this.clear();
    while (items.length > 0) this.#options.send(items.splice(0, this.#options.max));
  }

  /** Drops unsent items. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#items = [];
  }
}

/** Runs `act` now, or once the browser is online again: being offline is no failure. */
export const onceOnline = (act: () => void): void => {
  if (navigator.onLine) act();
  else window.addEventListener('online', act, { once: true });
};
