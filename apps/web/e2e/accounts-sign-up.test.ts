import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { ACCOUNT, addressOf, answerBy, answerWith } from './support/accounts.js';
import { launch, openPage, type WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { feedIsOpen } from './support/feed.js';
import { DEMO, newPerson } from './support/people.js';

describe.skipIf(chromiumPath === undefined)('signing up', () => {
  const web = inject('web');
  const signup = `${web}${ACCOUNT.signup}`;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  const field = (label: string) => page.getByLabel(label, { exact: true });
  const press = () => page.getByRole('button', { name: 'Create account' }).click();
  const sees = (words: string) => page.getByText(words, { exact: true }).waitFor();
  const fill = async (fields: Record<string, string>) => {
    for (const [label, value] of Object.entries(fields)) await field(label).fill(value);
  };
  /** The message below a field, which names it as its description. */
  const below = (label: string) =>
    field(label).evaluate((input) => {
      const id = input.getAttribute('aria-describedby');
      return id === null ? '' : (document.getElementById(id)?.innerText ?? '');
    });

  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });
  beforeEach(async () => {
    watched = await openPage(browser, { reducedMotion: 'reduce' });
    page = watched.page;
    page.setDefaultTimeout(15_000);
  });
  afterEach(async () => {
    await watched.close();
  });
  const enter = async (search = '') => {
    await page.goto(`${signup}${search}`);
    await page.getByRole('form', { name: 'Sign Up' }).waitFor();
  };

  it('asks for an address a second after the last key, and only when it looks valid', async () => {
    const asked: string[] = [];
    await page.clock.install();
    await enter();
    await answerBy(page, 'users/email/*/availability', (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.fulfill({ status: 404, json: {} });
    });
    await page.clock.pauseAt(Date.now() + 60_000);
    await field('Email').fill('wilma@example');
    await page.clock.runFor(990);
    expect(await below('Email')).toBe('');
    await page.clock.runFor(20);
    await sees('Invalid email format');
    await field('Email').fill('wilma@example.org');
    expect(await below('Email')).toBe('');
    await page.clock.runFor(990);
    expect(asked).toEqual([]);
    await page.clock.runFor(20);
    await sees('Email is available');
    expect(asked).toEqual(['/api/users/email/wilma%40example.org/availability']);
  });

  it('asks for a username 0.8 s after the last key, from three characters on', async () => {
    const asked: string[] = [];
    await page.clock.install();
    await enter();
    await answerBy(page, 'users/username/*/availability', (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.fulfill({ status: 404, json: {} });
    });
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const refused of ['wi', 'wil ma', 'wilma!']) {
      await field('Username').fill(refused);
      await page.clock.runFor(2000);
    }
    await field('Username').fill('wil');
    await page.clock.runFor(790);
    expect(asked).toEqual([]);
    await page.clock.runFor(20);
    await sees('Username is available');
    expect(asked).toEqual(['/api/users/username/wil/availability']);
  });

  it('says what is taken, and asks for another on submission', async () => {
    await enter();
    await field('Username').fill(DEMO.userName.toUpperCase());
    await sees('Username is already taken');
    await answerWith(page, 'users/email/*/availability', { success: true });
    await field('Email').fill('wilma@example.org');
    await sees('Email is already taken');
    await fill({ 'Full name': 'Wilma', Password: 'window 1', 'Confirm password': 'window 1' });
    await press();
    await sees('Please choose a different username');
    await sees('Please use a different email address');
    expect(page.url()).toBe(signup);
  });

  it('says when it cannot tell, which keeps nobody from signing up', async () => {
    await enter();
    await answerWith(page, 'users/email/*/availability', { success: false }, 500);
    await answerBy(page, 'users/username/*/availability', (route) => route.abort());
    const person = newPerson();
    await fill({ Username: person.userName, Email: person.email });
    await sees('Unable to verify email');
    await sees('Unable to check username');
    await fill({
      'Full name': person.fullName,
      Password: person.password,
      'Confirm password': person.password,
    });
    await press();
    await feedIsOpen(page);
  });

  it('drops the answer to a question that is no longer asked', async () => {
    await enter();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let questions = 0;
    await answerBy(page, 'users/username/*/availability', async (route) => {
      questions += 1;
      const first = questions === 1;
      if (first) await held;
      // the call that was given up takes no answer
      await route.fulfill({ status: first ? 200 : 404, json: {} }).catch(() => undefined);
    });
    await field('Username').fill('wilma_one');
    await sees('Checking username…');
    await field('Username').fill('wilma_two');
    await sees('Username is available');
    release();
    await expect.poll(() => questions).toBe(2);
    expect(await below('Username')).toBe('Username is available');
  });

  it('names everything that is missing, and clears each message with its field', async () => {
    await enter();
    await press();
    const required = {
      'Full name': 'Full name is required',
      Username: 'Username is required',
      Email: 'Email is required',
      Password: 'Password is required',
      'Confirm password': 'Please confirm your password',
    };
    for (const [label, words] of Object.entries(required)) expect(await below(label)).toBe(words);
    expect(await field('Full name').evaluate((input) => input === document.activeElement)).toBe(true);
    for (const label of Object.keys(required)) {
      await field(label).fill('x');
      expect(await below(label)).toBe('');
    }
  });

  it('names what is wrong with a name and a username', async () => {
    await enter();
    await fill({ 'Full name': ' W ', Username: 'wi' });
    await press();
    expect(await below('Full name')).toBe('Name must be at least 2 characters');
    expect(await below('Username')).toBe('Username must be at least 3 characters');
    await fill({ Username: 'wilma walker' });
    await press();
    expect(await below('Username')).toBe('Only letters, numbers, and underscores allowed');
  });

  it('names what is wrong with an address and a password', async () => {
    await enter();
    await fill({ Email: 'wilma', Password: 'walk1', 'Confirm password': 'walk2' });
    await press();
    expect(await below('Email')).toBe('Please enter a valid email');
    expect(await below('Password')).toBe('Password must be at least 6 characters');
    expect(await below('Confirm password')).toBe('Passwords do not match');
    await fill({ Password: 'walkers' });
    await press();
    expect(await below('Password')).toBe('Password must contain at least one letter and one number');
  });

  it('draws the strength of a password in four bars and a word', async () => {
    await enter();
    const filled = () => page.locator('[data-filled=true]').count();
    const strengths = [
      ['a', 0, 'Too Weak'],
      ['abcdef', 1, 'Too Weak'],
      ['abcdefgh', 2, 'Weak'],
      ['abcdefg1', 3, 'Good'],
      ['Abcdefg1', 4, 'Strong'],
    ] as const;
    for (const [password, bars, word] of strengths) {
      await field('Password').fill(password);
      await sees(`Password strength: ${word}`);
      expect(await filled()).toBe(bars);
      expect(await page.locator('[data-filled]').count()).toBe(4);
    }
  });

  it('shows and hides each password by itself', async () => {
    await enter();
    await page.getByRole('button', { name: 'Show password' }).first().click();
    expect(await field('Password').getAttribute('type')).toBe('text');
    expect(await field('Confirm password').getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Hide password' }).click();
    expect(await field('Password').getAttribute('type')).toBe('password');
  });

  it('shows a refusal in the e-mail slot, and says that signing up failed where there is no message', async () => {
    await enter();
    await answerWith(page, 'auth/register', { success: false });
    const person = newPerson();
    await fill({
      'Full name': person.fullName,
      Username: person.userName,
      Email: person.email,
      Password: person.password,
      'Confirm password': person.password,
    });
    await press();
    await expect.poll(() => below('Email')).toBe('Signup failed');
    await answerWith(page, 'auth/register', { success: false, message: 'Closed for today' }, 400);
    await press();
    await expect.poll(() => below('Email')).toBe('Closed for today');
    await field('Email').fill(`a${person.email}`);
    expect(await below('Email')).not.toBe('Closed for today');
    await answerWith(
      page,
      'auth/register',
      { success: false, message: 'No', errors: [{ path: 'userName', message: 'Somebody was faster' }] },
      409,
    );
    await press();
    await expect.poll(() => below('Username')).toBe('Somebody was faster');
  });

  it('sends trimmed names and a lower-case address, signs in and opens the feed', async () => {
    await enter();
    const person = newPerson();
    const sent = page.waitForRequest('**/api/auth/register');
    await fill({
      'Full name': `  ${person.fullName} `,
      Username: ` ${person.userName} `,
      Email: ` ${person.email.toUpperCase()} `,
      Password: person.password,
      'Confirm password': person.password,
    });
    await press();
    expect((await sent).postDataJSON()).toEqual({
      fullName: person.fullName,
      userName: person.userName,
      email: person.email,
      password: person.password,
    });
    await page.waitForURL(`${web}/home`);
    await feedIsOpen(page);
    expect(watched.problems).toEqual([]);
  });

  it('explains a failed social sign-in in its own words', async () => {
    const words = {
      google_auth_failed: 'Google authentication failed. Please try again.',
      linkedin_auth_failed: 'LinkedIn authentication failed. Please try again.',
      oauth_no_user: 'Social login failed. Please try again.',
      oauth_error: 'Authentication error occurred. Please try again.',
      something_else: 'Authentication failed. Please try again.',
    };
    for (const [error, said] of Object.entries(words)) {
      await enter(`?error=${error}&details=hidden`);
      await page.getByRole('alert').getByText(said, { exact: true }).waitFor();
      await expect.poll(() => addressOf(page)).toBe(ACCOUNT.signup);
    }
  });

  it('says that X is coming, and leads to sign-in', async () => {
    await enter();
    // aria-disabled, and yet it answers
    await page.getByRole('button', { name: /Continue with X/ }).press('Enter');
    await sees('Twitter OAuth coming soon!');
    await sees('Your gateway to endless possibilities');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL(`${web}${ACCOUNT.login}`);
  });
});
