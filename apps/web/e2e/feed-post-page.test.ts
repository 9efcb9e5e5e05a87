import type { Post } from '@social-feed/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import {
  commentPage,
  fake,
  fakePost,
  FEED,
  feedOf,
  gated,
  idOf,
  reactionState,
  type Answer,
} from './support/fake-feed.js';
import { litDots } from './support/feed.js';
import { openFeed, takesSwipes, visiting } from './support/visits.js';

const STATUS = { liked: false, disliked: false, saved: false, viewed: true };
const PHONE = { viewport: { width: 768, height: 900 } };
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const slide = (page: Page) => page.getByText(/^\d \/ \d$/);

/** A picture that needs no server. */
const picture = (number: number) => ({
  url: `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='80' height='60'/%3E#${number}`,
  kind: 'image' as const,
  alt: `Picture ${number}`,
  width: 800,
  height: 600,
  placeholder: '#335577',
});
const clip = { ...picture(99), url: 'data:video/mp4;base64,AAAA', kind: 'video' as const, alt: 'A clip' };

describe.skipIf(chromiumPath === undefined)('the post page', () => {
  const web = inject('web');
  const visits = visiting();

  const opened = async (answers: Answer[], options = {}) => {
    const page = await visits.memberPage(options);
    const calls = await fake(page, `/posts/${idOf(1)}`, ...answers);
    await fake(page, `/post-interactions/${idOf(1)}/status`, { success: true, data: STATUS });
    await fake(page, `/comments/post/${idOf(1)}`, commentPage([]));
    await page.goto(`${web}/p/${idOf(1)}`);
    return { page, calls };
  };
  const found = (fields: Partial<Post> = {}) => ({ success: true, data: fakePost(1, fields) });

  it('shows a spinner, then post, reactions and comments [F2-5 F2-61 F2-62 F2-65 F2-67]', async () => {
    const held = gated(
      found({
        reactions: { likes: 3, dislikes: 1, shares: 4, saves: 5 },
        media: [picture(1), clip, picture(2)],
        tags: ['harbour'],
        location: 'Old harbour',
      }),
    );
    const { page } = await opened([held.answer]);
    await page.getByText('Loading post').waitFor({ state: 'attached' });
    held.open();
    await heading(page, 'Post 1').waitFor();
    const actions = page.getByRole('group', { name: 'Actions' });
    const labels = () =>
      actions
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
    await expect.poll(labels).toEqual(['Like, 3', 'Dislike, 1', 'Comment, 0', 'Share, 4', 'Save, 5']);
    await page.getByRole('group', { name: 'Media' }).waitFor();
    await expect.poll(() => slide(page).textContent()).toBe('1 / 3');
    await expect
      .poll(() =>
        page
          .getByRole('group', { name: /^\d of 3/ })
          .evaluateAll((slides) => slides.map((one) => one.getAttribute('aria-label'))),
      )
      .toEqual(['1 of 3: Picture 1', '2 of 3: Picture 2', '3 of 3: A clip']);
    await page.getByRole('button', { name: 'Post options' }).waitFor();
    await page.getByText('No comments yet').waitFor();
    await actions.getByRole('button', { name: /^Comment, / }).click();
    await expect.poll(() => page.getByRole('region', { name: 'Comments' }).count()).toBe(0);
    await fake(
      page,
      `/posts/${idOf(1)}/bookmark`,
      reactionState({ saves: 6 }, { saved: true }, { isBookmarked: true }),
    );
    await actions.getByRole('button', { name: 'Save, 5' }).click();
    const saved = actions.getByRole('button', { name: 'Save, 6' });
    await expect.poll(() => saved.getAttribute('aria-pressed')).toBe('true');
    const place = page.getByRole('link', { name: 'Old harbour' });
    expect(await place.getAttribute('href')).toMatch(/^https:\/\/\S+search\S+Old%20harbour$/);
    await page.getByRole('link', { name: '#harbour' }).click();
    await page.waitForURL(`${web}/search?q=harbour`);
  });

  it('closes with its X to the previous page, or to / [F2-69 A2.1-28]', async () => {
    const { page } = await opened([found()]);
    await fake(page, FEED, feedOf([fakePost(1)]));
    const close = async () => {
      await heading(page, 'Post 1').waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
    };
    // without a referrer it goes to /, the feed
    await close();
    await page.waitForURL(`${web}/home`);
    await page.goto(`${web}/about`);
    await page.evaluate((href) => window.location.assign(href), `/p/${idOf(1)}`);
    await page.waitForURL(`${web}/p/${idOf(1)}`);
    await close();
    await page.waitForURL(`${web}/about`);
    await openFeed(page);
    await page.getByRole('article').getByRole('link', { name: 'Post 1' }).click();
    await page.waitForURL(`${web}/p/${idOf(1)}`);
    await close();
    await page.waitForURL(`${web}/home`);
  });

  it('moves the carousel by arrows and keys, with a counter and dots [F2-45]', async () => {
    const { page } = await opened([found({ media: [picture(1), picture(2), picture(3)] })]);
    await takesSwipes(page.getByRole('group', { name: 'Media' }));
    const shows = (text: string) => expect.poll(() => slide(page).textContent()).toBe(text);
    const previous = page.getByRole('button', { name: /previous/i });
    const next = page.getByRole('button', { name: /next/i });
    await expect.poll(() => previous.isDisabled()).toBe(true);
    await next.click();
    await shows('2 / 3');
    await expect.poll(() => litDots(page.locator('main'))).toEqual([1]);
    await next.click();
    await shows('3 / 3');
    await expect.poll(() => litDots(page.locator('main'))).toEqual([2]);
    await expect.poll(() => next.isDisabled()).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await shows('2 / 3');
    await previous.click();
    await shows('1 / 3');
  });

  it('shows a grid in the feed at 769 px and a carousel at 768 px [F2-46 F9-33]', async () => {
    const page = await visits.memberPage({ viewport: { ...PHONE.viewport, width: 769 } });
    await fake(page, FEED, feedOf([fakePost(1, { media: [1, 2, 3, 4, 5, 6].map(picture) })]));
    await openFeed(page);
    const additional = page.getByRole('button', { name: 'Additional Media (2)' });
    const pictures = page.locator('[role=feed] article a[href*="/photo/"]');
    await expect.poll(() => pictures.count()).toBe(4);
    expect(await slide(page).count()).toBe(0);
    await additional.click();
    await expect.poll(() => pictures.count()).toBe(6);
    await additional.click();
    await expect.poll(() => pictures.count()).toBe(4);
    await page.setViewportSize(PHONE.viewport);
    await expect.poll(() => slide(page).textContent()).toBe('1 / 6');
    expect(await additional.count()).toBe(0);
  });

  it('shows one to four items in a grid [F2-48]', async () => {
    const page = await visits.memberPage();
    const posts = [1, 2, 3, 4].map((count) =>
      fakePost(count, { media: [1, 2, 3, 4].slice(0, count).map((number) => picture(count * 10 + number)) }),
    );
    await fake(page, FEED, feedOf(posts));
    await openFeed(page);
    for (const count of [1, 2, 3, 4]) {
      const card = page.getByRole('article', { name: `Post ${count}`, exact: true });
      await card.scrollIntoViewIfNeeded();
      const pictures = card.locator('a[href*="/photo/"]');
      await expect.poll(() => pictures.count()).toBe(count);
      const boxes = await pictures.evaluateAll((links) =>
        links.map((link) => {
          const { width, height } = link.getBoundingClientRect();
          return { width: Math.round(width), height: Math.round(height) };
        }),
      );
      expect(boxes).toHaveLength(count);
      for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThan(80);
      const [first, second, third] = boxes;
      if (count === 2) expect(first).toEqual(second);
      if (count === 3) expect(first!.height).toBeGreaterThan(third!.height * 1.8);
      if (count === 4) expect(new Set(boxes.map(({ width }) => width)).size).toBeLessThanOrEqual(2);
    }
  });
});
