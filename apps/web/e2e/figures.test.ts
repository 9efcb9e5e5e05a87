import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { runAdmin } from './support/admin.js';
import { chromiumPath } from './support/chromium.js';
import { newMember, visiting } from './support/visits.js';

const DESKTOP = { colorScheme: 'light', viewport: { width: 1440, height: 900 } } as const;

describe.skipIf(chromiumPath === undefined)('figures', () => {
  const web = inject('web');
  const visits = visiting();

  it('are read by a moderator, on a narrow screen too [B20-74]', async () => {
    const moderator = await newMember(visits.browser);
    await runAdmin('moderator', moderator.userName);
    const page = await visits.memberPage({ ...DESKTOP, storageState: moderator.state });
    await page.goto(`${web}/admin`);
    await page.getByRole('link', { name: 'Figures' }).click();
    const overview = page.getByRole('table', { name: 'Figures of the last 30 days' });
    const signUps = overview.getByRole('row', { name: /^Sign-ups/ });
    await signUps.waitFor();
    expect(Number(await signUps.getByRole('cell').first().textContent())).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Day by day' }).click();
    const days = page.getByRole('article', { name: 'Day by day' });
    await days.getByRole('row', { name: /^Today, not over yet/ }).waitFor();
    await expectAccessible(page, 'figures');
  });
});
