import type { Locator } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { accountPages } from './support/account-pages.js';
import { ACCOUNT, enterSignIn, registerElsewhere, sendSignIn } from './support/accounts.js';
import { openPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { fake, FEED, feedPage } from './support/fake-feed.js';
import { feedIsOpen } from './support/feed.js';
import { DEMO, type Person } from './support/people.js';
import { cardOf } from './support/visits.js';

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

    it('loads home while the message shows, and asks for its posts once', async () => {
      const asked = await fake(at.page, FEED, feedPage(1, 3));
      await at.page.clock.install();
      await enter(login);
      await at.page.clock.pauseAt(Date.now() + 60_000);
      await sendSignIn(at.page, person.userName, person.password);
      await expect.poll(() => asked.length).toBe(1);
      expect(at.page.url()).toBe(login);
      await at.page.clock.runFor(1000);
      await at.page.clock.resume();
      await cardOf(at.page, 'Post 1').waitFor();
      expect(asked).toHaveLength(1);
    });

    it('redirects a signed-in user immediately, without a history entry [A2.1-2 A4.1-18]', async () => {
      const asked = await fake(at.page, FEED, feedPage(1, 3));
      await at.page.goto(`${web}/about`);
      await at.page.waitForURL(login);
      await sendSignIn(at.page, person.userName, person.password);
      await at.page.waitForURL(`${web}/about`);
      expect(asked).toEqual([]);
      const foreign = `${ACCOUNT.login}?redirect=${encodeURIComponent('//evil.example')}`;
      for (const path of [foreign, ACCOUNT.login, '/login', ACCOUNT.signup, ACCOUNT.forgot]) {
        await at.page.goto(`${web}${path}`);
        await at.page.waitForURL(`${web}/home`);
      }
      await at.page.goBack();
      expect(at.page.url()).not.toContain('/i/account');
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
    /** What a restart of the browser keeps of a new session. */
    const keptAfterRestart = async (remember: boolean) => {
      const first = await openPage(at.browser, { reducedMotion: 'reduce' });
      await first.page.goto(login);
      if (remember) await first.page.getByRole('checkbox', { name: 'Remember me' }).check();
      await sendSignIn(first.page, DEMO.userName, DEMO.password);
      await first.page.waitForURL(`${web}/home`, { waitUntil: 'commit' });
      const { cookies, origins } = await first.context.storageState();
      await first.close();
      expect(cookies.map(({ name }) => name)).toContain('sf_access');
      // closing the browser deletes cookies without an expiry date
      return { cookies: cookies.filter(({ expires }) => expires > 0), origins };
    };

    it('keeps the session after the browser restarts [A2.2-7]', async () => {
      const second = await openPage(at.browser, {
        storageState: await keptAfterRestart(true),
        reducedMotion: 'reduce',
      });
      // past the three minutes for which a stored user is trusted
      await second.page.clock.install({ time: Date.now() + 4 * 60_000 });
      await second.page.goto(`${web}/home`);
      await feedIsOpen(second.page);
      expect(second.page.url()).toBe(`${web}/home`);
      await second.close();
    });

    it('ends the session with the browser when unchecked', async () => {
      const names = (await keptAfterRestart(false)).cookies.map(({ name }) => name);
      expect(names.filter((name) => /access|refresh|hint/.test(name))).toEqual([]);
    });
  });
});
