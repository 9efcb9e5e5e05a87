/** One counted view on its way: seconds in sight, and where the reader came from (F §7). */
export interface PostView {
  postId: string;
  viewDuration: number;
  referralSource: string;
  feed: boolean;
}

interface TrackerOptions {
  /** How long a post must stay visible, in milliseconds: 1000 in lists, 2000 on its page (F §4). */
  minDuration: number;
  /** Takes the views that became due; called at most once per `flushDelay`. */
  send: (views: PostView[]) => void;
  /** How long due views wait for company, in milliseconds. */
  flushDelay: number;
  batchMax: number;
  now: () => number;
}

/**
 * Counts a view once a post has stayed visible for `minDuration` without a break, once per post (F §4).
 * Knows nothing of the DOM: `show` and `hide` are called by whoever observes visibility.
 */
export class ViewTracker {
  readonly #options: TrackerOptions;
  readonly #since = new Map<
    string,
    { at: number; timer: ReturnType<typeof setTimeout>; source: string; feed: boolean }
  >();
  readonly #counted = new Set<string>();
  #queue: PostView[] = [];
  #flushTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: TrackerOptions) {
    this.#options = options;
  }

  show(postId: string, referralSource: string, feed: boolean): void {
    if (this.#counted.has(postId) || this.#since.has(postId)) return;
    const timer = setTimeout(() => this.#due(postId), this.#options.minDuration);
    this.#since.set(postId, { at: this.#options.now(), timer, source: referralSource, feed });
  }

  hide(postId: string): void {
    const entry = this.#since.get(postId);
    if (!entry) return;
    clearTimeout(entry.timer);
    this.#since.delete(postId);
  }

  /** Sends what is due at once, as before the page goes away. */
  flush(): void {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    while (this.#queue.length > 0) this.#options.send(this.#queue.splice(0, this.#options.batchMax));
  }

  /** Forgets all: another user has their own views. */
  reset(): void {
    for (const postId of [...this.#since.keys()]) this.hide(postId);
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    this.#queue = [];
    this.#counted.clear();
  }

  #due(postId: string): void {
    const entry = this.#since.get(postId);
    if (!entry) return;
    this.#since.delete(postId);
    this.#counted.add(postId);
    const viewDuration = Math.max(this.#options.minDuration, this.#options.now() - entry.at) / 1000;
    this.#queue.push({ postId, viewDuration, referralSource: entry.source, feed: entry.feed });
    this.#flushTimer ??= setTimeout(() => this.flush(), this.#options.flushDelay);
  }
}

/** Refusals that are no failure: the view was counted before, is the author's own, or came too soon (F §8). */
export const isSilentViewError = (message: string): boolean => /already|self-view|recent/i.test(message);
