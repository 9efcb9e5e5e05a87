import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closePages, launch, openPage, type WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import {
  cardInView,
  feedIsOpen,
  placeOfClick,
  rememberPlaceOfClick,
  scrollThrough,
  topOf,
} from './support/feed.js';
import { newPerson, signUp } from './support/people.js';

describe.skipIf(chromiumPath === undefined)('a new user', () => {
  const web = inject('web');
  const person = newPerson();
  let browser: Browser;
  let watched: WatchedPage;
  let postId: string;

  beforeAll(async () => {
    browser = await launch();
    watched = await openPage(browser);
  });

  afterAll(async () => {
    await closePages(browser);
  });

  it('is redirected from the guarded feed to sign-in, and signs up [F1-2 F1-7]', async () => {
    const { page } = watched;
    await page.goto(`${web}/home`);
    await page.waitForURL(`${web}/i/account/login`);
    expect(await page.title()).toContain('Social Feed');
    await page.getByRole('link', { name: 'Create one now' }).click();
    await page.waitForURL(`${web}/i/account/signup`);
    await signUp(page, web, person);
    await feedIsOpen(page);
  });

  it('scrolls through a hundred different posts without layout shifts [F1-3]', async () => {
    const { page } = watched;
    const before = await watched.layoutShift();
    const seen = await scrollThrough(page, 100);
    expect(seen.size).toBeGreaterThanOrEqual(100);
    expect(new Set(seen.values()).size).toBe(seen.size);
    expect((await watched.layoutShift()) - before).toBeLessThanOrEqual(0.01);
  });

  it('likes and comments [F1-11 F6-6]', async () => {
    const { page } = watched;
    const found = await cardInView(page);
    postId = found.postId;
    const like = found.card.getByRole('button', { name: /^Like, / });
    await like.click();
    await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');

    await found.card.getByRole('button', { name: /^Comment, / }).click();
    await found.card.getByPlaceholder('Write a comment...').fill('Seen from my window, too.');
    await found.card.getByRole('button', { name: 'Post', exact: true }).click();
    // the field still has the text until the comment is stored
    await found.card.getByRole('list', { name: 'Comments' }).getByText('Seen from my window, too.').waitFor();
  });

  it('opens the post and returns to the same position [F1-16]', async () => {
    const { page } = watched;
    const card = page.locator(`article[data-post-id="${postId}"]`);
    await card.getByRole('button', { name: /^Comment, / }).click();
    await rememberPlaceOfClick(page, postId);
    await card.locator(`a[href="/p/${postId}"]`).first().click();
    await page.waitForURL(`${web}/p/${postId}`);
    await page.getByRole('feed').waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'Comments' }).getByText('Seen from my window, too.').waitFor();
    await expect
      .poll(() =>
        page
          .getByRole('button', { name: /^Like, / })
          .first()
          .getAttribute('aria-pressed'),
      )
      .toBe('true');

    const left = await placeOfClick(page);
    await page.goBack();
    await card.waitFor();
    await expect.poll(async () => Math.abs((await topOf(card)) - left.top)).toBeLessThanOrEqual(2);
    await expect
      .poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - left.scrollY))
      .toBeLessThanOrEqual(2);
  });

  it('sees the same state after a reload', async () => {
    const { page } = watched;
    await page.goto(`${web}/p/${postId}`);
    await page.reload();
    await page.getByRole('list', { name: 'Comments' }).getByText('Seen from my window, too.').waitFor();
    const like = page.getByRole('button', { name: /^Like, / }).first();
    await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
    await page.goto(`${web}/home`);
    await page.reload();
    await feedIsOpen(page);
    expect(page.url()).toBe(`${web}/home`);
  });

  it('logs out and can no longer open the feed', async () => {
    const { page } = watched;
    await page
      .getByRole('button', { name: `Account of ${person.fullName}` })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL(`${web}/i/account/login`);
    await page.goto(`${web}/home`);
    await page.waitForURL(`${web}/i/account/login`);
    await page.goto(`${web}/p/${postId}`);
    await page.waitForURL(`${web}/i/account/login`);
  });

  it('sees no console errors and no CSP violations', () => {
    expect(watched.problems).toEqual([]);
  });
});
