import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  ACCOUNT,
  addressOf,
  answerBy,
  answerWith,
  register,
  registerElsewhere,
  sendSignIn,
} from './support/accounts.js';
import { launch, openPage, type WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { feedIsOpen } from './support/feed.js';
import { DEMO, type Person } from './support/people.js';

describe.skipIf(chromiumPath === undefined)('signing in', () => {
  const web = inject('web');
  const login = `${web}${ACCOUNT.login}`;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  const said = (words: string) => page.getByRole('alert').getByText(words, { exact: true }).waitFor();
  const attempt = () => sendSignIn(page, 'demo', 'Demo1234');
  const enter = async (address: string) => {
    await page.goto(address);
    await page.getByRole('form', { name: 'Sign In' }).waitFor();
  };

  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });

  describe('when it is refused', () => {
    const refuse = (message: string) => answerWith(page, 'auth/login', { success: false, message }, 400);

    beforeAll(async () => {
      watched = await openPage(browser);
      page = watched.page;
      page.setDefaultTimeout(15_000);
      await enter(login);
    });
    afterEach(() => page.unrouteAll());
    afterAll(() => watched.close());

    it('names what is missing before any call is made', async () => {
      let calls = 0;
      await answerBy(page, 'auth/login', (route) => {
        calls += 1;
        return route.abort();
      });
      await sendSignIn(page, '  ', '');
      await page.getByText('Email or username is required').waitFor();
      await page.getByText('Password is required').waitFor();
      await sendSignIn(page, 'demo', '12345');
      await page.getByText('Password must be at least 6 characters').waitFor();
      expect(await page.getByText('Email or username is required').count()).toBe(0);
      expect(calls).toBe(0);
    });

    it('says that the server cannot be reached', async () => {
      await answerBy(page, 'auth/login', (route) => route.abort());
      await attempt();
      await said('Cannot connect to server. Please check your internet connection and try again.');
    });

    it('says that it took too long', async () => {
      await refuse('Request timeout - server may be slow or down');
      await attempt();
      await said('Request timed out. Please try again.');
    });

    it('says that name or password do not fit, whatever the letter case of "credential"', async () => {
      await page.unrouteAll();
      await sendSignIn(page, 'demo', 'not the password 1');
      await said('Invalid email/username or password. Please check your credentials.');
      await refuse('Bad CREDENTIALS');
      await attempt();
      await said('Invalid email/username or password. Please check your credentials.');
    });

    it('points accounts of social sign-in to the buttons below', async () => {
      await refuse('Please use social login for this account');
      await attempt();
      await said('This account is linked to social media. Please use the social login buttons below.');
    });

    it("otherwise shows the server's own message", async () => {
      await refuse('The account rests until Monday');
      await attempt();
      await said('The account rests until Monday');
    });

    it('says that it failed where the server says nothing', async () => {
      await answerWith(page, 'auth/login', { success: false });
      await attempt();
      await said('Login failed. Please try again.');
    });

    it('says when it succeeded without a user', async () => {
      await answerWith(page, 'auth/login', { success: true });
      await attempt();
      await said('Login successful but user data not received. Please try logging in again.');
      expect(page.url()).toBe(login);
    });

    it('says when what answers is no JSON', async () => {
      await answerWith(page, 'auth/login', '<h1>Bad gateway</h1>', 502);
      await attempt();
      await said('Server returned 502...');
    });

    it('says when the device is offline, and keeps what was typed', async () => {
      await watched.context.setOffline(true);
      await attempt();
      await said('Network error. Please check your connection');
      await watched.context.setOffline(false);
      expect(await page.getByLabel('Email or Username').inputValue()).toBe('demo');
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('Demo1234');
    });

    it('says that it is signing in, and takes no second press meanwhile', async () => {
      let calls = 0;
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await answerBy(page, 'auth/login', async (route) => {
        calls += 1;
        await held;
        await route.fulfill({ status: 400, json: { message: 'Later' } });
      });
      await attempt();
      const button = page.getByRole('button', { name: 'Signing In...' });
      await button.waitFor();
      expect(await button.isDisabled()).toBe(true);
      await page.getByLabel('Password', { exact: true }).press('Enter');
      release();
      await said('Later');
      expect(calls).toBe(1);
    });
  });

  describe('with parameters in the address', () => {
    beforeAll(async () => {
      watched = await openPage(browser, { reducedMotion: 'reduce' });
      page = watched.page;
      page.setDefaultTimeout(15_000);
    });
    afterAll(() => watched.close());

    const errorOf = async (query: string, words: string) => {
      await enter(`${login}?${query}`);
      await said(words);
      await expect.poll(() => addressOf(page)).toBe(ACCOUNT.login);
    };

    it("says that a provider's sign-in failed, by its name", async () => {
      await errorOf('error=google_auth_failed', 'Google authentication failed. Please try again.');
      await errorOf('error=facebook_auth_failed', 'Facebook authentication failed. Please try again.');
      await errorOf('error=linkedin_auth_failed', 'LinkedIn authentication failed. Please try again.');
    });

    it('says when social sign-in brought no user', async () => {
      await errorOf(
        'error=oauth_no_user',
        'Authentication successful but user data not received. Please try again.',
      );
    });

    it('shows the decoded details of an error as text', async () => {
      await errorOf(
        'error=oauth_error&details=%253Cb%253EThis%2520is%2520taken%253C%252Fb%253E',
        '<b>This is taken</b>',
      );
      await errorOf('error=oauth_handler_error&details=It%20broke', 'It broke');
      await errorOf('error=oauth_error', 'OAuth authentication failed. Please try again.');
    });

    it('survives details that cannot be decoded, and caps long ones', async () => {
      await errorOf('error=oauth_error&details=%E0%A4%A', '\ufffd%A');
      await enter(`${login}?error=oauth_error&details=${'x'.repeat(5000)}`);
      expect((await page.getByRole('alert').innerText()).length).toBeLessThan(260);
    });

    it('says of any other error that social login met one', async () => {
      await errorOf('error=constructor', 'Social login encountered an error. Please try again.');
    });

    it('takes its own parameters away and leaves others alone', async () => {
      await enter(`${login}?success=1&message=m&details=d&redirect=%2Fabout&oauth_success=0&keep=1`);
      await expect.poll(() => addressOf(page)).toBe(`${ACCOUNT.login}?keep=1`);
      expect(await page.getByRole('alert').count()).toBe(0);
    });
  });

  it('stands left of the showcase, which moves on every 5 s in slides of 300 ms, above the footer', async () => {
    watched = await openPage(browser);
    page = watched.page;
    page.setDefaultTimeout(15_000);
    await page.clock.install();
    await enter(login);
    const showcase = page.getByRole('region', { name: 'Showcase' });
    await showcase.waitFor();
    const boxOf = async (part: Locator) => {
      const box = await part.boundingBox();
      if (box === null) throw new Error('Not drawn');
      return box;
    };
    const form = await boxOf(page.getByRole('form', { name: 'Sign In' }));
    const right = await boxOf(showcase);
    expect(form.x + form.width).toBeLessThan(right.x);
    expect(right.x).toBeGreaterThanOrEqual(720);
    expect((await boxOf(page.getByRole('contentinfo'))).y).toBeGreaterThan(form.y + form.height);

    const slides = showcase.getByRole('group', { includeHidden: true });
    expect(await slides.count()).toBe(4);
    const shown = () => slides.evaluateAll((all) => all.findIndex((slide) => !slide.hasAttribute('inert')));
    const durations = await slides.evaluateAll((all) =>
      all.map((slide) => getComputedStyle(slide).transitionDuration),
    );
    expect(durations).toEqual(['0.3s', '0.3s', '0.3s', '0.3s']);
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Show slide 4' }).press('Enter');
    // it waits while it has the focus; once it has not, the 5 s begin
    await page.getByLabel('Email or Username').focus();
    await page.clock.runFor(4990);
    expect(await shown()).toBe(3);
    await page.clock.runFor(20);
    expect(await shown()).toBe(0);
    await watched.close();
  });

  describe('when it succeeds', () => {
    let person: Person;

    beforeAll(async () => {
      const first = await openPage(browser);
      person = await registerElsewhere(first.page, web);
      await first.close();
    });
    beforeEach(async () => {
      watched = await openPage(browser, { reducedMotion: 'reduce' });
      page = watched.page;
      page.setDefaultTimeout(15_000);
    });
    afterEach(async () => {
      expect(watched.problems).toEqual([]);
      await watched.close();
    });

    it('says so and leads to the feed one second later', async () => {
      await page.clock.install();
      await enter(login);
      await page.clock.pauseAt(Date.now() + 60_000);
      await sendSignIn(page, person.email.toUpperCase(), person.password);
      await page.getByText('Login successful! Redirecting...').waitFor();
      await page.clock.runFor(990);
      expect(page.url()).toBe(login);
      await page.clock.runFor(20);
      await page.waitForURL(`${web}/home`);
    });

    it('leads to the redirect parameter, which the address no longer shows', async () => {
      await enter(`${login}?redirect=${encodeURIComponent('/search?q=tea#top')}`);
      await expect.poll(() => addressOf(page)).toBe(ACCOUNT.login);
      await sendSignIn(page, person.userName, person.password);
      await page.waitForURL(`${web}/search?q=tea#top`);
    });

    const HOSTILE = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/%09/evil.example',
      '/\t/evil.example',
      '/.//evil.example',
      'javascript:alert(1)',
      'data:text/html,hi',
      'https:evil.example',
      'http://localhost@evil.example/',
      '/i/account/signup',
    ];

    it('leads home from a redirect parameter that leads elsewhere, whatever its spelling', async () => {
      await enter(login);
      await sendSignIn(page, person.userName, person.password);
      await page.waitForURL(`${web}/home`);
      // signed in, the page leads on at once: each spelling takes a moment only
      for (const redirect of HOSTILE) {
        await page.goto(`${login}?redirect=${encodeURIComponent(redirect)}`);
        await page.waitForURL((url) => url.origin === web && !url.pathname.startsWith('/i/account'));
        expect(new URL(page.url()).origin).toBe(web);
        expect(page.url(), redirect).not.toContain('account');
      }
    });

    it('leads a signed-in person away at once, without a step back to it', async () => {
      await page.goto(`${web}/about`);
      await page.waitForURL(login);
      await sendSignIn(page, person.userName, person.password);
      await page.waitForURL(`${web}/about`);
      for (const path of [ACCOUNT.login, '/login', ACCOUNT.signup, ACCOUNT.forgot]) {
        await page.goto(`${web}${path}`);
        await page.waitForURL(`${web}/home`);
      }
      await page.goBack();
      expect(page.url()).not.toContain('/i/account');
    });

    it('says so after social sign-in and goes home after 1.5 s', async () => {
      await register(watched.context, web);
      await page.clock.install();
      await page.goto(`${web}${ACCOUNT.signup}`);
      await page.waitForURL(`${web}/home`);
      // as a provider's page would lead back: the session check is left out, the flag still set
      await page.evaluate(() => {
        const kept = { state: { oauthInProgress: true }, version: 8 };
        localStorage.setItem('auth-storage', JSON.stringify(kept));
      });
      await page.goto(`${login}?oauth_success=true`);
      await page.getByText('Successfully logged in via social media!').waitFor();
      await page.waitForURL(login);
      await page.clock.fastForward(1500);
      await page.waitForURL(`${web}/home`);
      await feedIsOpen(page);
    });

    it('remembers where the feed was asked for while signed out', async () => {
      await page.goto(`${web}/${DEMO.userName}/media`);
      await page.waitForURL(login);
      await page.getByRole('link', { name: 'Create one now' }).click();
      await page.getByRole('link', { name: 'Sign in' }).click();
      await sendSignIn(page, person.userName, person.password);
      await page.waitForURL(`${web}/${DEMO.userName}/media`);
    });
  });

  describe('remember me', () => {
    const sessionAfterRestart = async (remember: boolean) => {
      const first = await openPage(browser, { reducedMotion: 'reduce' });
      await first.page.goto(login);
      if (remember) await first.page.getByRole('checkbox', { name: 'Remember me' }).check();
      await sendSignIn(first.page, DEMO.userName, DEMO.password);
      await first.page.waitForURL(`${web}/home`);
      const { cookies, origins } = await first.context.storageState();
      await first.close();
      // a browser that is closed forgets the cookies that have no date
      const kept = cookies.filter(({ expires }) => expires > 0);
      const second = await openPage(browser, {
        storageState: { cookies: kept, origins },
        reducedMotion: 'reduce',
      });
      // beyond the three minutes for which a stored user is trusted
      await second.page.clock.install({ time: Date.now() + 4 * 60_000 });
      await second.page.goto(`${web}/home`);
      return second;
    };

    it('keeps the session when the browser is closed and opened again', async () => {
      const second = await sessionAfterRestart(true);
      await feedIsOpen(second.page);
      expect(second.page.url()).toBe(`${web}/home`);
      await second.close();
    });

    it('left unchecked lets the session end with the browser', async () => {
      const second = await sessionAfterRestart(false);
      await second.page.waitForURL(login);
      await second.close();
    });
  });
});
