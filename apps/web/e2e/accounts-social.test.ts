import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  ACCOUNT,
  addressOf,
  mailsTo,
  register,
  registerElsewhere,
  sendSignIn,
  storedSession,
} from './support/accounts.js';
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
    // a provider that does not respond times out after ten seconds
    next.page.setDefaultTimeout(30_000);
    return next;
  };
  const said = (words: string, on = page) =>
    on.getByRole('alert').getByText(words, { exact: true }).waitFor();
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

  describe.each(['Google', 'Facebook', 'LinkedIn'])('with %s', (name) => {
    it('creates an account, waits for its session and opens the feed [F1-9 A4.3-2]', async () => {
      const { email } = newPerson();
      const left = page.waitForRequest((request) => /\/auth\/\w+\?callback=/.test(request.url()));
      await toProvider(name);
      const request = await left;
      expect(request.isNavigationRequest()).toBe(true);
      expect(new URL(request.url()).searchParams.get('callback')).toBe(`${web}/auth/callback`);
      await page.getByText(`This is not ${name}.`).waitFor();
      // shown for only three seconds, so start waiting before it appears
      const passed = Promise.all([
        page.waitForURL(`${web}/auth/callback?oauth_success=true`, { waitUntil: 'commit' }),
        page.getByText('Completing sign-in...').waitFor(),
      ]);
      await signInAs(email);
      await passed;
      await page.waitForURL(`${web}/home`);
      await feedIsOpen(page);
      expect(await whoIsIn()).toMatchObject({ email });
      expect(watched.problems).toEqual([]);
    });

    it('returns to the page it started on if the provider rejects, sends no e-mail or an invalid answer [A8-10]', async () => {
      await toProvider(name);
      await choose('Refuse');
      await said(`${name} authentication failed. Please try again.`);
      await expect.poll(() => addressOf(page)).toBe(ACCOUNT.login);
      await toProvider(name);
      await choose('No e-mail');
      await said(NO_USER);
      await toProvider(name, ACCOUNT.signup);
      await choose('Garbage');
      await said(`${name} authentication failed. Please try again.`);
      await expect.poll(() => addressOf(page)).toBe(ACCOUNT.signup);
      await expect.poll(async () => (await storedSession(page)).state['oauthInProgress']).toBe(false);
      expect(await whoIsIn()).toBeNull();
      expect(watched.problems).toEqual([]);
    });
  });

  it('times out if a provider never responds', async () => {
    await toProvider('LinkedIn');
    await choose('Timeout');
    await said('LinkedIn authentication failed. Please try again.');
    expect(await whoIsIn()).toBeNull();
  });

  it('links an account whose address the provider has verified, and voids a password set before verification', async () => {
    const person = await registerElsewhere(page, web);
    await toProvider('Google', `${ACCOUNT.login}?redirect=%2Fabout`);
    await signInAs(person.email);
    await page.waitForURL(`${web}/about`);
    expect(await whoIsIn()).toMatchObject({ userName: person.userName });
    await expect.poll(async () => (await mailsTo(inject('api'), person.email)).length).toBeGreaterThan(0);

    const other = await open();
    await other.page.goto(`${web}${ACCOUNT.login}`);
    await sendSignIn(other.page, person.userName, person.password);
    await said(
      'This account is linked to social media. Please use the social login buttons below.',
      other.page,
    );
    await other.close();
  });

  it('does not link an account whose address the provider has not verified', async () => {
    const person = await registerElsewhere(page, web);
    await toProvider('Facebook');
    await signInAs(person.email);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('Facebook');
    expect(await whoIsIn()).toBeNull();
    await sendSignIn(page, person.userName, person.password);
    await page.waitForURL(`${web}/home`);
  });

  it('signs in to the same account the next time', async () => {
    const signIn = async () => {
      await toProvider('LinkedIn');
      await choose('Noor Brook');
      await page.waitForURL(`${web}/home`);
      return (await whoIsIn())?.userName;
    };
    const first = await signIn();
    await watched.context.clearCookies();
    await page.goto(`${web}/robots.txt`);
    await page.evaluate(() => localStorage.clear());
    expect(await signIn()).toBe(first);
  });

  it('shows its steps on /oauth-success, then replaces it with home [A1-5 A2.1-5 A2.5-1 A4.3-9]', async () => {
    await register(watched.context, web);
    // shown for only two seconds, so start waiting before it appears
    const passed = Promise.all([
      ...['Verifying credentials', 'Setting up session', 'Redirecting to app'].map((step) =>
        page.getByRole('listitem').filter({ hasText: step }).waitFor(),
      ),
      page.getByText('Successfully logged in!').waitFor(),
    ]);
    await page.goto(`${web}/oauth-success`);
    await passed;
    await page.waitForURL(`${web}/home`);
    await page.goBack();
    expect(page.url()).not.toContain('oauth-success');
  });
});
