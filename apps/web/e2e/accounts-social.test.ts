import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { ACCOUNT, addressOf, storedSession } from './support/accounts.js';
import { closePages, launch, openPage, type WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { feedIsOpen } from './support/feed.js';
import { newPerson } from './support/people.js';

const NO_USER = 'Authentication successful but user data not received. Please try again.';

describe.skipIf(chromiumPath === undefined)('social sign-in', () => {
  const web = inject('web');
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  const open = async (): Promise<WatchedPage> => {
    const next = await openPage(browser, { reducedMotion: 'reduce' });
    next.page.setDefaultTimeout(30_000);
    return next;
  };
  const said = (words: string) => page.getByRole('alert').getByText(words, { exact: true }).waitFor();
  /** Goes from an account page to the provider's. */
  const toProvider = async (name: string, from: string = ACCOUNT.login) => {
    await page.goto(`${web}${from}`);
    await page.getByRole('button', { name: `Continue with ${name}` }).click();
    await page.getByRole('heading', { name: `Demo ${name} sign-in` }).waitFor();
  };
  const choose = (choice: string) => page.getByRole('link', { name: choice }).click();
  const signInAs = async (address: string) => {
    await page.getByLabel('Another address').fill(address);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const whoIsIn = async () =>
    ((await storedSession(page)).state['currentUser'] ?? null) as { userName: string; email: string } | null;

  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await closePages(browser);
  });
  beforeEach(async () => {
    watched = await open();
    page = watched.page;
  });
  afterEach(async () => {
    await watched.close();
  });

  it('creates an account, waits for its session and opens the feed [F1-9 A4.3-2]', async () => {
    const { email } = newPerson();
    const left = page.waitForRequest((request) => /\/auth\/\w+\?callback=/.test(request.url()));
    await toProvider('Google');
    const request = await left;
    expect(request.isNavigationRequest()).toBe(true);
    expect(new URL(request.url()).searchParams.get('callback')).toBe(`${web}/auth/callback`);
    await page.getByText('This is not Google.').waitFor();
    // shown for only three seconds, so start waiting before it appears
    const passed = Promise.all([
      page.waitForURL(`${web}/auth/callback?oauth_success=true`, { waitUntil: 'commit' }),
      page.getByText('Completing sign-in...').waitFor(),
    ]);
    await signInAs(email);
    await passed;
    await page.waitForURL(`${web}/home`);
    await feedIsOpen(page);
    await expect.poll(whoIsIn).toMatchObject({ email });
    expect(watched.problems).toEqual([]);
  });

  it('returns to the page it started on if the provider rejects, sends no e-mail or an invalid answer [A8-10]', async () => {
    await toProvider('Facebook');
    await choose('Refuse');
    await said('Facebook authentication failed. Please try again.');
    await expect.poll(() => addressOf(page)).toBe(ACCOUNT.login);
    await toProvider('Google');
    await choose('No e-mail');
    await said(NO_USER);
    await toProvider('LinkedIn', ACCOUNT.signup);
    await choose('Garbage');
    await said('LinkedIn authentication failed. Please try again.');
    await expect.poll(() => addressOf(page)).toBe(ACCOUNT.signup);
    await expect.poll(async () => (await storedSession(page)).state['oauthInProgress']).toBe(false);
    expect(await whoIsIn()).toBeNull();
    expect(watched.problems).toEqual([]);
  });
});
