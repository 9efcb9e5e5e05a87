import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { expectAccessible } from './support/accessible.js';
import { ACCOUNT } from './support/accounts.js';
import { closePages, launch, openPage, type WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import {
  commentPage,
  failing,
  fake,
  fakeComment,
  fakePost,
  gated,
  idOf,
  type Answer,
} from './support/fake-feed.js';

describe.skipIf(chromiumPath === undefined)('a visitor who opens a shared post', () => {
  const web = inject('web');
  let browser: Browser;
  let open: WatchedPage | undefined;
  beforeAll(async () => {
    browser = await launch();
  });
  afterEach(async () => {
    await open?.close();
  });
  afterAll(async () => {
    await closePages(browser);
  });

  /** Opens the post, is redirected to sign-in, and continues without an account. */
  const reading = async (...answers: Answer[]) => {
    open = await openPage(browser, { reducedMotion: 'reduce' });
    const { page } = open;
    await fake(page, `/posts/${idOf(1)}`, ...answers);
    await fake(page, `/comments/post/${idOf(1)}`, commentPage([fakeComment(1)]));
    await page.goto(`${web}/p/${idOf(1)}`);
    await page.waitForURL(`${web}${ACCOUNT.login}`);
    const button = page.getByRole('button', { name: 'Read without an account' });
    await button.waitFor();
    return { page, read: () => button.press('Enter') };
  };
  const found = { success: true, data: fakePost(1, { commentsCount: 1 }) };

  it('reads it after one click, and sees a sign-in prompt on actions [B8-14]', async () => {
    const { page, read } = await reading(found);
    await expectAccessible(page, 'sign-in before a post');
    await read();
    await page.waitForURL(`${web}/p/${idOf(1)}`);
    await page.getByRole('heading', { name: 'Post 1' }).waitFor();
    await page.getByText('Comment 1', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Like, / }).click();
    await page.getByRole('dialog', { name: 'Login Required' }).waitFor();
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.waitForURL(`${web}${ACCOUNT.login}`);
  });

  it('sees on the sign-in page what was shared, which moves nothing, and reads on in other tabs [B8-18]', async () => {
    open = await openPage(browser, { reducedMotion: 'reduce' });
    const { page, context } = open;
    const preview = gated({
      success: true,
      data: {
        type: 'article',
        title: 'Harbour at six',
        description: 'Before anyone is awake. '.repeat(8).trim(),
        author: { name: 'Nilay Demir', url: `${web}/nilay` },
      },
    });
    await fake(page, '/link-preview', preview.answer);
    await page.goto(`${web}/p/${idOf(1)}`);
    const form = page.getByRole('form', { name: 'Sign In' });
    await form.waitFor();
    const before = await form.boundingBox();
    preview.open();
    await page.getByText('Harbour at six').waitFor();
    await page.getByText('Nilay Demir').waitFor();
    expect(await form.boundingBox()).toEqual(before);
    await expectAccessible(page, 'sign-in below what was shared');
    await page.getByRole('button', { name: 'Read without an account' }).click();
    await page.waitForURL(`${web}/p/${idOf(1)}`);
    const other = await context.newPage();
    await other.goto(`${web}/about`);
    await other.getByRole('heading', { name: 'About Us' }).waitFor();
  });

  it('sees that it was deleted [B8-15]', async () => {
    const { page, read } = await reading((route) =>
      route.fulfill({
        status: 404,
        contentType: 'application/json',
        body: JSON.stringify({ success: false, code: 'NOT_FOUND', message: 'Post not found' }),
      }),
    );
    await read();
    await page.getByRole('heading', { name: 'Post not found' }).waitFor();
    await expectAccessible(page, 'a post that is gone');
  });

  it('retries once the network is back [B8-15]', async () => {
    const { page, read } = await reading(...Array.from({ length: 3 }, () => failing.offline), found);
    await read();
    await page.getByRole('heading', { name: 'Error loading post' }).waitFor();
    const again = page.getByRole('button', { name: 'Try Again' });
    await expect
      .poll(async () => {
        if (await again.isVisible()) await again.click();
        return page.getByText('Comment 1', { exact: true }).isVisible();
      })
      .toBe(true);
  });
});
