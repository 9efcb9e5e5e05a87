import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { commentPage, fake, fakeComment, fakePost, FEED, feedOf, idOf } from './support/fake-feed.js';
import { cardOf, openFeed, stopClock, visiting } from './support/visits.js';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Login Required' });
const text = (action: string) => `You need to be logged in to ${action} this post. Please login to continue.`;

describe.skipIf(chromiumPath === undefined)('a visitor', () => {
  const web = inject('web');
  const visits = visiting();

  const openedFeed = async () => {
    const page = await visits.visitorPage();
    await fake(page, FEED, feedOf([fakePost(1, { commentsCount: 1 }), fakePost(2)]));
    await fake(page, `/comments/post/${idOf(1)}`, commentPage([fakeComment(1)]));
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(request.url());
    });
    await openFeed(page);
    return { page, writes: () => writes.filter((url) => !url.includes('/auth/')) };
  };

  it('sees a login prompt for every action, which leads to the sign-in page [F2-8 F2-58 F2-59 F5-5 F6-1]', async () => {
    const { page, writes } = await openedFeed();
    const press = (control: string) =>
      cardOf(page, 'Post 1')
        .getByRole('button', { name: new RegExp(`^${control}, `) })
        .click();
    for (const [control, action] of [
      ['Like', 'like'],
      ['Dislike', 'dislike'],
      ['Share', 'share'],
      ['Comment', 'comment on'],
    ] as const) {
      await press(control);
      await dialog(page).getByText(text(action), { exact: true }).waitFor();
      expect(await dialog(page).getByRole('button').allTextContents()).toEqual(
        expect.arrayContaining(['Cancel', 'Login']),
      );
      expect(writes()).toEqual([]);
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      await expect.poll(() => dialog(page).count()).toBe(0);
    }
    await press('Like');
    await dialog(page).getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(`${web}/i/account/login`);
  });

  it('cannot follow and is never counted as a view [F4-28 F4-36 F6-5]', async () => {
    const { page, writes } = await openedFeed();
    await cardOf(page, 'Post 1')
      .getByRole('button', { name: /^Follow / })
      .click();
    await dialog(page).waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await stopClock(page);
    await page.clock.runFor(20_000);
    expect(writes()).toEqual([]);
    expect(
      await cardOf(page, 'Post 1')
        .getByRole('button', { name: /^Follow / })
        .textContent(),
    ).toBe('Follow');
  });

  it('opens a post with its comments [F1-1 F6-2]', async () => {
    const { page } = await openedFeed();
    await fake(page, `/posts/${idOf(1)}`, { success: true, data: fakePost(1) });
    await cardOf(page, 'Post 1').getByRole('link', { name: 'Post 1' }).click();
    await page.waitForURL(`${web}/p/${idOf(1)}`);
    await page.getByText('Comment 1', { exact: true }).waitFor();
    await page.getByText(/^Please log in to post a comment\.?$/).waitFor();
  });
});
