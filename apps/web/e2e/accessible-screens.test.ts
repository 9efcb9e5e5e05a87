import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible, onceDrawn, tooSmall } from './support/accessible.js';
import { register } from './support/accounts.js';
import { closePages, launch, openPage, type WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { wayOutOfDigests } from './support/mail-links.js';
import { DEMO, signIn } from './support/people.js';
import { callsEnded } from './support/page-report.js';
import { moveTo, plainScreens, settingsScreens } from './support/screen-paths.js';

interface PostOf {
  _id: string;
  media: unknown[];
  tags: string[];
  user: { userName: string };
}

describe.skipIf(chromiumPath === undefined)(
  'every screen is accessible, also at 320 px and 200 % zoom',
  () => {
    const web = inject('web');
    let browser: Browser;
    let member: WatchedPage;
    let visitor: WatchedPage;
    let post: PostOf;

    beforeAll(async () => {
      const answer = await fetch(`${inject('api')}/posts?sortBy=likes&limit=20`);
      const { data } = (await answer.json()) as { data: PostOf[] };
      const found = data.find(({ media, tags }) => media.length > 1 && tags.length > 0);
      if (!found) throw new Error('No post has media and tags');
      post = found;
      browser = await launch();
      [member, visitor] = [await openPage(browser, STILL), await openPage(browser, STILL)];
      await signIn(member.page, web, DEMO);
    });
    afterAll(() => closePages(browser));

    const STILL = { reducedMotion: 'reduce' as const, colorScheme: 'light' as const };
    const heading = (page: Page, name: string | RegExp) =>
      page.getByRole('heading', { name }).first().waitFor();
    const text = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor();
    const article = (page: Page) => page.getByRole('article').first().waitFor();

    /** Opens an address and waits for the screen and its requests. */
    const screen = async (page: Page, path: string, ready: (page: Page) => Promise<unknown>) => {
      // a visitor's pages begin with a new document
      await (page === member.page ? moveTo(page, path) : page.goto(`${web}${path}`));
      await ready(page);
      await callsEnded(page);
      await expectAccessible(page, path);
    };

    it('account pages', async () => {
      const { page } = visitor;
      await screen(page, '/i/account/login', () => page.getByRole('form', { name: 'Sign In' }).waitFor());
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await text(page, 'Email or username is required');
      await expectAccessible(page, 'sign-in, refused');
      await screen(page, '/i/account/signup', () => page.getByRole('form', { name: 'Sign Up' }).waitFor());
      await page.getByRole('button', { name: 'Create account' }).click();
      await text(page, 'Username is required');
      await expectAccessible(page, 'sign-up, refused');
      await screen(page, '/i/account/forgotpassword', () =>
        page.getByRole('button', { name: 'Send OTP' }).waitFor(),
      );
      await screen(page, '/auth/callback?error=oauth_error&details=Nothing', () =>
        page.getByRole('form').waitFor(),
      );
      await screen(page, '/oauth-success?error=oauth_error', (shown) => heading(shown, /./));
    });

    it('home, messages and a post', async () => {
      const { page } = member;
      await screen(page, '/home', article);
      // the header is smallest there
      await page.mouse.wheel(0, 800);
      await page.locator('header[data-size="ultra-compact"]').waitFor();
      expect(await onceDrawn(page, tooSmall)).toEqual([]);
      await screen(page, '/messages', () => text(page, /coming soon/i));
      await screen(page, `/p/${post._id}`, article);
      await screen(page, `/p/${'0'.repeat(24)}`, () => heading(page, 'Post not found'));
      await screen(page, `/${post.user.userName}/status/${post._id}/photo/1`, () =>
        page.getByRole('dialog', { name: 'Media viewer' }).waitFor(),
      );
    });

    it('search by word and by tag', async () => {
      const { page } = member;
      await screen(page, '/search', () => text(page, /coming soon/i));
      await screen(page, `/search?q=${encodeURIComponent(post.tags[0] ?? '')}`, article);
      await screen(page, '/search?q=garden&in=tags', () =>
        page.getByRole('list', { name: 'Tags' }).getByRole('link').first().waitFor(),
      );
      await screen(page, '/search?q=demo&in=people', () =>
        page.getByRole('link', { name: /@demo/ }).waitFor(),
      );
      await screen(page, '/search?q=nothingsuchisanywhere', () => text(page, /coming soon/i));
    });

    it('all tabs of profiles', async () => {
      const { page } = member;
      const profile = () => page.getByRole('navigation', { name: 'Profile' }).waitFor();
      await screen(page, '/demo', article);
      for (const path of ['/demo/bookmarks', '/demo/about', '/demo/media']) await screen(page, path, profile);
      await screen(page, `/${post.user.userName}`, article);
      await page.getByRole('button', { name: /followers/i }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Follow/ })
        .first()
        .waitFor();
      await expectAccessible(page, 'the people who follow somebody');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await screen(page, '/nobodyofthisname', () => heading(page, /not found/i));
    });

    it('the composer and the settings', async () => {
      const { page } = member;
      await screen(page, '/createpost', () => page.getByRole('form', { name: 'Create Post' }).waitFor());
      for (const path of settingsScreens)
        await screen(page, path, () => page.getByRole('region').first().waitFor());
    });

    it('other pages', async () => {
      const { page } = member;
      for (const path of plainScreens) await screen(page, path, (shown) => heading(shown, /./));
    });

    it('digest unsubscribe, with a valid and an invalid link', async () => {
      const { page } = visitor;
      const button = page.getByRole('button', { name: 'Stop these mails' });
      await screen(page, wayOutOfDigests('0'.repeat(24)), () => button.waitFor());
      await button.click();
      await heading(page, 'These mails are stopped');
      await expectAccessible(page, 'digests stopped');
      await screen(page, '/api/notifications/unsubscribe', () => heading(page, 'This link does not work'));
    });

    it('screens for visitors and new users', async () => {
      const { page } = visitor;
      await page.goto(`${web}/i/account/login`);
      await page.getByRole('button', { name: 'Look around' }).click();
      await article(page);
      await expectAccessible(page, 'the feed of a visitor');
      await screen(page, `/p/${post._id}`, article);
      const newcomer = await openPage(browser, STILL);
      const person = await register(newcomer.context, web);
      for (const tab of ['', '/bookmarks', '/media'])
        await screen(newcomer.page, `/${person.userName}${tab}`, () =>
          newcomer.page.getByRole('navigation', { name: 'Profile' }).waitFor(),
        );
      await newcomer.close();
    });
  },
);
