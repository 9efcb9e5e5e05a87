import type { Locator } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { accountPages } from './support/account-pages.js';
import {
  ACCOUNT,
  addressOf,
  enterSignIn,
  register,
  registerElsewhere,
  sendSignIn,
} from './support/accounts.js';
import { openPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { feedIsOpen } from './support/feed.js';
import { DEMO, type Person } from './support/people.js';

describe.skipIf(chromiumPath === undefined)('signing in', () => {
  const web = inject('web');
  const login = `${web}${ACCOUNT.login}`;
  const at = accountPages();

  const enter = (address: string) => enterSignIn(at.page, address);

  it('appears to the left of the showcase, which advances every 5 s with 300 ms slides, above the footer [A2.2-4 A2.2-15 A4.7-1 A4.7-3]', async () => {
    await at.open({ reducedMotion: 'no-preference' });
    await at.page.clock.install();
    await enter(login);
    const showcase = at.page.getByRole('region', { name: 'Showcase' });
    await showcase.waitFor();
    const boxOf = async (part: Locator) => {
      const box = await part.boundingBox();
      if (box === null) throw new Error('Not drawn');
      return box;
    };
    const form = await boxOf(at.page.getByRole('form', { name: 'Sign In' }));
    const right = await boxOf(showcase);
    expect(form.x + form.width).toBeLessThan(right.x);
    expect(right.x).toBeGreaterThanOrEqual(720);
    expect((await boxOf(at.page.getByRole('contentinfo'))).y).toBeGreaterThan(form.y + form.height);

    const slides = showcase.getByRole('group', { includeHidden: true });
    await expect.poll(() => slides.count()).toBe(4);
    const shown = () => slides.evaluateAll((all) => all.findIndex((slide) => !slide.hasAttribute('inert')));
    const durations = await slides.evaluateAll((all) =>
      all.map((slide) => getComputedStyle(slide).transitionDuration),
    );
    expect(durations).toEqual(['0.3s', '0.3s', '0.3s', '0.3s']);
    await at.page.clock.pauseAt(Date.now() + 60_000);
    await at.page.getByRole('button', { name: 'Show slide 4' }).press('Enter');
    // the showcase pauses while focused; the 5 s start on blur
    await at.page.getByLabel('Email or Username').focus();
    await at.page.clock.runFor(4990);
    expect(await shown()).toBe(3);
    await at.page.clock.runFor(20);
    await expect.poll(shown).toBe(0);
    // it does not advance while used by keyboard
    await at.page.getByRole('button', { name: 'Show slide 2' }).press('Enter');
    await at.page.clock.runFor(20_000);
    expect(await shown()).toBe(1);
    await at.close();
  });

  it('appears next to a static showcase under reduced motion', async () => {
    await at.open({ reducedMotion: 'reduce' });
    await at.page.clock.install();
    await enter(login);
    const slides = at.page
      .getByRole('region', { name: 'Showcase' })
      .getByRole('group', { includeHidden: true });
    await expect.poll(() => slides.count()).toBe(4);
    await at.page.clock.runFor(20_000);
    expect(await slides.first().getAttribute('inert')).toBeNull();
    await at.close();
  });

  describe('on success', () => {
    let person: Person;

    beforeAll(async () => {
      const first = await openPage(at.browser);
      person = await registerElsewhere(first.page, web);
      await first.close();
    });
    beforeEach(async () => {
      await at.open();
    });
    afterEach(async () => {
      expect(at.watched.problems).toEqual([]);
      await at.close();
    });

    it('shows a success message and opens the feed one second later [F1-8 A4.2-2 A4.2-4]', async () => {
      await at.page.clock.install();
      await enter(login);
      await at.page.clock.pauseAt(Date.now() + 60_000);
      await sendSignIn(at.page, person.email.toUpperCase(), person.password);
      await at.page.getByText('Login successful! Redirecting...').waitFor();
      await at.page.clock.runFor(990);
      expect(at.page.url()).toBe(login);
      await at.page.clock.runFor(20);
      await at.page.waitForURL(`${web}/home`);
    });

    it('opens the redirect target and removes the parameter from the address [A2.2-1 A4.2-3]', async () => {
      await enter(`${login}?redirect=${encodeURIComponent('/search?q=tea#top')}`);
      await expect.poll(() => addressOf(at.page)).toBe(ACCOUNT.login);
      await sendSignIn(at.page, person.userName, person.password);
      await at.page.waitForURL(`${web}/search?q=tea#top`);
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

    it('goes home for every spelling of an external redirect', async () => {
      await enter(login);
      await sendSignIn(at.page, person.userName, person.password);
      await at.page.waitForURL(`${web}/home`);
      // a signed-in user is redirected immediately, so each spelling is quick
      for (const redirect of HOSTILE) {
        await at.page.goto(`${login}?redirect=${encodeURIComponent(redirect)}`);
        await at.page.waitForURL((url) => url.origin === web && !url.pathname.startsWith('/i/account'));
        expect(new URL(at.page.url()).origin).toBe(web);
        expect(at.page.url(), redirect).not.toContain('account');
      }
    });

    it('redirects a signed-in user immediately, without a history entry [A2.1-2 A4.1-18]', async () => {
      await at.page.goto(`${web}/about`);
      await at.page.waitForURL(login);
      await sendSignIn(at.page, person.userName, person.password);
      await at.page.waitForURL(`${web}/about`);
      for (const path of [ACCOUNT.login, '/login', ACCOUNT.signup, ACCOUNT.forgot]) {
        await at.page.goto(`${web}${path}`);
        await at.page.waitForURL(`${web}/home`);
      }
      await at.page.goBack();
      expect(at.page.url()).not.toContain('/i/account');
    });

    it('shows success after social sign-in and goes home after 1.5 s [A4.2-5]', async () => {
      await register(at.watched.context, web);
      await at.page.clock.install();
      await at.page.goto(`${web}${ACCOUNT.signup}`);
      await at.page.waitForURL(`${web}/home`);
      // as when a provider redirects back: skips the session check but leaves the flag set
      await at.page.evaluate(() => {
        const kept = { state: { oauthInProgress: true }, version: 8 };
        localStorage.setItem('auth-storage', JSON.stringify(kept));
      });
      // shown for only 1.5 s, so start waiting before it appears
      const passed = Promise.all([
        at.page.getByText('Successfully logged in via social media!').waitFor(),
        at.page.waitForURL(login, { waitUntil: 'commit' }),
      ]);
      await at.page.goto(`${login}?oauth_success=true`);
      await passed;
      await at.page.clock.fastForward(1500);
      await at.page.waitForURL(`${web}/home`);
      await feedIsOpen(at.page);
    });

    it('remembers where a signed-out user opened the feed [A2.1-27]', async () => {
      await at.page.goto(`${web}/${DEMO.userName}/media`);
      await at.page.waitForURL(login);
      await at.page.getByRole('link', { name: 'Create one now' }).click();
      await at.page.getByRole('link', { name: 'Sign in' }).click();
      await sendSignIn(at.page, person.userName, person.password);
      await at.page.waitForURL(`${web}/${DEMO.userName}/media`);
    });
  });

  describe('remember me', () => {
    const sessionAfterRestart = async (remember: boolean) => {
      const first = await openPage(at.browser, { reducedMotion: 'reduce' });
      await first.page.goto(login);
      if (remember) await first.page.getByRole('checkbox', { name: 'Remember me' }).check();
      await sendSignIn(first.page, DEMO.userName, DEMO.password);
      await first.page.waitForURL(`${web}/home`);
      const { cookies, origins } = await first.context.storageState();
      await first.close();
      // closing the browser deletes cookies without an expiry date
      const kept = cookies.filter(({ expires }) => expires > 0);
      const second = await openPage(at.browser, {
        storageState: { cookies: kept, origins },
        reducedMotion: 'reduce',
      });
      // past the three minutes for which a stored user is trusted
      await second.page.clock.install({ time: Date.now() + 4 * 60_000 });
      await second.page.goto(`${web}/home`);
      return second;
    };

    it('keeps the session after the browser restarts [A2.2-7]', async () => {
      const second = await sessionAfterRestart(true);
      await feedIsOpen(second.page);
      expect(second.page.url()).toBe(`${web}/home`);
      await second.close();
    });

    it('ends the session with the browser when unchecked', async () => {
      const second = await sessionAfterRestart(false);
      await second.page.waitForURL(login);
      await second.close();
    });
  });
});
