import type { CDPSession } from 'playwright-core';

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
export async function recordTasks(session: CDPSession): Promise<() => Promise<number[]>> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }) => events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', '__metadata'], excludedCategories: ['*'] },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    session.off('Tracing.dataCollected', collect);
    const mains = events.filter(
      ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
    );
    const tasksOf = (main: TraceEvent) =>
      events
        .filter(
          ({ name, ph, pid, tid }) =>
            ph === 'X' && name.endsWith('RunTask') && pid === main.pid && tid === main.tid,
        )
        .map(({ tdur = 0 }) => tdur / 1000);
    const sum = (times: number[]) => times.reduce((total, time) => total + time, 0);
    // of several renderers, the page's own is the busiest
    return mains.map(tasksOf).reduce((most, times) => (sum(times) > sum(most) ? times : most), []);
  };
}
