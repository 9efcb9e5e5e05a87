import type { Locator, Page, Request } from 'playwright-core';
import { inject } from 'vitest';
import { fake, fakePost, FEED, feedOf, idOf, type Answer } from './fake-feed.js';
import { cardOf, openFeed, type Visits } from './visits.js';

/** Path of the comments of post 1. */
const LIST = `/comments/post/${idOf(1)}`;

export const panel = (page: Page): Locator => page.getByRole('region', { name: 'Comments' });
export const field = (page: Page): Locator => page.getByPlaceholder('Write a comment...');
/** The button that submits the comment. */
export const post = (page: Page): Locator => page.getByRole('button', { name: /^Post(ing\.\.\.)?$/ });
export const says = (page: Page, text: string | RegExp): Locator =>
  panel(page).getByText(text, { exact: true });

interface Opened {
  page: Page;
  /** Requests for the list, in order. */
  calls: Request[];
}

/** Opens the comment panel of a post in the feed. `answers` are the answers for the list. */
export async function openedPanel(visits: Visits, ...answers: Answer[]): Promise<Opened> {
  const page = await visits.memberPage();
  await fake(page, FEED, feedOf([fakePost(1, { commentsCount: 2 }), fakePost(2)]));
  const calls = await fake(page, LIST, ...answers);
  await openFeed(page);
  await cardOf(page, 'Post 1')
    .getByRole('button', { name: /^Comment, / })
    .click();
  return { page, calls };
}

/** Opens a post page. `answers` are the answers for its list of comments. */
export async function openedPage(visits: Visits, ...answers: Answer[]): Promise<Opened> {
  const page = await visits.memberPage();
  await fake(page, `/posts/${idOf(1)}`, { success: true, data: fakePost(1, { commentsCount: 2 }) });
  const status = { liked: false, disliked: false, saved: false, viewed: true };
  await fake(page, `/post-interactions/${idOf(1)}/status`, { success: true, data: status });
  const calls = await fake(page, LIST, ...answers);
  await page.goto(`${inject('web')}/p/${idOf(1)}`);
  return { page, calls };
}
