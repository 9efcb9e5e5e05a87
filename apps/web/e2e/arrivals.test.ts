import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { ACCOUNT, register, sendSignIn } from './support/accounts.js';
import { chromiumPath } from './support/chromium.js';
import { fake, fakePost, FEED, feedOf, idOf } from './support/fake-feed.js';
import { newPerson } from './support/people.js';
import { cardOf, openFeed, visiting } from './support/visits.js';

/** The focused element, and the page's live announcement. */
const arrival = (page: Page) =>
  page.evaluate(() => ({
    inContent: document.activeElement?.closest('main') !== null,
    said: [...document.querySelectorAll('[role=status]')].map((status) => status.textContent ?? ''),
  }));

describe.skipIf(chromiumPath === undefined)('keyboard navigation to another page', () => {
  const web = inject('web');
  const visits = visiting();

  const arrives = async (page: Page, title: string) => {
    await expect.poll(async () => (await arrival(page)).said).toContain(title);
    await expect.poll(async () => (await arrival(page)).inContent).toBe(true);
  };
  const follow = (page: Page, name: string | RegExp, within = 'body') =>
    page.locator(within).getByRole('link', { name }).first().press('Enter');

  it('moves the focus to the content and announces the title, in the app', async () => {
    const page = await visits.memberPage();
    await fake(page, FEED, feedOf([fakePost(1)]));
    await fake(page, `/posts/${idOf(1)}`, { success: true, data: fakePost(1) });
    await openFeed(page);
    await follow(page, 'About Us');
    await arrives(page, 'About Us · Social Feed');
    await follow(page, /Chat-?bot/i);
    await arrives(page, 'Chat-bot · Social Feed');
    await follow(page, 'Contact Us');
    await arrives(page, 'Contact Us · Social Feed');
    await page.goBack();
    await arrives(page, 'Chat-bot · Social Feed');
    await page.goBack();
    await arrives(page, 'About Us · Social Feed');
    await page.goBack();
    await cardOf(page, 'Post 1').locator('a[href^="/p/"]').first().press('Enter');
    await arrives(page, 'Post 1 · Social Feed');
  });

  it('moves the focus to the content and announces the title, on account pages and behind them', async () => {
    const page = await visits.visitorPage();
    const person = newPerson();
    await register(page.context(), web, person);
    await page.context().clearCookies();
    await page.goto(`${web}${ACCOUNT.login}`);
    await page.getByRole('form', { name: 'Sign In' }).waitFor();
    await follow(page, 'Create one now');
    await arrives(page, 'Create your account · Social Feed');
    await follow(page, 'Sign in');
    await arrives(page, 'Sign In · Social Feed');
    await follow(page, /Forgot/);
    await arrives(page, 'Forgot Password? · Social Feed');
    await page.goBack();
    await sendSignIn(page, person.userName, person.password);
    await page.waitForURL(`${web}/home`);
    await arrives(page, 'Social Feed');
  });
});
