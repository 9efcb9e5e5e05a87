import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { chromiumPath } from './support/chromium.js';
import { feedIsOpen } from './support/feed.js';
import { callsEnded } from './support/page-report.js';
import { newPerson } from './support/people.js';
import { visiting } from './support/visits.js';

describe.skipIf(chromiumPath === undefined)('the first feed of a new account', () => {
  const web = inject('web');
  const visits = visiting();

  it('says where one is, without moving anything, until it is dismissed [B12-1 B12-2]', async () => {
    const page = await visits.memberPage({ storageState: { cookies: [], origins: [] } });
    const answer = await page
      .context()
      .request.post(`${web}/api/auth/register`, { data: newPerson(), headers: { origin: web } });
    expect(answer.status()).toBe(201);
    await page.goto(`${web}/home`);
    await feedIsOpen(page);
    const welcome = page.getByRole('region', { name: 'Welcome' });
    await welcome.getByText(/^[\d,]+ posts, shuffled for you alone\./).waitFor();
    await welcome.getByRole('button', { name: /^People here .+ and 4 more$/ }).waitFor();
    const shifted = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(
              list
                .getEntries()
                .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
            ),
          ).observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
        }),
    );
    expect(shifted).toBeLessThan(0.01);
    await expectAccessible(page, 'the first feed of a new account');
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'DELETE' && response.ok()),
      welcome.getByRole('button', { name: 'Dismiss' }).click(),
    ]);
    await page.reload();
    await feedIsOpen(page);
    await callsEnded(page);
    expect(await welcome.count()).toBe(0);
  });
});
