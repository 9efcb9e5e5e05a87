import type { Visit } from './page.js';

/** Milliseconds since the page's start, the tasks over 50 ms until the page rested, and the heap then in bytes. */
export interface Load {
  fcp: number;
  lcp: number;
  firstPost: number;
  longTasks: number;
  heap: number;
}

/** Opens an address with a cold cache and waits until its posts and pictures are there. */
export async function measureLoad(opened: Visit, url: string): Promise<Load> {
  const { page } = opened;
  await page.goto(url);
  await page.locator('article').first().waitFor();
  await page.waitForLoadState('networkidle', { timeout: 60_000 });
  const { fcp, lcp, firstPost, longTasks } = await opened.recorded();
  if (fcp === null || lcp === null || firstPost === null) throw new Error(`Nothing was painted at ${url}`);
  return {
    fcp,
    lcp,
    firstPost,
    longTasks: longTasks.reduce((sum, { duration }) => sum + duration, 0),
    heap: await opened.heap(),
  };
}
