import type { Post } from '@social-feed/contracts';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { chromiumPath } from './support/chromium.js';
import { visiting } from './support/visits.js';

describe.skipIf(chromiumPath === undefined)('the order of the day', () => {
  const web = inject('web');
  const visits = visiting();

  it('is proved in the browser, and an author sees the chance of a post [B4-17 B4-21]', async () => {
    const page = await visits.memberPage({ colorScheme: 'light', viewport: { width: 1440, height: 900 } });
    await page.goto(`${web}/home?way=day`);
    const options = page.getByRole('article').first().getByRole('button', { name: 'Post options' });
    await options.click();
    await page.getByRole('menuitem', { name: 'Why this post?' }).click();
    const why = page.getByRole('dialog', { name: 'Why this post?' });
    await why.getByRole('img', { name: /in place \d/ }).waitFor();
    await why.getByRole('button', { name: 'Check the order' }).click();
    await why.getByText(/stand where they should\..* back to the end published on/).waitFor();
    await expectAccessible(page, 'the order of the day', 'as it is');
    await why.getByRole('button', { name: 'OK' }).click();

    const answer = await page
      .context()
      .request.post(`${web}/api/posts`, {
        data: { title: 'A post with a chance' },
        headers: { origin: web },
      });
    const { _id } = ((await answer.json()) as { data: Post }).data;
    await page.goto(`${web}/p/${_id}`);
    await page.getByRole('heading', { name: 'A post with a chance' }).waitFor();
    await page.getByRole('button', { name: 'Post options' }).click();
    await page.getByRole('menuitem', { name: 'Why this post?' }).click();
    const chance = page.getByRole('dialog', { name: 'Why this post?' });
    await chance.getByText(/^How many people follow you does not count/).waitFor();
    await chance.getByRole('button', { name: 'Check the order' }).click();
    await chance.getByText(/^The seeds give the same figures\. The seed is that of/).waitFor();
    await expectAccessible(page, 'the chance of an own post', 'as it is');
    expect(await chance.getByRole('alert').count()).toBe(0);
  });
});
