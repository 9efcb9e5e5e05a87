import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { closePages, launch, openPage, type WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import {
  choose,
  form,
  fromMenu,
  openComposer,
  send,
  tile,
  tileNames,
  tiles,
  title,
  unfold,
  uploaded,
} from './support/composer.js';
import { drawnPicture } from './support/upload-files.js';
import { newMember, type Member } from './support/visits.js';

describe.skipIf(chromiumPath === undefined)('a draft in the composer', () => {
  const web = inject('web');
  let browser: Browser;
  let member: Member;
  let open: WatchedPage;

  beforeAll(async () => {
    browser = await launch();
  });
  afterEach(() => open.close());
  afterAll(() => closePages(browser));

  const visit = async (viewport = { width: 1440, height: 900 }): Promise<Page> => {
    member = await newMember(browser);
    open = await openPage(browser, { storageState: member.state, viewport });
    open.page.setDefaultTimeout(30_000);
    return open.page;
  };
  const write = async (page: Page) => {
    await openComposer(page);
    for (const name of ['Add a title', 'Add a place']) await unfold(page, name);
    await fromMenu(page, 'Add tags');
    await title(page).fill('Half a thought');
    await form(page).getByLabel('What is on your mind?').fill('The rest of it comes later.');
    await form(page).getByLabel('Tags', { exact: true }).pressSequentially('garden, sunday,');
    await form(page).getByLabel('Location', { exact: true }).fill('Lisbon');
    await choose(page, await drawnPicture(page, 'roof.jpg', { width: 400, height: 300 }));
    await uploaded(page);
  };

  it('shows visibly why a text is too long, also on a phone', async () => {
    const page = await visit({ width: 375, height: 667 });
    await openComposer(page);
    await form(page).getByLabel('What is on your mind?').fill('One line of many\n'.repeat(400));
    await send(page).click();
    const message = page.locator('#composer-description-message');
    await expect.poll(() => message.innerText()).toMatch(/5,?000/);
    await expect
      .poll(() =>
        message.evaluate((node) => {
          const { left, top, bottom } = node.getBoundingClientRect();
          const shown = document.elementFromPoint(left + 10, (top + bottom) / 2);
          return shown !== null && (node.contains(shown) || shown.contains(node));
        }),
      )
      .toBe(true);
  });

  it('is restored after a reload, uploads included', async () => {
    const page = await visit();
    await write(page);
    // the browser's own prompt about unsaved changes
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await form(page).waitFor();
    await expect.poll(() => title(page).inputValue()).toBe('Half a thought');
    await expect
      .poll(() => form(page).getByLabel('What is on your mind?').inputValue())
      .toBe('The rest of it comes later.');
    await expect.poll(() => form(page).getByLabel('Location').inputValue()).toBe('Lisbon');
    for (const tag of ['garden', 'sunday'])
      await form(page)
        .getByRole('button', { name: `Remove tag ${tag}` })
        .waitFor();
    await expect.poll(() => tiles(page).count()).toBe(1);
    const picture = tiles(page).locator('img');
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    expect(open.problems).toEqual([]);
  });

  it('is restored after following a link and after Back', async () => {
    const page = await visit();
    await page.goto(`${web}/about`);
    await page.getByRole('link', { name: 'Create Post' }).first().click();
    await form(page).waitFor();
    await unfold(page, 'Add a title');
    await title(page).fill('Unsaved');
    await page.getByRole('link', { name: 'Search', exact: true }).first().click();
    await page.waitForURL(`${web}/search`);
    await page.goBack();
    await expect.poll(() => title(page).inputValue()).toBe('Unsaved');
    await page.goBack();
    await page.waitForURL(`${web}/about`);
  });

  it('is deleted when discarded, after confirmation', async () => {
    const page = await visit({ width: 375, height: 740 });
    await write(page);
    await form(page).getByRole('button', { name: 'Discard' }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard this draft?' });
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => title(page).inputValue()).toBe('');
    await expect.poll(() => tiles(page).count()).toBe(0);
    await form(page).getByText('Draft saved in this browser').waitFor({ state: 'detached' });
    await page.reload();
    await form(page).waitFor();
    expect(await title(page).count()).toBe(0);
  });

  it('stays when the server rejects it, and is posted once despite retries', async () => {
    const page = await visit();
    await write(page);
    const keys: (string | undefined)[] = [];
    await page.route('**/api/posts', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      // the post is created, but the response is lost
      if (keys.length <= 2) {
        await route.fetch();
        return route.abort('connectionreset');
      }
      return route.continue();
    });
    await send(page).click();
    await form(page)
      .getByRole('alert')
      .getByText(/connect|Network/i)
      .waitFor();
    expect(await title(page).inputValue()).toBe('Half a thought');
    await send(page).click();
    await page.waitForURL(/\/p\/[0-9a-f]{24}$/);
    expect(new Set(keys).size).toBe(1);
    const answer = await page.request.get(`${web}/api/posts/user/${member.id}`);
    expect(((await answer.json()) as { data: unknown[] }).data).toHaveLength(1);
  });

  it('shows the remaining characters near a limit, and marks an exceeded limit', async () => {
    const page = await visit({ width: 820, height: 1100 });
    await openComposer(page);
    await unfold(page, 'Add a title');
    await title(page).fill('a'.repeat(140));
    await form(page).getByText('10 characters left').waitFor();
    await title(page).fill('a'.repeat(151));
    await form(page).getByText('1 character too many').waitFor();
    await send(page).click();
    await expect.poll(() => title(page).getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => title(page).evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await title(page).inputValue()).toHaveLength(151);
  });

  it('reorders pictures by dragging', async () => {
    const page = await visit();
    await openComposer(page);
    const picture = await drawnPicture(page, 'a.jpg', { width: 80, height: 60 });
    await choose(page, ...['a.jpg', 'b.jpg', 'c.jpg'].map((name) => ({ ...picture, name })));
    await uploaded(page);
    await tile(page, 'a.jpg').dragTo(tile(page, 'c.jpg'));
    await expect.poll(() => tileNames(page)).toEqual(['b.jpg', 'c.jpg', 'a.jpg']);
  });

  it('edits an own post, which is marked as edited and keeps its reactions', async () => {
    const page = await visit();
    const headers = { origin: web };
    const made = await page.request.post(`${web}/api/posts`, {
      headers,
      data: { title: 'As it was', tags: ['first'] },
    });
    const { data } = (await made.json()) as { data: { _id: string } };
    await page.request.post(`${web}/api/post-interactions/${data._id}/like`, { headers });
    await openComposer(page, data._id);
    await expect.poll(() => title(page).inputValue()).toBe('As it was');
    await title(page).fill('As it is');
    await send(page, 'Save').click();
    await page.waitForURL(`${web}/p/${data._id}`);
    await page.getByRole('heading', { name: 'As it is' }).waitFor();
    await page
      .getByText(/edited/)
      .first()
      .waitFor();
    const answer = await page.request.get(`${web}/api/posts/${data._id}`);
    expect(await answer.json()).toMatchObject({ data: { title: 'As it is', tags: ['first'], likes: 1 } });
    expect(open.problems).toEqual([]);
  });
});
