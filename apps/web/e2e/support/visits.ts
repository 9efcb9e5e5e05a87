import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { register } from './accounts.js';
import { closePages, launch, openPage, type PageOptions, type WatchedPage } from './browser.js';
import { cards, feedIsOpen } from './feed.js';

const TURNS_MAX = 400;

/** A phone of today, for `PageOptions`. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A signed-in user, for any number of pages. */
export interface Member {
  id: string;
  fullName: string;
  userName: string;
  email: string;
  state: SignedIn;
}

/** Registers a new user by API, like the sign-up page, who has dismissed the welcome. */
export async function newMember(browser: Browser, web = inject('web')): Promise<Member> {
  const context = await browser.newContext();
  const { id, fullName, userName, email } = await register(context, web);
  const state = await context.storageState();
  await context.close();
  return { id, fullName, userName, email, state };
}

/** Pages for the tests of a `describe`. */
export interface Visits {
  readonly browser: Browser;
  readonly member: Member;
  /** Opens a blank page of the member. */
  memberPage(options?: PageOptions): Promise<Page>;
  /** Opens a page of a visitor without an account. */
  visitorPage(options?: PageOptions): Promise<Page>;
}

/**
 * Call in the body of a `describe`. Provides a browser and a new signed-in user. The pages use a fake clock, which
 * runs until `stopClock`, and are closed after each test.
 */
export function visiting(): Visits {
  const open: WatchedPage[] = [];
  let browser: Browser | undefined;
  let member: Member | undefined;
  const begun = <T>(what: T | undefined): T => {
    if (what === undefined) throw new Error('Visits begin with the first test');
    return what;
  };
  const visit = async (options: PageOptions): Promise<WatchedPage> => {
    const watched = await openPage(visits.browser, options);
    open.push(watched);
    watched.page.setDefaultTimeout(30_000);
    await watched.page.clock.install();
    return watched;
  };
  const visits: Visits = {
    get browser() {
      return begun(browser);
    },
    get member() {
      return begun(member);
    },
    memberPage: async (options) => (await visit({ storageState: visits.member.state, ...options })).page,
    visitorPage: async (options = {}) => {
      const { page, context } = await visit(options);
      await context.addInitScript(() => {
        localStorage.setItem('visitor-mode', 'on');
        localStorage.setItem('welcome', 'ended');
      });
      return page;
    },
  };
  beforeAll(async () => {
    browser = await launch();
    member = await newMember(browser);
  });
  afterEach(async () => {
    for (const watched of open.splice(0)) await watched.close();
  });
  afterAll(() => closePages(browser));
  return visits;
}

/** Opens the home feed and waits for its first card. */
export async function openFeed(page: Page, url = '/home'): Promise<void> {
  await page.goto(`${inject('web')}${url}`);
  await feedIsOpen(page);
}

/**
 * Stops the page's clock one second from now. After that only `page.clock.runFor` advances it, by exactly that many
 * milliseconds. Retries if a slow machine takes longer than the second.
 */
export async function stopClock(page: Page): Promise<void> {
  for (;;) {
    try {
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
      return;
    } catch (error) {
      if (!/to the past/.test(String(error))) throw error;
    }
  }
}

/** Measures a stopped clock from now. @returns a function that advances it to this many milliseconds after now */
export async function clockFromNow(page: Page): Promise<(milliseconds: number) => Promise<void>> {
  const start = await page.evaluate(() => Date.now());
  return async (milliseconds) => {
    const passed = (await page.evaluate(() => Date.now())) - start;
    if (passed > milliseconds) throw new Error(`${passed} ms have passed, more than ${milliseconds}`);
    await page.clock.runFor(milliseconds - passed);
  };
}

/** Waits until a dialog or menu handles keys, which it does once it has the focus. */
export const takesKeys = (layer: Locator): Promise<void> =>
  expect.poll(() => layer.evaluate((element) => element.contains(document.activeElement))).toBe(true);

/** Waits until slides can be moved: they are in position and no animation is running. */
export const takesSwipes = (slides: Locator): Promise<void> =>
  expect
    .poll(() =>
      slides
        .locator(':has(> [aria-roledescription=slide])')
        .first()
        .evaluate((track: HTMLElement) => {
          const left = (element: Element | null) => element?.getBoundingClientRect().left ?? Number.NaN;
          const current = track.querySelector(':scope > :not([inert])');
          return track.style.transform !== '' && Math.abs(left(current) - left(track.parentElement)) < 1;
        }),
    )
    .toBe(true);

/**
 * Advances a stopped clock in steps of this many milliseconds until an element appears, since answers pass through
 * the page's timers.
 */
export async function runUntil(page: Page, shown: Locator, step = 1): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    if (await shown.isVisible()) return;
    await page.clock.runFor(step);
    // fetches take real time, which the page's clock does not control, and more of it on a slow machine
    await page.waitForTimeout(5 + turn / 10);
  }
  throw new Error(`Not shown after ${TURNS_MAX * step} ms: ${shown.toString()}`);
}

/** The card with this title. */
export const cardOf = (page: Page, title: string): Locator =>
  page.locator('[role=feed]').getByRole('article', { name: title, exact: true });

/** Titles of the cards in the document, in order. */
export const titlesOf = (page: Page): Promise<string[]> => cards(page).getByRole('heading').allTextContents();

/** The current size of the header. */
export const headerSizeOf = (page: Page): Promise<string | null> =>
  page.locator('header[data-size]').getAttribute('data-size');

/**
 * Scrolls the window and waits for its scroll event, which fires with a frame even if the page's clock is stopped.
 */
export const scrollWindow = (page: Page, y: number): Promise<void> =>
  page.evaluate(
    (top) =>
      new Promise<void>((resolve) => {
        const before = window.scrollY;
        window.addEventListener('scroll', () => resolve(), { once: true });
        window.scrollTo(0, top);
        // no event for a page that is there already, or too short
        if (window.scrollY === before) resolve();
      }),
    y,
  );

/**
 * Scrolls with a stopped clock and lets the header read the position. A larger `milliseconds` makes the scroll
 * slower.
 */
export async function scrollTo(page: Page, y: number, milliseconds = 1000): Promise<void> {
  await page.clock.runFor(milliseconds);
  await scrollWindow(page, y);
  await page.clock.runFor(16);
}

/**
 * Clicks an element on the screen without scrolling. A locator's own `click` may scroll first, under a sticky
 * header to the top, which would change the position being tested.
 */
export async function tapInPlace(target: Locator): Promise<void> {
  await target.waitFor();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`Nothing to press: ${target.toString()}`);
  await target.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Waits until all intersection observers have been notified, which happens with a frame of the browser. */
export const sightSettled = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        // notified after all earlier observers
        new IntersectionObserver((_entries, observer) => {
          observer.disconnect();
          resolve();
        }).observe(document.body);
      }),
  );

/** Resizes the window and waits until the page has reacted: media queries notify it with the next frame. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await sightSettled(page);
  await sightSettled(page);
}

/** Waits until the page no longer shifts, as measured card heights replace estimates. */
export async function atRest(page: Page): Promise<void> {
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  await expect
    .poll(async () => {
      const first = await scrolled();
      await sightSettled(page);
      await sightSettled(page);
      return (await scrolled()) - first;
    })
    .toBe(0);
}
