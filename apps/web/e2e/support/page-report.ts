import type { Page, Request } from 'playwright-core';

/** A page's text, and lists of calls, are told this far. */
const TEXT_MAX = 300;
const CALLS_MAX = 12;

interface Notes {
  /** Calls without an end, then those that ended badly, in order. */
  pending: Set<Request>;
  trouble: string[];
}

const notes = new WeakMap<Page, Notes>();

const nameOf = (request: Request): string => {
  const { pathname } = new URL(request.url());
  return `${request.method()} ${pathname}`;
};

/** From now on it is noted which calls of the page are under way, and which failed or were refused. */
export function noteCalls(page: Page): void {
  const pending = new Set<Request>();
  const trouble: string[] = [];
  notes.set(page, { pending, trouble });
  page.on('request', (request) => pending.add(request));
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

/** What the page shows, which calls are under way, and which failed. Never rejects. */
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
