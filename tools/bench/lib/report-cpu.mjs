import { getHeapSpaceStatistics } from 'node:v8';

// Preloaded into every measured server. Reports the CPU time so far in microseconds, or the memory after garbage
// collection if Node was started with --expose-gc.
process.on('message', (message) => {
  if (message === 'cpu') process.send?.({ ...process.cpuUsage(), rss: process.memoryUsage.rss() });
  if (message === 'memory') {
    globalThis.gc?.();
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    process.send?.({
      rss: process.memoryUsage.rss(),
      heap: process.memoryUsage().heapUsed,
      young: young?.space_size ?? 0,
    });
  }
  if (message === 'stop') process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
