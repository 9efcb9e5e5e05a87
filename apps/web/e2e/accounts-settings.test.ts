import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { ACCOUNT, mailsTo, register, sendSignIn, storedSession } from './support/accounts.js';
import { closePages, launch, openPage, type WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { feedIsOpen } from './support/feed.js';
import type { Person } from './support/people.js';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1';
const FOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe.skipIf(chromiumPath === undefined)('account settings', () => {
  const web = inject('web');
  const api = inject('api');
  const login = `${web}${ACCOUNT.login}`;
  let browser: Browser;
  const opened: WatchedPage[] = [];

  const visit = async (options: BrowserContextOptions = {}) => {
    const watched = await openPage(browser, { reducedMotion: 'reduce', ...options });
    watched.page.setDefaultTimeout(30_000);
    opened.push(watched);
    return watched;
  };
  /** Signs up a new user in a separate browser context and opens a section of the settings. */
  const member = async (
    part: string,
    options: BrowserContextOptions = {},
  ): Promise<WatchedPage & { person: Person }> => {
    const watched = await visit(options);
    const person = await register(watched.context, web);
    await watched.page.goto(`${web}/settings${part && `/${part}`}`);
    return { ...watched, person };
  };
  /** Signs the same user in in another browser. */
  const sessionElsewhere = async (person: Person, userAgent: string): Promise<WatchedPage> => {
    const watched = await visit({ userAgent });
    const answer = await watched.context.request.post(`${web}/api/auth/login`, {
      headers: { origin: web },
      data: { emailOrUsername: person.userName, password: person.password },
    });
    expect(answer.status()).toBe(200);
    return watched;
  };
  /** Opens the settings as the same user in another browser. */
  const elsewhere = async (person: Person, userAgent: string): Promise<Page> => {
    const { page } = await sessionElsewhere(person, userAgent);
    await page.goto(`${web}/settings/security`);
    await page.getByRole('region', { name: 'Signed in' }).getByText(`@${person.userName}`).waitFor();
    return page;
  };
  /** A remote sign-out is detected by the next call, and the next page redirects to sign-in. */
  const isSignedOut = async (page: Page) => {
    await page.goto(`${web}/settings/security`);
    await expect.poll(async () => (await storedSession(page)).state['currentUser']).toBeNull();
    await page.goto(`${web}/settings/data`);
    await page.waitForURL(login);
  };
  const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const sees = (page: Page, words: string | RegExp) =>
    page.getByText(words, { exact: true }).first().waitFor();

  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await closePages(browser);
  });
  afterEach(async () => {
    for (const watched of opened.splice(0)) await watched.close();
  });

  it.each([
    ['a phone', { width: 390, height: 844 }],
    ['a desktop', { width: 1440, height: 500 }],
  ])('are found by a word on %s, with the card in view and the focus on it', async (_on, viewport) => {
    const { page } = await member('', { viewport });
    await page.getByRole('searchbox', { name: 'Find a setting' }).fill('log out');
    await page.getByRole('link', { name: /^Signed in/ }).click();
    await page.waitForURL(`${web}/settings/security#session`);
    const card = section(page, 'Signed in');
    // what stands above loads and moves it
    await section(page, 'E-mail').getByLabel('Code').waitFor();
    await expect.poll(() => card.evaluate((element) => element === document.activeElement)).toBe(true);
    const isSeen = () =>
      card.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      });
    await expect.poll(isSeen).toBe(true);
  });

  it('change the password after checking the current one, keeping only this session', async () => {
    const { page, person } = await member('password');
    const other = await elsewhere(person, PHONE);
    const form = section(page, 'Password');
    const send = async (current: string, next: string, confirmation = next) => {
      await form.getByLabel('Current password', { exact: true }).fill(current);
      await form.getByLabel('New password', { exact: true }).fill(next);
      await form.getByLabel('Confirm new password', { exact: true }).fill(confirmation);
      await form.getByRole('button', { name: 'Change password' }).click();
    };
    await send(person.password, 'Abc1!');
    await sees(page, 'Password must be at least 8 characters');
    await send(person.password, `Aa1!${'x'.repeat(125)}`);
    await sees(page, 'Password must be at most 128 characters');
    await send(person.password, 'Quite new 1', 'Quite new 2');
    await sees(page, 'Passwords do not match');
    await send('not the password 1', 'Quite new 1');
    await sees(page, 'The password is not correct');
    expect(await form.getByLabel('New password', { exact: true }).inputValue()).toBe('Quite new 1');
    await send(person.password, 'Quite new 1');
    await sees(
      page,
      'Password changed. Your other devices are signed out and your API tokens no longer work.',
    );
    await expect.poll(() => form.getByLabel('Current password', { exact: true }).inputValue()).toBe('');
    await isSignedOut(other);
    await sendSignIn(other, person.userName, person.password);
    await sees(other, 'Invalid email/username or password. Please check your credentials.');
    await sendSignIn(other, person.userName, 'Quite new 1');
    await other.waitForURL(`${web}/settings/data`);
    await page.goto(`${web}/settings/devices`);
    await section(page, 'Devices')
      .getByText(/^This device/)
      .waitFor();
    await expect
      .poll(async () => (await mailsTo(api, person.email))[0]?.subject)
      .toBe('Your password was changed');
  });

  it('list the devices, sign out one, then all others', async () => {
    const { page, person } = await member('devices');
    const phone = await sessionElsewhere(person, PHONE);
    const fox = await sessionElsewhere(person, FOX);
    const signedIn = async ({ context }: WatchedPage) =>
      (await context.request.get(`${web}/api/auth/me`)).ok();
    await page.reload();
    const devices = section(page, 'Devices');
    await devices.getByRole('button', { name: 'Sign out Safari on iOS' }).click();
    await sees(page, 'Safari on iOS is signed out');
    await devices.getByRole('button', { name: 'Sign out Safari on iOS' }).waitFor({ state: 'detached' });
    expect([await signedIn(phone), await signedIn(fox)]).toEqual([false, true]);
    await devices.getByRole('button', { name: 'Sign out all other devices' }).click();
    await sees(page, 'All other devices are signed out');
    expect(await signedIn(fox)).toBe(false);
    await devices.getByRole('button').first().waitFor({ state: 'detached' });
    await expect.poll(() => devices.getByRole('listitem').count()).toBe(1);
    await page.goto(`${web}/settings/activity`);
    const activity = section(page, 'Recent activity');
    await activity.getByText('Signed out one other device', { exact: true }).waitFor();
    await activity.getByText('Signed out a device: Safari on iOS', { exact: true }).waitFor();
    await activity.getByText(/Firefox on Linux/).waitFor();
  });

  it('show an API token once, and the token works until it is revoked', async () => {
    const { page, person } = await member('tokens');
    const tokens = section(page, 'Personal API tokens');
    await tokens.getByLabel('Token name').fill('reader');
    await tokens.getByRole('button', { name: 'Create token' }).click();
    await sees(page, 'Copy the token now. It is not shown again.');
    const token = (await tokens.locator('code').innerText()).trim();
    const use = () => fetch(`${api}/auth/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(await (await use()).json()).toMatchObject({ user: { userName: person.userName } });
    await page.reload();
    await tokens.getByText(`…${token.slice(-4)}`).waitFor();
    expect(await page.content()).not.toContain(token);
    await tokens.getByRole('button', { name: 'Revoke reader' }).click();
    await sees(page, 'No tokens yet.');
    expect((await use()).status).toBe(401);
  });

  it('connect and disconnect a provider account', async () => {
    const { page, person, problems } = await member('connections');
    const accounts = section(page, 'Connected accounts');
    for (const provider of ['Google', 'Facebook', 'LinkedIn'])
      await accounts.getByRole('button', { name: `Connect ${provider}` }).waitFor();
    await accounts.getByRole('button', { name: 'Connect Google' }).click();
    // the demo provider's page
    await page.getByLabel('Another address').fill(person.email);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${web}/settings/connections`);
    await sees(page, 'The account is connected');
    await accounts.getByText(/^Connected · last used/).waitFor();
    await accounts.getByRole('button', { name: 'Disconnect Google' }).click();
    await sees(page, 'Google is disconnected');
    await accounts.getByRole('button', { name: 'Connect Google' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('download all of the user’s data as JSON', async () => {
    const { page, person, context } = await member('data');
    const made = await context.request.post(`${web}/api/posts`, {
      headers: { origin: web },
      data: { title: 'A post of mine' },
    });
    expect(made.status()).toBe(201);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`social-feed-${person.userName}.json`);
    const text = await readFile(await download.path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      user: { userName: person.userName, email: person.email },
      posts: [{ title: 'A post of mine' }],
    });
    expect(text).not.toContain('argon2');
  });

  it('delete the account after asking for the password, which blocks further sign-in', async () => {
    const { page, person } = await member('data');
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
    await dialog.getByLabel('Your password', { exact: true }).fill('not the password 1');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await dialog.getByText('The password is not correct').waitFor();
    await dialog.getByLabel('Your password', { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await page.waitForURL(login);
    await sees(page, 'Your account was deleted');
    await sendSignIn(page, person.userName, person.password);
    await sees(page, 'Invalid email/username or password. Please check your credentials.');
    const profile = await fetch(`${api}/users/username/${person.userName}`);
    expect(profile.status).toBe(404);
    await page.getByRole('button', { name: 'Look around' }).click();
    await feedIsOpen(page);
  });
});
