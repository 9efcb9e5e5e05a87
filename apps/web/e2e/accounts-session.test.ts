import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { ACCOUNT, addressOf, answerBy, register, sendSignIn, storedSession } from './support/accounts.js';
import { closePages, launch, openPage, type WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { cards, feedIsOpen } from './support/feed.js';
import type { Person } from './support/people.js';
import { atRest } from './support/visits.js';
import { callsEnded } from './support/page-report.js';

describe.skipIf(chromiumPath === undefined)('a session', () => {
  const web = inject('web');
  const login = `${web}${ACCOUNT.login}`;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let person: Person;

  /** Records API calls from now on, as `METHOD /path`. */
  const listen = () => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (path.startsWith('/api/')) calls.push(`${request.method()} ${path.slice(4)}`);
    });
    return calls;
  };
  const account = (on = page) => on.getByRole('button', { name: `Account of ${person.fullName}` });
  const logOut = async () => {
    await account().click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  };
  const currentUser = async () => (await storedSession(page)).state['currentUser'] as object | null;

  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await closePages(browser);
  });
  beforeEach(async () => {
    watched = await openPage(browser, { reducedMotion: 'reduce' });
    page = watched.page;
    page.setDefaultTimeout(30_000);
    person = await register(watched.context, web);
  });
  afterEach(async () => {
    await watched.close();
  });

  it('that ends while a page is open keeps it readable, asks for sign-in on actions, and returns to the page afterwards [A2.1-27]', async () => {
    await page.goto(`${web}/home`);
    await feedIsOpen(page);
    await watched.context.clearCookies();
    const card = cards(page).first();
    const like = card.getByRole('button', { name: /^Like, / });
    const dialog = page.getByRole('dialog', { name: 'Login Required' });
    const isAskedToLogIn = async () => {
      await like.click();
      await dialog
        .getByText('You need to be logged in to like this post. Please login to continue.')
        .waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    // the first action detects the sign-out; later ones already know
    await isAskedToLogIn();
    expect(addressOf(page)).toBe('/home');
    expect(await cards(page).count()).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Sign Up' }).waitFor();
    await isAskedToLogIn();
    await expect.poll(() => like.getAttribute('aria-pressed')).toBe('false');

    await page.getByRole('link', { name: 'About Us' }).first().click();
    await page.waitForURL(login);
    await sendSignIn(page, person.userName, person.password);
    await page.waitForURL(`${web}/about`);
    await account().waitFor();
  });

  it('that ended is reported on a phone, on the open page and on the sign-in page, also after a reload', async () => {
    const said = page.getByText('Your session has ended. Please sign in again.');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${web}/home`);
    await feedIsOpen(page);
    await page.goto(`${web}/p/${(await cards(page).first().getAttribute('data-post-id')) ?? ''}`);
    await page.getByRole('group', { name: 'Actions' }).waitFor();
    await watched.context.clearCookies();
    await page.getByRole('button', { name: /^Like, / }).click();
    await said.waitFor();
    await page.reload();
    await page.waitForURL(login);
    await said.waitFor();
    await page.reload();
    await said.waitFor();
    await sendSignIn(page, person.userName, person.password);
    await page.waitForURL(/\/p\//);
    await page.goto(`${web}/settings`);
    await page.getByRole('searchbox', { name: 'Find a setting' }).waitFor();
    await callsEnded(page);
    expect(await said.count()).toBe(0);
  });

  it('is invalid if the browser has two session cookies, and the page suggests a fix', async () => {
    await page.goto(`${web}/home`);
    await feedIsOpen(page);
    // moving cards and automatic feed requests would interfere between setting the cookies and the click
    await expect.poll(() => cards(page).count()).toBeGreaterThan(1);
    await callsEnded(page);
    await atRest(page);
    // as a neighbouring subdomain could set them
    const planted = await browser.newContext();
    await register(planted, web);
    const cookies = await planted.cookies();
    await planted.close();
    await watched.context.addCookies(
      cookies
        .filter(({ name }) => /access|refresh/.test(name))
        .map((cookie) => ({ ...cookie, path: '/api' })),
    );
    await cards(page)
      .first()
      .getByRole('button', { name: /^Like, / })
      .click();
    const said = page.getByText(/^Your browser holds two sessions at once. Clear the cookies of this site/);
    await said.waitFor();
    await page.getByRole('dialog', { name: 'Login Required' }).getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(login);
    await said.waitFor();
    await watched.context.clearCookies();
    await sendSignIn(page, person.userName, person.password);
    await account().waitFor();
  });

  it('that ends in another tab closes this page too, and sign-in there reopens it', async () => {
    await page.goto(`${web}/about`);
    await account().waitFor();
    const other = await watched.context.newPage();
    await other.goto(`${web}/contact`);
    await account(other).waitFor();
    await logOut();
    await page.waitForURL(login);
    await other.waitForURL(login);
    await sendSignIn(page, person.userName, person.password);
    await page.waitForURL(`${web}/home`);
    // the other tab returns to its page
    await other.waitForURL(`${web}/contact`);
    await account(other).waitFor();
  });

  it('ends locally while offline, and on the server once it is reachable [A4.1-12]', async () => {
    await page.goto(`${web}/contact`);
    await page.goto(`${web}/about`);
    await answerBy(page, 'auth/logout', (route) => route.abort());
    await logOut();
    await page.waitForURL(login);
    await expect.poll(currentUser).toBeNull();
    // the browser history no longer contains the page; loading it retries the call
    const tried = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/auth/logout'));
    await page.goBack();
    await page.waitForURL(login);
    await tried;
    await page.unrouteAll();
    const calls = listen();
    await page.reload();
    await page.getByRole('form', { name: 'Sign In' }).waitFor();
    // the sign-in page also asks for a passkey's challenge
    const ofSession = () => calls.filter((call) => /\/auth\/(?!passkey\/)/.test(call));
    await expect.poll(ofSession).toEqual(['POST /auth/logout']);
    const kept = async () => (await watched.context.cookies()).map(({ name }) => name);
    await expect
      .poll(async () => (await kept()).filter((name) => /access|refresh|hint/.test(name)))
      .toEqual([]);
  });

  it('shows a full-screen spinner while it is checked, on guarded and public pages [A2.1-30]', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await answerBy(page, 'auth/me', async (route) => {
      await held;
      await route.continue();
    });
    for (const path of ['/about', ACCOUNT.login]) {
      await page.goto(`${web}${path}`);
      await page.getByText('Initializing...', { exact: true }).waitFor();
      await page.getByText('Setting up your session...', { exact: true }).waitFor();
      expect(addressOf(page)).toBe(path);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0);
    }
    release();
    await page.waitForURL(`${web}/home`);
    await feedIsOpen(page);
  });

  it('stored by an older version is migrated', async () => {
    const { _id, email } = (await (await watched.context.request.get(`${web}/api/auth/me`)).json()).user as {
      _id: string;
      email: string;
    };
    await page.goto(`${web}/robots.txt`);
    await page.evaluate(
      (user) => {
        const state = { user, isAuthenticated: true, lastAuthCheck: new Date().toISOString() };
        localStorage.setItem('auth-storage', JSON.stringify({ state, version: 5 }));
      },
      { id: _id, mail: email, username: person.userName, name: 'Wilma of old', avatar: '' },
    );
    const calls = listen();
    await page.goto(`${web}/about`);
    await page.getByRole('button', { name: 'Account of Wilma of old' }).waitFor();
    await callsEnded(page);
    expect(calls).not.toContain('GET /auth/me');
    await page.getByRole('link', { name: 'Search' }).first().click();
    await page.waitForURL(`${web}/search`);
    await expect
      .poll(() => storedSession(page))
      .toMatchObject({ version: 8, state: { currentUser: { _id, email, userName: person.userName } } });
  });

  it('that cannot be parsed is ignored without a message', async () => {
    await page.goto(`${web}/robots.txt`);
    await watched.context.clearCookies();
    await page.evaluate(() => localStorage.setItem('auth-storage', '{"state":[7],"version":"x"'));
    await page.goto(`${web}/about`);
    await page.waitForURL(login);
    await page.getByRole('form', { name: 'Sign In' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(watched.problems).toEqual([]);
  });
});

describe.skipIf(chromiumPath === undefined)('browsing without an account', () => {
  const web = inject('web');
  const login = `${web}${ACCOUNT.login}`;
  let browser: Browser;
  let watched: WatchedPage;

  beforeAll(async () => {
    browser = await launch();
    watched = await openPage(browser, { reducedMotion: 'reduce' });
  });
  afterAll(async () => {
    await closePages(browser);
  });

  it('opens the requested page, applies to this browser, and ends with sign-in', async () => {
    const { page, context } = watched;
    const person = await register(context, web);
    await context.clearCookies();
    await page.goto(`${web}/contact`);
    await page.waitForURL(login);
    await page.getByRole('button', { name: 'Look around' }).click();
    await page.waitForURL(`${web}/contact`);
    await page.getByRole('link', { name: 'Login' }).waitFor();
    await page.getByRole('link', { name: 'Notifications' }).first().click();
    await page.waitForURL(login);

    const other = await context.newPage();
    await other.goto(`${web}/contact`);
    await other.getByRole('heading', { name: 'Contact Us' }).waitFor();
    await other.close();

    await sendSignIn(page, person.userName, person.password);
    await page.waitForURL(`${web}/notifications`);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('visitor-mode'))).toBeNull();
    expect(watched.problems).toEqual([]);
  });
});
