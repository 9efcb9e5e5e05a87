import { ServerError } from '../bson/errors.js';

/** A pause in a generator of work: its consumer lets other work run before it continues. */
export const PAUSE: unique symbol = Symbol('pause');

/** Milliseconds of work between two pauses, including the caller's work. */
const slice = 5;

/** Lets other connections run. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Decides when long work must pause. Check it after every step, since a single step may take long. */
export class Pace {
  private since: number;

  constructor(private readonly clock: () => number = () => performance.now()) {
    this.since = clock();
  }

  /** Returns true every few milliseconds, then restarts the interval. */
  due(): boolean {
    const now = this.clock();
    if (now - this.since < slice) return false;
    this.since = now;
    return true;
  }

  /** Lets other work run, unless `check` throws. */
  async rest(check?: () => void): Promise<void> {
    check?.();
    await nextTurn();
    this.since = this.clock();
  }
}

/** The remaining time of a command. The client's time between two batches does not count. */
export class Allowance {
  private end = 0;

  constructor(private left = Infinity) {
    this.resume();
  }

  resume(): void {
    this.end = Date.now() + this.left;
  }

  suspend(): void {
    this.left = this.end - Date.now();
  }

  /** Throws MaxTimeMSExpired. */
  readonly check = (): void => {
    if (Date.now() > this.end) throw new ServerError(50, 'operation exceeded time limit');
  };
}

/** Yields items and handles the pauses; calls `check` at each pause. */
export async function* unpaused<T>(items: Iterable<T | typeof PAUSE>, check?: () => void): AsyncGenerator<T> {
  for (const item of items) {
    if (item !== PAUSE) yield item;
    else {
      check?.();
      await nextTurn();
    }
  }
}

/** Applies `act` to every item, with pauses. */
export async function paced<T, U>(items: readonly T[], act: (item: T) => U): Promise<U[]> {
  const pace = new Pace();
  const results: U[] = [];
  for (const item of items) {
    results.push(act(item));
    if (pace.due()) await nextTurn();
  }
  return results;
}
