import { ServerError } from '../bson/errors.js';

/** A pause in a generator of work: whoever drives it lets others run before it goes on. */
export const PAUSE: unique symbol = Symbol('pause');

/** Milliseconds of work, the caller's included, between two pauses. */
const slice = 5;

/** Lets other connections have their turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Tells during long work when a pause is due. To be asked after every step, since a single one may take long. */
export class Pace {
  private since: number;

  constructor(private readonly clock: () => number = () => performance.now()) {
    this.since = clock();
  }

  /** True every few milliseconds; starts anew then. */
  due(): boolean {
    const now = this.clock();
    if (now - this.since < slice) return false;
    this.since = now;
    return true;
  }

  /** Lets others have their turn, unless `check` throws. */
  async rest(check?: () => void): Promise<void> {
    check?.();
    await nextTurn();
    this.since = this.clock();
  }
}

/** How long a command may still take. The time between two of its batches is the client's and does not count. */
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

/** Items without the pauses, which are taken; `check` is asked at each. */
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
