import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { chromiumPath } from './support/chromium.js';
import { form, openComposer, send } from './support/composer.js';
import { visiting } from './support/visits.js';

const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true };
/** A job publishes due posts every 15 seconds. */
const PUBLISHED_WITHIN = { timeout: 60_000, interval: 500 };

describe.skipIf(chromiumPath === undefined)('a draft in the account', () => {
  const web = inject('web');
  const visits = visiting();

  const text = (page: Page) => form(page).getByLabel('What is on your mind?');
  const choose = async (page: Page, item: string): Promise<void> => {
    await form(page).getByRole('button', { name: 'More for this post' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const openDrafts = async (page: Page): Promise<void> => {
    await page.goto(`${web}/createpost/drafts`);
    await page.getByRole('heading', { name: 'Drafts', exact: true }).waitFor();
  };
  const rowOf = (page: Page, words: string) =>
    page.getByRole('list', { name: 'Drafts' }).getByRole('listitem').filter({ hasText: words });

  it('is written on a phone and finished at a desk [B24-17]', async () => {
    const phone = await visits.memberPage(PHONE);
    await openComposer(phone);
    await text(phone).fill('Geese in the fog');
    await choose(phone, 'Save as draft');
    await phone.waitForURL('**/createpost/drafts');
    await rowOf(phone, 'Geese in the fog').waitFor();
    await expectAccessible(phone, 'drafts', 'as it is');

    const desk = await visits.memberPage();
    await openDrafts(desk);
    await desk.getByRole('link', { name: 'Edit Geese in the fog' }).click();
    await expect.poll(() => text(desk).inputValue()).toBe('Geese in the fog');
    await text(desk).fill('Geese in the fog, at six');
    await send(desk).click();
    await desk.waitForURL('**/p/*');
    await desk.getByRole('article').getByText('Geese in the fog, at six').first().waitFor();

    await openDrafts(phone);
    await phone.getByText('No drafts', { exact: true }).waitFor();
  });

  it('waits for its time, is taken back on another device, and goes out when it is due [B24-12 B24-15]', async () => {
    const desk = await visits.memberPage();
    await openComposer(desk);
    await text(desk).fill('Rye for the market');
    await choose(desk, 'Publish later…');
    const dialog = desk.getByRole('dialog', { name: 'Publish later' });
    await dialog.waitFor();
    await expectAccessible(desk, 'the time of a post', 'as it is');
    await dialog.getByRole('button', { name: 'Publish later' }).click();
    await desk.waitForURL('**/createpost/drafts');
    await rowOf(desk, 'Rye for the market')
      .getByText(/at a random minute · Saved /)
      .waitFor();

    const phone = await visits.memberPage(PHONE);
    await openDrafts(phone);
    await phone.getByRole('link', { name: 'Edit Rye for the market' }).click();
    await expect.poll(() => text(phone).inputValue()).toBe('Rye for the market');
    await choose(phone, 'Turn back into a draft');
    await rowOf(phone, 'Rye for the market')
      .getByText(/^Draft · Saved /)
      .waitFor();
    await openDrafts(desk);
    await rowOf(desk, 'Rye for the market')
      .getByText(/^Draft · Saved /)
      .waitFor();

    // the form offers whole minutes: a time that is due at once is set by a call
    const { request } = desk.context();
    const draftNow = async () => {
      const { data } = (await (await request.get(`${web}/api/drafts`)).json()) as {
        data: { _id: string; version: number; post: { description: string } }[];
      };
      return data.find((draft) => draft.post.description === 'Rye for the market');
    };
    const { _id, version, post } = (await draftNow())!;
    const due = new Date(Date.now() + 2000).toISOString();
    const answer = await request.put(`${web}/api/drafts/${_id}`, {
      data: { post, version, publishing: { from: due, until: due } },
      headers: { origin: web },
    });
    expect(answer.status()).toBe(200);
    await expect.poll(draftNow, PUBLISHED_WITHIN).toBeUndefined();
    await openDrafts(phone);
    await phone.getByText('No drafts', { exact: true }).waitFor();
    await phone.goto(`${web}/${visits.member.userName}`);
    await phone.getByRole('article').getByText('Rye for the market').first().waitFor();
  });
});
