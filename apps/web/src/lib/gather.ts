interface GathererOptions<T> {
  /** Takes what was gathered, at most `max` at a time. */
  send: (items: T[]) => void;
  /** How long the first item waits for company, in milliseconds. */
  delay: number;
  max: number;
}

/** Gathers what is to be sent, so that one call carries many. */
export class Gatherer<T> {
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

  /** Sends what there is at once, as before the page goes away. */
  flush(): void {
    const items = this.#items;
    this.clear();
    while (items.length > 0) this.#options.send(items.splice(0, this.#options.max));
  }

  /** Forgets what was not sent. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#items = [];
  }
}

/** Without a network what is to be sent waits for it: nothing has failed. */
export const onceOnline = (act: () => void): void => {
  if (navigator.onLine) act();
  else window.addEventListener('online', act, { once: true });
};
