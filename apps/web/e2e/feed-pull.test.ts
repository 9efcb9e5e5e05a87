import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { fake, FEED, feedPage } from './support/fake-feed.js';
import {
  cardOf,
  clockFromNow,
  openFeed,
  PHONE,
  runUntil,
  scrollTo,
  stopClock,
  visiting,
} from './support/visits.js';

const X = 195;
const FROM = 300;

/** Touches the posts with real browser input. */
async function fingerOn(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  const at = (y: number) => [{ x: X, y }];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', at(FROM));
  let y = FROM;
  return {
    /** In steps, like a real finger: the first steps decide between pull and scroll. */
    pull: async (to: number) => {
      while (FROM + to !== y) {
        y += Math.sign(FROM + to - y) * Math.min(8, Math.abs(FROM + to - y));
        await send('touchMove', at(y));
      }
    },
    release: () => send('touchEnd', []),
  };
}

const posts = (page: Page) => page.locator('[role=feed]').locator('..');
const offsetOf = (page: Page) =>
  posts(page).evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m42);
const follows = (page: Page) => expect.poll(async () => Math.round(await offsetOf(page)));

describe.skipIf(chromiumPath === undefined)('pull to refresh', () => {
  const visits = visiting();

  const openedFeed = async () => {
    const page = await visits.memberPage(PHONE);
    const calls = await fake(page, FEED, feedPage(1, 20), feedPage(31, 20));
    await openFeed(page);
    // the gesture loads after the first picture
    await page.waitForFunction(() => document.documentElement.style.overscrollBehaviorY === 'contain');
    await stopClock(page);
    return { page, calls };
  };

  it('follows the finger at a resistance of 2.5 and refreshes when released at 80 [F2-27 F4-7]', async () => {
    const { page, calls } = await openedFeed();
    const finger = await fingerOn(page);
    await finger.pull(100);
    await follows(page).toBe(40);
    await finger.pull(200);
    await follows(page).toBe(80);
    const goTo = await clockFromNow(page);
    await finger.release();
    await expect.poll(() => calls.length).toBe(2);
    await goTo(299);
    await follows(page).toBe(80);
    await goTo(300);
    await follows(page).toBe(0);
    await runUntil(page, cardOf(page, 'Post 31'));
  });

  it('starts beyond 10 px downwards at the top only, and does not refresh when released before 80 [F9-27]', async () => {
    const { page, calls } = await openedFeed();
    let finger = await fingerOn(page);
    await finger.pull(10);
    await follows(page).toBe(0);
    // past the slop distance in which the browser holds back moves
    await finger.pull(25);
    await follows(page).toBe(10);
    await finger.pull(198);
    await finger.release();
    await page.clock.runFor(1000);
    await follows(page).toBe(0);
    expect(calls).toHaveLength(1);

    // more than 5 px below the top, it scrolls
    await scrollTo(page, 400);
    finger = await fingerOn(page);
    await finger.pull(240);
    await follows(page).toBe(0);
    await finger.release();
    await page.clock.runFor(1000);
    expect(calls).toHaveLength(1);
  });
});
