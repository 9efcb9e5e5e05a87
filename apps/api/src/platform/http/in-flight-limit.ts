/** An answer to a read takes this long at most while all is well; milliseconds. */
const TARGET_LATENCY = 500;
/** How often the limit is thought over; milliseconds. */
const PERIOD = 250;
const SMALLEST = 8;
const SHRINK = 0.7;
const GROW = 1.25;

/**
 * How many requests may be in flight. A fixed number cannot be right: what a quick database does in a moment piles up
 * for seconds before a slow one. So the limit shrinks while answers come late and grows back while they come in time,
 * which keeps accepted requests quick and lets the service recover within seconds (security 27).
 */
export class InFlightLimit {
  private limit: number;
  private periodEnd = 0;
  private latencySum = 0;
  private samples = 0;

  constructor(private readonly largest: number) {
    this.limit = largest;
  }

  get current(): number {
    return Math.floor(this.limit);
  }

  /**
   * @param latency milliseconds that an answer took
   * @param now milliseconds of any clock that never goes back
   */
  record(latency: number, now: number): void {
    this.latencySum += latency;
    this.samples += 1;
    if (now < this.periodEnd) return;
    const late = this.latencySum / this.samples > TARGET_LATENCY;
    const next = this.limit * (late ? SHRINK : GROW);
    this.limit = Math.min(this.largest, Math.max(Math.min(SMALLEST, this.largest), next));
    this.periodEnd = now + PERIOD;
    this.latencySum = 0;
    this.samples = 0;
  }
}
