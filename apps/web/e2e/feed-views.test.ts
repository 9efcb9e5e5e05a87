import type { Page, Request } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { cardInView } from './support/feed.js';
import { callsEnded } from './support/page-report.js';
import { AUTHOR, fake, fakePost, FEED, feedOf, idOf } from './support/fake-feed.js';
import {
  cardOf,
  openFeed,
  runUntil,
  scrollWindow,
  sightSettled,
  stopClock,
  visiting,
} from './support/visits.js';

const NEW = { userInteraction: { liked: false, disliked: false, saved: false, viewed: false } };
const BATCH = '/post-interactions/batch-views';
const tall = { description: 'Quiet water.\n'.repeat(5) };

interface PostView {
  postId: string;
  viewDuration: number;
  referralSource: string;
  feed: boolean;
}
const viewsOf = (request: Request | undefined) =>
  (request?.postDataJSON() as { postViews: PostView[] } | undefined)?.postViews ?? [];
const counted = (page: Page, title: string, views: number) =>
  cardOf(page, title).getByTitle(`${views} views`);

/** Advances past the second in view and the batching delay, until one call is sent. */
const sent = async (page: Page, calls: Request[]) => {
  await sightSettled(page);
  const afterMore = async () => {
    await page.clock.runFor(250);
    return calls.length;
  };
  await expect.poll(afterMore, { timeout: 30_000 }).toBe(1);
};

/** Scrolls until this share of the last card's height is visible at the bottom of the screen. */
const show = async (page: Page, title: string, share: number) => {
  const top = await cardOf(page, title).evaluate((card, part) => {
    const { top: at, height } = card.getBoundingClientRect();
    return at + window.scrollY + height * part - window.innerHeight;
  }, share);
  await scrollWindow(page, Math.round(top));
  await sightSettled(page);
};

describe.skipIf(chromiumPath === undefined)('views', () => {
  const web = inject('web');
  const visits = visiting();

  const results = (...ids: number[]) => ({
    success: true,
    data: { results: ids.map((id) => ({ postId: idOf(id), viewAdded: true, totalViews: 13 })) },
  });

  it('require half of the post to be visible for a whole second [F4-33 F9-18]', async () => {
    const page = await visits.memberPage({ viewport: { width: 1440, height: 700 } });
    const before = [1, 2, 3].map((number) => fakePost(number, tall));
    await fake(
      page,
      FEED,
      feedOf([...before, fakePost(4, { ...NEW, ...tall }), fakePost(5, tall), fakePost(6)]),
    );
    const calls = await fake(page, BATCH, results(4));
    await openFeed(page);
    // with the code that counts
    await callsEnded(page);
    await stopClock(page);
    await show(page, 'Post 4', 0.45);
    await page.clock.runFor(10_000);
    expect(calls).toHaveLength(0);
    await show(page, 'Post 4', 0.55);
    await page.clock.runFor(990);
    await show(page, 'Post 4', 0.2);
    await page.clock.runFor(10_000);
    expect(calls).toHaveLength(0);
    await show(page, 'Post 4', 0.55);
    await page.clock.runFor(1000);
    await page.clock.runFor(2000);
    await runUntil(page, counted(page, 'Post 4', 13));
    expect(calls).toHaveLength(1);
  });

  it('are sent even if the user leaves the page first', async () => {
    const page = await visits.memberPage();
    // the first batch shows that tracking has started
    const begun = page.waitForResponse((response) => response.url().endsWith(BATCH));
    await openFeed(page);
    await begun;
    await stopClock(page);
    await scrollWindow(page, 4000);
    await page.clock.runFor(300);
    const { card, postId } = await cardInView(page);
    await card.evaluate((article) => article.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await sightSettled(page);
    await page.clock.runFor(1200);
    const viewed = async () => {
      const answer = await page.request.get(`${web}/api/post-interactions/${postId}/status`);
      return ((await answer.json()) as { data: { viewed: boolean } }).data.viewed;
    };
    expect(await viewed()).toBe(false);
    await page.evaluate((address) => location.assign(address), `${web}/about`);
    await page.waitForURL(`${web}/about`, { waitUntil: 'commit' });
    await expect.poll(viewed).toBe(true);
  });

  it('count once per post, never for own or already viewed posts', async () => {
    const page = await visits.memberPage();
    const own = fakePost(2, { ...NEW, user: { ...AUTHOR, _id: visits.member.id } });
    const feeds = await fake(page, FEED, feedOf([fakePost(1, NEW), own, fakePost(3)]));
    const calls = await fake(page, BATCH, results(1));
    await openFeed(page);
    await sent(page, calls);
    expect(viewsOf(calls[0]).map(({ postId }) => postId)).toEqual([idOf(1)]);
    await stopClock(page);
    await page.getByRole('heading', { name: 'Social Feed', exact: true }).dblclick();
    await expect.poll(() => feeds.length).toBe(2);
    await page.clock.runFor(20_000);
    expect(calls).toHaveLength(1);
  });

  it('show nothing after "View already counted"', async () => {
    const page = await visits.memberPage();
    await fake(page, FEED, feedOf([fakePost(1, NEW)]));
    const calls = await fake(page, BATCH, (route) =>
      route.fulfill({
        status: 409,
        json: { success: false, message: 'View already counted', code: 'CONFLICT' },
      }),
    );
    await openFeed(page);
    await sent(page, calls);
    // once a later toast appears, an earlier one would have appeared too
    await fake(page, /\/dislike$/, (route) => route.fulfill({ status: 400, body: 'boom' }));
    await cardOf(page, 'Post 1')
      .getByRole('button', { name: /^Dislike, / })
      .click();
    await page.getByText('Failed to update dislike. Please try again.', { exact: true }).waitFor();
    expect(await page.getByText('Failed to track view', { exact: true }).count()).toBe(0);
  });
});
