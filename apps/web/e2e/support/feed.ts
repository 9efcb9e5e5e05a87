import type { Locator, Page } from 'playwright-core';
import { reportOf } from './page-report.js';

/** Pixels per turn of the wheel: less than a screen, so that no card is skipped. */
const WHEEL = 500;
const TURNS_MAX = 600;

export const cards = (page: Page): Locator => page.locator('[role=feed] article[aria-posinset]');

/** The places of the dots of a carousel that are lit, from 0. */
export const litDots = (media: Locator): Promise<number[]> =>
  media
    .locator('[data-dots] > *')
    .evaluateAll((dots) =>
      dots.flatMap((dot, place) => (Number(getComputedStyle(dot).opacity) === 1 ? [place] : [])),
    );

/** Waits for the first posts. On failure the error describes what the page shows instead. */
export async function feedIsOpen(page: Page): Promise<void> {
  try {
    await cards(page).first().waitFor();
  } catch (error) {
    throw new Error(`The feed did not appear.\n${await reportOf(page)}`, { cause: error });
  }
}

/** Scrolls like a user until this many posts have been seen. @returns their ids by list position */
export async function scrollThrough(page: Page, wanted: number): Promise<Map<number, string>> {
  const seen = new Map<number, string>();
  for (let turn = 0; turn < TURNS_MAX && seen.size < wanted; turn += 1) {
    const drawn = await cards(page).evaluateAll((articles) =>
      articles.map((article) => [
        Number(article.getAttribute('aria-posinset')),
        article.getAttribute('data-post-id') ?? '',
      ]),
    );
    for (const [place, id] of drawn as [number, string][]) seen.set(place, id);
    await page.mouse.wheel(0, WHEEL);
    await page.waitForTimeout(60);
  }
  return seen;
}

/** Returns the card nearest to the middle of the screen. */
export async function cardInView(page: Page): Promise<{ card: Locator; postId: string }> {
  const postId = await page.evaluate(() => {
    const middle = window.innerHeight / 2;
    const distance = (article: Element) => {
      const { top, bottom } = article.getBoundingClientRect();
      return Math.abs((top + bottom) / 2 - middle);
    };
    const articles = [...document.querySelectorAll('[role=feed] article[data-post-id]')];
    const nearest = articles.toSorted((a, b) => distance(a) - distance(b))[0];
    return nearest?.getAttribute('data-post-id') ?? '';
  });
  return { card: page.locator(`article[data-post-id="${postId}"]`), postId };
}

/** Returns the distance from the top of the screen to the card, in pixels. */
export const topOf = (card: Locator): Promise<number> =>
  card.evaluate((article) => article.getBoundingClientRect().top);

/** Scroll position of the page and position of a card, in pixels. */
interface Place {
  scrollY: number;
  top: number;
}

/** Records the card's position when it is clicked, after the browser has scrolled it into view. */
export const rememberPlaceOfClick = (page: Page, postId: string): Promise<void> =>
  page.evaluate((id) => {
    const note = () => {
      const top = document.querySelector(`article[data-post-id="${id}"]`)?.getBoundingClientRect().top;
      Object.assign(window, { __left: { scrollY: window.scrollY, top: top ?? Number.NaN } });
    };
    document.addEventListener('click', note, { capture: true, once: true });
  }, postId);

/** Returns the position recorded by `rememberPlaceOfClick`. */
export const placeOfClick = (page: Page): Promise<Place> =>
  page.evaluate(() => (window as unknown as { __left: Place }).__left);
