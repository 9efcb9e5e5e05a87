const BAR_WIDTH = 30;
const REDRAW_MS = 100;
/** Number of lines written without a terminal, one per tenth. */
const STEPS = 10;

/** Output of the progress, and the clock (milliseconds) that throttles it. */
export interface ProgressOutput {
  write(text: string): unknown;
  isTTY?: boolean;
}

export interface Progress {
  /** @param done items done so far, of the total */
  update(done: number): void;
}

const number = new Intl.NumberFormat('en');

const duration = (seconds: number): string =>
  seconds < 60 ? `${Math.ceil(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.ceil(seconds % 60)} s`;

/** Creates a progress bar, redrawn in place on a terminal; elsewhere it writes a line per tenth. */
export function createProgress(
  label: string,
  total: number,
  output: ProgressOutput,
  clock: () => number,
): Progress {
  const startedAt = clock();
  let first: number | undefined;
  let drawnAt = -Infinity;
  let step = 0;

  const rest = (done: number, from: number): string => {
    const perItem = (clock() - startedAt) / 1000 / Math.max(1, done - from);
    return done >= total
      ? `in ${duration((clock() - startedAt) / 1000)}`
      : `${duration(perItem * (total - done))} left`;
  };

  return {
    update(done) {
      first ??= done;
      const share = total === 0 ? 1 : done / total;
      const text = `${number.format(done)} of ${number.format(total)}, ${rest(done, first)}`;
      if (output.isTTY === true) {
        if (clock() - drawnAt < REDRAW_MS && done < total) return;
        drawnAt = clock();
        const filled = Math.round(share * BAR_WIDTH);
        const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
        output.write(`\r${label} ${bar} ${text}\u001b[K${done >= total ? '\n' : ''}`);
        return;
      }
      const reached = Math.floor(share * STEPS);
      if (reached <= step) return;
      step = reached;
      output.write(`${label}: ${text}\n`);
    },
  };
}
