import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import {
  AUTHOR,
  fake,
  fakePost,
  failing,
  FEED,
  feedOf,
  gated,
  idOf,
  reactionState,
  type Answer,
} from './support/fake-feed.js';
import { cardOf, openFeed, stopClock, visiting } from './support/visits.js';
import { callsEnded } from './support/page-report.js';

const LIKE = `/post-interactions/${idOf(1)}/like`;
const DISLIKE = `/post-interactions/${idOf(1)}/dislike`;
const control = (page: Page, name: RegExp) => cardOf(page, 'Post 1').getByRole('button', { name });
const pressed = (page: Page, name: RegExp) =>
  expect.poll(() => control(page, name).getAttribute('aria-pressed'));
const alertText = 'Please wait for previous action to complete.';

describe.skipIf(chromiumPath === undefined)('reacting to a post', () => {
  const visits = visiting();

  const openedFeed = async (posts = [fakePost(1), fakePost(2)]) => {
    const page = await visits.memberPage();
    await fake(page, FEED, feedOf(posts));
    const own = page.waitForResponse((response) => response.url().endsWith('/api/people/own'));
    await openFeed(page);
    // what is changed before the account's lists are there is sent with them
    await own;
    return page;
  };

  it('likes before the server answers, excludes like and dislike, and removes a like on a second tap [F1-10 F4-14]', async () => {
    const page = await openedFeed();
    // the server's counts prove that the first call is done; before that the next click would be rejected
    const held = gated(reactionState({ likes: 5 }, { liked: true }));
    await fake(
      page,
      LIKE,
      held.answer,
      reactionState({ likes: 6, dislikes: 1 }, { liked: true }),
      reactionState({ likes: 3, dislikes: 1 }, {}),
    );
    await fake(page, DISLIKE, reactionState({ likes: 3, dislikes: 2 }, { disliked: true }));
    await control(page, /^Like, 3$/).click();
    await pressed(page, /^Like, 4$/).toBe('true');
    held.open();
    await pressed(page, /^Like, 5$/).toBe('true');
    await control(page, /^Dislike, 1$/).click();
    await pressed(page, /^Dislike, 2$/).toBe('true');
    await pressed(page, /^Like, 3$/).toBe('false');
    await control(page, /^Like, 3$/).click();
    await pressed(page, /^Like, 6$/).toBe('true');
    await pressed(page, /^Dislike, 1$/).toBe('false');
    await control(page, /^Like, 6$/).click();
    await pressed(page, /^Like, 3$/).toBe('false');
  });

  it('rejects a second action while one is pending [F4-19 F8-24]', async () => {
    const page = await openedFeed();

    const held = gated(reactionState({ likes: 4 }, { liked: true }));
    const likes = await fake(page, LIKE, held.answer);
    const dislikes = await fake(page, DISLIKE, failing.refused);
    await control(page, /^Like, 3$/).click();
    await control(page, /^Dislike, 1$/).click();
    await page.getByRole('alertdialog').getByText(alertText, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await control(page, /^Like, 4$/).click();
    await page.getByRole('alertdialog').getByText(alertText, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    held.open();
    expect([likes.length, dislikes.length]).toEqual([1, 0]);
    await pressed(page, /^Dislike, 1$/).toBe('false');
  });

  it('handles two quick clicks in order, even before the reaction code has loaded', async () => {
    const page = await visits.memberPage();
    // otherwise it is prefetched before the click
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: undefined }));
    await fake(page, FEED, feedOf([fakePost(1)]));
    const held = gated(reactionState({ likes: 4 }, { liked: true }));
    const likes = await fake(page, LIKE, held.answer);
    const dislikes = await fake(page, DISLIKE, failing.refused);
    await openFeed(page);
    await control(page, /^Dislike, 1$/).waitFor();
    await callsEnded(page);
    // delays each chunk, so that the second click comes while the first waits for nested imports
    await page.route(/\/assets\/[\w-]+\.js$/, async (route) => {
      await page.waitForTimeout(300);
      await route.continue();
    });
    const code = page.waitForResponse(/\/assets\/run-reaction-/);
    await control(page, /^Like, 3$/).click();
    await code;
    await control(page, /^Dislike, 1$/).click();
    await page.getByRole('alertdialog').getByText(alertText, { exact: true }).waitFor();
    await expect.poll(() => likes.length).toBe(1);
    expect(dislikes).toHaveLength(0);
    held.open();
  });

  it('shows the same state on the post page', async () => {
    const page = await openedFeed();
    const answer: Answer = reactionState({ likes: 4 }, { liked: true });
    await fake(page, LIKE, answer);
    await fake(page, `/posts/${idOf(1)}`, gated({}).answer);
    await fake(page, /\/(status|comments\/post\/.*)$/, failing.refused);
    await control(page, /^Like, 3$/).click();
    await pressed(page, /^Like, 4$/).toBe('true');
    await cardOf(page, 'Post 1').getByRole('link', { name: 'Post 1' }).click();
    await page.getByRole('heading', { level: 1, name: 'Post 1' }).waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: /^Like, 4$/ }).getAttribute('aria-pressed'))
      .toBe('true');
  });

  it('follows after 500 ms, on every post of the author and without a call [F1-12 F4-25 F7-31 A4.6-3]', async () => {
    const page = await openedFeed([
      fakePost(1),
      fakePost(2),
      fakePost(3, { user: { ...AUTHOR, _id: idOf(990), fullName: 'Zoe Okafor' } }),
    ]);
    await callsEnded(page);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    await stopClock(page);
    const follow = control(page, /^Follow(ing)? Nilay/);
    // the right column also suggests authors
    const onPosts = (name: string) => page.locator('[role=feed]').getByRole('button', { name, exact: true });
    await follow.click();
    await expect.poll(() => follow.textContent()).toBe('...');
    expect(await follow.isDisabled()).toBe(true);
    await page.clock.runFor(499);
    expect(await follow.textContent()).toBe('...');
    await page.clock.runFor(1);
    await expect.poll(() => onPosts('Following Nilay Demir').count()).toBe(2);
    expect(await onPosts('Follow Zoe Okafor').textContent()).toBe('Follow');
    // the page subscribes to events once, at any time
    const events = /\/api\/notifications\/events$/;
    expect(calls.filter((url) => url.includes('/api/') && !events.test(url))).toEqual([]);
    await follow.click();
    await expect.poll(() => follow.textContent()).toBe('...');
    await page.clock.runFor(500);
    await expect.poll(() => onPosts('Follow Nilay Demir').count()).toBe(2);
  });

  it('shares by copying the link without native share support, and counts the share [F1-15 F4-31]', async () => {
    const page = await visits.memberPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.addInitScript(() => Object.assign(Navigator.prototype, { share: undefined }));
    await fake(page, FEED, feedOf([fakePost(1)]));
    const shares = await fake(page, `/posts/${idOf(1)}/reactions`, reactionState({ shares: 1 }, {}));
    await openFeed(page);
    await control(page, /^Share, 0$/).click();
    await control(page, /^Share, 1$/).waitFor();
    await expect.poll(() => shares[0]?.postDataJSON() as unknown).toEqual({ type: 'share', action: 'add' });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      new URL(`/p/${idOf(1)}`, page.url()).href,
    );
  });

  it('shares natively with at most 100 characters, showing "Sharing..." until done [F4-30]', async () => {
    const page = await visits.memberPage();
    await page.addInitScript(() => {
      const share = (data: ShareData) =>
        new Promise<void>((resolve) => Object.assign(window, { shared: data, endShare: resolve }));
      Object.defineProperty(Navigator.prototype, 'share', { value: share, configurable: true });
    });
    await fake(page, FEED, feedOf([fakePost(1, { description: 'A long walk. '.repeat(20) })]));
    await fake(page, `/posts/${idOf(1)}/reactions`, reactionState({ shares: 1 }, {}));
    await openFeed(page);
    await control(page, /^Share, 0$/).click();
    const busy = control(page, /^Sharing\.\.\.$/);
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    // the share code loads on first use
    await expect.poll(() => page.evaluate(() => 'shared' in window)).toBe(true);
    const { text, url } = await page.evaluate(
      () => (window as unknown as { shared: { text: string; url: string } }).shared,
    );
    expect(text.length).toBeLessThanOrEqual(100);
    expect(text).toMatch(/^A long walk\. A long walk\./);
    expect(url).toContain(`/p/${idOf(1)}`);
    await page.evaluate(() => (window as unknown as { endShare: () => void }).endShare());
    await control(page, /^Share, 1$/).waitFor();
  });

  it('formats counts and updates the age of posts [A3-9]', async () => {
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const page = await openedFeed([
      fakePost(1, {
        views: 1234,
        likes: 2_500_000,
        reactions: { likes: 2_500_000, dislikes: 999, shares: 1000, saves: 0 },
      }),
      fakePost(2, { createdAt: ago(0) }),
      fakePost(3, { createdAt: ago(3 * 60) }),
      fakePost(4, { createdAt: ago(15 * 24 * 60) }),
    ]);
    for (const name of [/^Like, 2\.5M$/, /^Dislike, 999$/, /^Share, 1\.0K$/])
      await control(page, name).waitFor();
    await cardOf(page, 'Post 1').getByText('1.2K', { exact: false }).first().waitFor();
    const times = ['5m', 'now', '3h', '2w'];
    for (const [index, time] of times.entries())
      expect(
        await cardOf(page, `Post ${index + 1}`)
          .locator('time')
          .textContent(),
      ).toBe(time);
  });
});
