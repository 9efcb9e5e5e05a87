import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { runAdmin } from './support/admin.js';
import { closePages, launch, openPage, type WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { form, openComposer, send, title, unfold } from './support/composer.js';
import { cards, feedIsOpen } from './support/feed.js';
import { newPerson, signIn, signUp } from './support/people.js';
import { translatePages } from './support/translate.js';

describe.skipIf(chromiumPath === undefined)('a page translated by the browser', () => {
  const web = inject('web');
  let browser: Browser;
  let watched: WatchedPage;
  beforeAll(async () => {
    browser = await launch();
  });
  afterEach(() => watched.close());
  afterAll(() => closePages(browser));

  it.each(['replaces', 'rewrites'] as const)('keeps working if the translator %s texts', async (kind) => {
    watched = await openPage(browser);
    const { page, context } = watched;
    page.setDefaultTimeout(30_000);
    await translatePages(context, kind);
    const person = newPerson();
    await signUp(page, web, person);
    await feedIsOpen(page);
    await page
      .getByRole('button', { name: /^Account of / })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL(`${web}/i/account/login`);
    await runAdmin('make', person.userName);
    await signIn(page, web, person);
    await feedIsOpen(page);
    const card = cards(page).first();
    const like = card.getByRole('button', { name: /^Like, / });
    const count = async () => Number((await like.innerText()).replace(/\D/g, '') || 0);
    const before = await count();
    await like.click();
    await expect.poll(count).toBe(before + 1);

    await openComposer(page);
    await unfold(page, 'Add a title');
    await title(page).fill('Seen in translation');
    await send(page).click();
    await page.waitForURL(/\/p\/[0-9a-f]{24}$/);
    await page.getByRole('heading', { name: 'Seen in translation' }).waitFor();
    const postPage = page.url();
    const id = postPage.slice(-24);

    const comments = page.getByRole('region', { name: 'Comments' });
    await comments.getByPlaceholder('Write a comment...').fill('First, with #harbour');
    await comments.getByRole('button', { name: 'Post', exact: true }).click();
    await comments.getByText('First, with').first().waitFor();
    const first = comments.getByRole('listitem').first();
    const likeComment = first.getByRole('button', { name: /like/i }).first();
    await likeComment.click();
    await expect.poll(async () => (await likeComment.innerText()).replace(/\D/g, '')).toBe('1');
    await first
      .getByRole('button', { name: /^Reply/ })
      .first()
      .click();
    await comments.getByPlaceholder('Write a reply...').fill('Second');
    await comments.getByRole('button', { name: 'Reply', exact: true }).last().click();
    await comments.getByText('Second', { exact: true }).first().waitFor();

    await openComposer(page, id);
    await expect.poll(() => title(page).inputValue()).toBe('Seen in translation');
    await title(page).fill('Edited in translation');
    await form(page).getByLabel('What is on your mind?').fill('By https://example.org and #more');
    await send(page, 'Save').click();
    await page.waitForURL(postPage);
    await page.getByRole('heading', { name: 'Edited in translation' }).waitFor();

    await page.goto(`${web}/settings/profile`);
    await page.getByLabel('Bio').fill('Translated');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page
      .getByText(/saved|updated/i)
      .first()
      .waitFor();
    await page.goto(`${web}/settings/appearance`);
    await page.getByRole('heading', { name: 'Theme' }).first().waitFor();

    await page.goto(`${web}/search?q=translation`);
    await page.getByRole('heading', { name: 'Results for translation' }).waitFor();
    await page.getByText('Edited in translation').first().waitFor();
    for (const part of ['People', 'Tags']) {
      await page.getByRole('navigation', { name: 'Results' }).getByRole('link', { name: part }).click();
      await page.waitForURL((url) => url.searchParams.get('in') === part.toLowerCase());
    }
    await page.goto(`${web}/notifications`);
    await page.getByRole('heading', { name: 'Notifications' }).first().waitFor();
    await page.goto(`${web}/${person.userName}`);
    await page.getByRole('heading', { name: 'Edited in translation' }).waitFor();

    await page.goto(`${web}/admin`);
    await page
      .getByRole('heading', { name: /Reports/ })
      .first()
      .waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Edited in translation' }).waitFor();

    const answer = await page.request.get(`${web}/api/posts/user/${await authorOf(page, id)}`);
    expect(((await answer.json()) as { data: unknown[] }).data).toHaveLength(1);
    expect(watched.problems).toEqual([]);
  });

  const authorOf = async (page: WatchedPage['page'], id: string): Promise<string> => {
    const answer = await page.request.get(`${web}/api/posts/${id}`);
    return ((await answer.json()) as { data: { user: { _id: string } } }).data.user._id;
  };
});
