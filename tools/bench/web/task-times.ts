import type { Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** CPU microseconds of the thread. */
  tdur?: number;
  args?: { name?: string };
}

/**
 * Records every task of the page's main thread. Returns a function that stops recording and returns the tasks' CPU
 * times in milliseconds, without waits for other programs.
 */
export async function recordTasks(page: Page): Promise<() => Promise<number[]>> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['-*', 'toplevel', '__metadata'] });
  return async () => {
    const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
    const mains = traceEvents.filter(
      ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
    );
    const tasks = mains.map((main) =>
      traceEvents
        .filter(
          ({ ph, name, pid, tid }) =>
            ph === 'X' && name.endsWith('RunTask') && pid === main.pid && tid === main.tid,
        )
        .map(({ tdur = 0 }) => tdur / 1000),
    );
    const sum = (times: number[]) => times.reduce((total, time) => total + time, 0);
    // of several renderers, the page's own is the busiest
    return tasks.reduce((most, times) => (sum(times) > sum(most) ? times : most), []);
  };
}
