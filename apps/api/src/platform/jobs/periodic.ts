import type { Logger } from 'pino';
import type { Disposable } from './background.js';

export interface PeriodicOptions {
  name: string;
  /** milliseconds between the end of one run and the beginning of the next */
  every: number;
  /** milliseconds from a nudge to the run */
  nudgeDelay?: number;
  run: () => Promise<unknown>;
  log: Logger;
}

const DISPOSE_WAITS = 2000;

/** Work done again and again beside the requests: never twice at once, never keeping the process alive. */
export class Periodic implements Disposable {
  readonly name: string;
  private timer: NodeJS.Timeout | undefined;
  private dueAt = Infinity;
  private running: Promise<void> | undefined;
  private nudged = false;
  private ended = false;

  constructor(private readonly options: PeriodicOptions) {
    this.name = options.name;
  }

  /** Runs once soon and from then on periodically. */
  start(): void {
    this.schedule(0);
  }

  /** Asks for a run soon, because something happened that it cares for. */
  nudge(): void {
    if (this.running === undefined) this.schedule(this.options.nudgeDelay ?? 0);
    else this.nudged = true;
  }

  /** Ends it and waits for the run under way, but not long: with a database that hangs it would never end. */
  async dispose(): Promise<void> {
    this.ended = true;
    clearTimeout(this.timer);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, DISPOSE_WAITS);
    });
    await Promise.race([this.running, late]);
    clearTimeout(timer);
  }

  private schedule(delay: number): void {
    const dueAt = performance.now() + delay;
    if (this.ended || dueAt >= this.dueAt) return;
    clearTimeout(this.timer);
    this.dueAt = dueAt;
    this.timer = setTimeout(() => {
      this.dueAt = Infinity;
      this.running = this.runOnce();
    }, delay);
    this.timer.unref();
  }

  private async runOnce(): Promise<void> {
    this.nudged = false;
    try {
      await this.options.run();
    } catch (error) {
      if (!this.ended) this.options.log.warn({ err: error, name: this.name }, 'background work failed');
    }
    this.running = undefined;
    this.schedule(this.nudged ? (this.options.nudgeDelay ?? 0) : this.options.every);
  }
}
