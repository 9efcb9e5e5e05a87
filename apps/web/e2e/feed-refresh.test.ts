import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { fake, FEED, feedPage, gated, queryOf } from './support/fake-feed.js';
import {
  cardOf,
  clockFromNow,
  headerSizeOf,
  openFeed,
  runUntil,
  scrollTo,
  stopClock,
  titlesOf,
  visiting,
} from './support/visits.js';

const title = (page: Page) => page.getByRole('heading', { name: 'Social Feed', exact: true });
const notice = (page: Page, text = 'Refreshing feed...') =>
  page.getByRole('status').getByText(text, { exact: true });
const messages = (page: Page) => page.getByRole('button', { name: 'Messages', exact: true });
const locked = (page: Page) => expect.poll(() => messages(page).isDisabled());
const shown = (page: Page) => expect.poll(() => notice(page).count());

describe.skipIf(chromiumPath === undefined)('refreshing the feed', () => {
  const visits = visiting();

  it('shows the notice for 2500 ms, is idle after 1000 ms, and brings new posts [F2-24]', async () => {
    const page = await visits.memberPage();
    const calls = await fake(page, FEED, feedPage(1, 2), feedPage(11, 2));
    await openFeed(page);
    await stopClock(page);
    const goTo = await clockFromNow(page);
    await title(page).dblclick();
    await notice(page).waitFor();
    await runUntil(page, cardOf(page, 'Post 11'));
    await expect.poll(() => titlesOf(page)).toEqual(['Post 11', 'Post 12']);
    await goTo(999);
    await locked(page).toBe(true);
    await goTo(1001);
    await locked(page).toBe(false);
    await goTo(2499);
    await shown(page).toBe(1);
    await goTo(2500);
    await shown(page).toBe(0);
    expect(calls).toHaveLength(2);
  });

  it('takes 2000 and 1200 ms when the header is compact [F2-25]', async () => {
    const page = await visits.memberPage();
    await fake(page, FEED, feedPage(1, 20), feedPage(31, 20));
    await openFeed(page);
    await stopClock(page);
    await scrollTo(page, 120);
    await expect.poll(() => headerSizeOf(page)).toBe('compact');
    const goTo = await clockFromNow(page);
    await title(page).dblclick();
    await notice(page).waitFor();
    await runUntil(page, cardOf(page, 'Post 31'));
    await goTo(1199);
    await locked(page).toBe(true);
    await goTo(1201);
    await locked(page).toBe(false);
    await goTo(1999);
    await shown(page).toBe(1);
    await goTo(2000);
    await shown(page).toBe(0);
  });

  it('says "Refreshing..." in the ultra-compact size [F2-26]', async () => {
    const page = await visits.memberPage();
    const held = gated(feedPage(31, 20));
    await fake(page, FEED, feedPage(1, 20), held.answer);
    await openFeed(page);
    await stopClock(page);
    await scrollTo(page, 301);
    await expect.poll(() => headerSizeOf(page)).toBe('ultra-compact');
    await title(page).dblclick();
    await notice(page, 'Refreshing...').waitFor();
    held.open();
  });

  it('uses a seed below 1,000,000, keeps the server’s seed for the session, and resets it [F4-4]', async () => {
    const page = await visits.memberPage();
    const calls = await fake(page, FEED, feedPage(1, 2, null, 777_777));
    const seeds = () => queryOf(calls, 'seed').map(Number);
    await openFeed(page);
    expect(seeds()[0]).toBeGreaterThanOrEqual(0);
    expect(seeds()[0]).toBeLessThan(1_000_000);
    await openFeed(page, '/');
    expect(seeds()[1]).toBe(777_777);
    await title(page).dblclick();
    await expect.poll(() => calls.length).toBe(3);
    expect(seeds()[2]).not.toBe(777_777);
    expect(seeds()[2]).toBeLessThan(1_000_000);
  });
});
