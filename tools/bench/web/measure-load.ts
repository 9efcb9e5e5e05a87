import type { Visit } from './page.js';
import type { Recorded } from './recorder.js';

/** Milliseconds since the page start, tasks over 50 ms until the page was idle, and heap bytes at that time. */
export interface Load {
  fcp: number;
  lcp: number;
  firstPost: number;
  firstPicture: number;
  /** Requests started before the first picture was shown, including the page itself. */
  requests: number;
  /** Transferred bytes of each script among them. */
  scripts: number[];
  /** All requests until the page is idle, except streams of events. */
  allRequests: number;
  longTasks: number;
  /** Milliseconds of script, until the page is idle. */
  script: number;
  heap: number;
}

/** Opens an address with a cold cache and waits until posts and pictures are shown and nothing is loaded any more. */
export async function measureLoad(opened: Visit, url: string): Promise<Load> {
  const { page } = opened;
  await page.goto(url);
  await page.locator('article').first().waitFor();
  await page.waitForFunction(
    () => (window as unknown as { __recorded: Recorded }).__recorded.firstPicture !== null,
    undefined,
    { timeout: 60_000 },
  );
  const allRequests = await opened.settled();
  const { fcp, lcp, firstPost, firstPicture, longTasks } = await opened.recorded();
  if (fcp === null || lcp === null || firstPost === null || firstPicture === null)
    throw new Error(`Nothing was painted at ${url}`);
  const files = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, startTime, encodedBodySize }) => ({ name, startTime, bytes: encodedBodySize }),
    ),
  );
  const before = files.filter(({ startTime }) => startTime < firstPicture);
  return {
    fcp,
    lcp,
    firstPost,
    firstPicture,
    requests: before.length + 1,
    scripts: before.filter(({ name }) => new URL(name).pathname.endsWith('.js')).map(({ bytes }) => bytes),
    allRequests,
    script: ((await opened.metrics())['ScriptDuration'] ?? Number.NaN) * 1000,
    longTasks: longTasks.reduce((sum, { duration }) => sum + duration, 0),
    heap: await opened.heap(),
  };
}
