import type { Page, Request } from 'playwright-core';
import { TestRunner } from 'vitest';

/** Limits of the reported page text, in characters, and of the reported calls. */
const TEXT_MAX = 1500;
const CALLS_MAX = 12;

/** The page has finished loading when no call was pending for this long, in milliseconds. */
const QUIET_MS = 250;
const STEP_MS = 50;
const STEPS_MAX = 600;

interface Notes {
  /** Pending calls, except event streams, and failed calls, in order. */
  pending: Set<Request>;
  trouble: string[];
}

const notes = new WeakMap<Page, Notes>();

const nameOf = (request: Request): string => {
  const { pathname } = new URL(request.url());
  return `${request.method()} ${pathname}`;
};

/** Starts recording pending and failed calls of the page. */
export function noteCalls(page: Page): void {
  const pending = new Set<Request>();
  const trouble: string[] = [];
  notes.set(page, { pending, trouble });
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => {
    pending.delete(request);
    trouble.push(`${nameOf(request)}: ${request.failure()?.errorText ?? 'failed'}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) trouble.push(`${nameOf(response.request())}: ${response.status()}`);
  });
}

const listed = (calls: readonly string[]): string => calls.slice(-CALLS_MAX).join(', ') || 'none';

/** Returns what the page shows, with its pending and failed calls. Never rejects. */
export async function reportOf(page: Page): Promise<string> {
  const { pending, trouble } = notes.get(page) ?? { pending: [], trouble: [] };
  const text = await page
    .locator('body')
    .innerText({ timeout: 2000 })
    .catch((error: unknown) => `(${String(error).split('\n', 1)[0]})`);
  return [
    `The page is at ${page.url()} and shows: ${text.replaceAll(/\s+/g, ' ').slice(0, TEXT_MAX)}`,
    `Under way: ${listed([...pending].map(nameOf))}`,
    `Failed: ${listed(trouble)}`,
  ].join('\n');
}

/** Whether the page draws frames, even if a test controls its clock: "yes", or the reason. Never rejects. */
const drawsOf = (page: Page): Promise<string> =>
  page.screenshot({ timeout: 15_000 }).then(
    () => 'yes',
    (error: unknown) => String(error).split('\n', 1)[0] ?? '',
  );

/**
 * Adds what the page shows to the error of the running test if it has failed, to help read CI logs, and whether it
 * draws, for `vitest.config.ts`.
 */
export async function tellOnFailure(page: Page): Promise<void> {
  const result = TestRunner.getCurrentTest()?.result;
  const error = result?.state === 'fail' ? result.errors?.at(-1) : undefined;
  if (!error) return;
  const report = await reportOf(page);
  const draws = await drawsOf(page);
  error.stack = `${error.stack ?? error.message}\n${report}\nDraws frames: ${draws}`;
  // a page that the test has closed gives no picture either
  if (/timeout/i.test(draws)) error.message += ' The page does not draw.';
}

/** Waits until the page has no pending calls. Playwright's `networkidle` would also wait for the event stream. */
export async function callsEnded(page: Page): Promise<void> {
  await page.waitForLoadState();
  for (let [step, quiet] = [0, 0]; quiet < QUIET_MS; step += 1) {
    if (step === STEPS_MAX) throw new Error(`The page goes on fetching.\n${await reportOf(page)}`);
    await page.waitForTimeout(STEP_MS);
    // answered only after the script that is running, which may make the next call
    await page.evaluate(() => undefined).catch(() => undefined);
    quiet = (notes.get(page)?.pending.size ?? 0) === 0 ? quiet + STEP_MS : 0;
  }
}
