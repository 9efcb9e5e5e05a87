import type { Media } from '@social-feed/contracts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import {
  AUTHOR,
  commentPage,
  fake,
  fakeComment,
  fakePost,
  FEED,
  feedOf,
  feedPage,
  gated,
  idOf,
  reactionState,
} from './support/fake-feed.js';
import { atRest, cardOf, openFeed, PHONE, scrollWindow, visiting } from './support/visits.js';

const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** A picture that needs no server. */
const picture = (number: number, width: number, height: number): Media => ({
  url: `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'/%3E#${number}`,
  kind: 'image',
  alt: `Picture ${number}`,
  width,
  height,
  placeholder: '#335577',
});

describe.skipIf(chromiumPath === undefined)('the back-to-top button', () => {
  const visits = visiting();
  const opened = async (options: typeof PHONE | typeof DESKTOP): Promise<Page> => {
    const page = await visits.memberPage(options);
    await fake(page, FEED, feedPage(1, 20));
    await openFeed(page);
    return page;
  };
  const offered = 'button[aria-label="Scroll to top"]:not([inert])';

  it('covers neither post controls nor navigation', async () => {
    const page = await opened(DESKTOP);
    await scrollWindow(page, 900);
    await atRest(page);
    const button = page.locator(offered);
    await button.waitFor();
    const box = (await button.boundingBox())!;
    const others = await page
      .locator('a, button:not([inert])')
      .evaluateAll((nodes) =>
        nodes
          .filter((node) => node.getAttribute('aria-label') !== 'Scroll to top')
          .map((node) => node.getBoundingClientRect().toJSON() as DOMRect),
      );
    const covered = others.filter(
      ({ left, right, top, bottom }) =>
        left < box.x + box.width && right > box.x && top < box.y + box.height && bottom > box.y,
    );
    expect(covered).toEqual([]);
    await button.click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });

  it('exists on phones too', async () => {
    const page = await opened(PHONE);
    await scrollWindow(page, 900);
    await page.locator(offered).click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });
});

describe.skipIf(chromiumPath === undefined)('a folded text', () => {
  const visits = visiting();

  it('ends with text, not with a blank line', async () => {
    const page = await visits.memberPage(PHONE);
    const description = 'One.\n\nTwo.\n\nThree.\n\nFour.\n\nFive.\n\nSix.\n\nSeven.';
    await fake(page, FEED, feedOf([fakePost(1, { description })]));
    await openFeed(page);
    const card = cardOf(page, 'Post 1');
    await card.getByRole('button', { name: 'Show more' }).waitFor();
    const text = card.locator('p', { hasText: 'One.' });
    /** Distance from the last line of words to the end of the folded text, in lines. */
    const gap = await text.evaluate((node) => {
      const end = node.getBoundingClientRect().bottom;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width, bottom }) => width > 0 && bottom <= end + 1);
      return (
        (end - Math.max(...lines.map(({ bottom }) => bottom))) / parseFloat(getComputedStyle(node).lineHeight)
      );
    });
    expect(gap).toBeLessThan(0.5);
    await card.getByRole('button', { name: 'Show more' }).click();
    await card.getByText('Seven.').waitFor();
  });

  it('shows a line that the fold alone would hide', async () => {
    const page = await visits.memberPage(PHONE);
    const lines = (count: number) => Array.from({ length: count }, (_none, line) => `Line ${line + 1}.`);
    const posts = [5, 6, 7].map((count) => fakePost(count, { description: lines(count).join('\n') }));
    await fake(page, FEED, feedOf(posts));
    await openFeed(page);
    const linesOf = (count: number) =>
      cardOf(page, `Post ${count}`)
        .locator('p', { hasText: 'Line 1.' })
        .evaluate((text) => text.clientHeight / parseFloat(getComputedStyle(text).lineHeight));
    const more = (count: number) => cardOf(page, `Post ${count}`).getByRole('button', { name: 'Show more' });
    await more(7).waitFor();
    await expect
      .poll(async () => [await linesOf(5), await linesOf(6), await linesOf(7)].map(Math.round))
      .toEqual([5, 6, 5]);
    expect(await Promise.all([5, 6, 7].map((count) => more(count).count()))).toEqual([0, 0, 1]);
  });
});

describe.skipIf(chromiumPath === undefined)('a card', () => {
  const web = inject('web');
  const visits = visiting();

  it('handles clicks: twice on Like as once, on Save, at the end of its comments, on its text', async () => {
    const page = await visits.memberPage(DESKTOP);
    const post = fakePost(1, { commentsCount: 2 });
    await fake(page, FEED, feedOf([post]));
    await fake(page, `/posts/${idOf(1)}`, { success: true, data: post });
    await fake(page, `/comments/post/${idOf(1)}`, commentPage([fakeComment(1), fakeComment(2)]));
    const liked = gated(reactionState({ likes: 4 }, { liked: true }));
    const likes = await fake(page, `/post-interactions/${idOf(1)}/like`, liked.answer);
    await fake(
      page,
      `/posts/${idOf(1)}/bookmark`,
      reactionState({ saves: 1 }, { saved: true }, { isBookmarked: true }),
    );
    await openFeed(page);
    const card = cardOf(page, 'Post 1');
    await card.getByRole('button', { name: 'Like, 3' }).dblclick();
    const like = card.getByRole('button', { name: 'Like, 4' });
    await like.waitFor();
    // a separate second click is rejected with the specified message
    await like.click();
    await page.getByText('Please wait for previous action to complete.').waitFor();
    await page.keyboard.press('Escape');
    liked.open();
    expect(likes).toHaveLength(1);
    await card.getByRole('button', { name: 'Save, 0' }).click();
    const saved = card.getByRole('button', { name: 'Save, 1' });
    await saved.waitFor();
    expect(await saved.getAttribute('aria-pressed')).toBe('true');

    const toggle = card.getByRole('button', { name: 'Comment, 2' });
    await toggle.click();
    await card.getByRole('button', { name: 'Close comments' }).click();
    await card.getByText('Comment 1', { exact: true }).waitFor({ state: 'detached' });
    await expect.poll(() => toggle.evaluate((node) => node === document.activeElement)).toBe(true);

    // selecting words does not open the post
    const text = card.getByText('The harbour before anyone is awake.');
    const { x, y } = (await text.boundingBox())!;
    await page.mouse.move(x + 4, y + 8);
    await page.mouse.down();
    await page.mouse.move(x + 90, y + 8, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString())).not.toBe('');
    expect(page.url()).toBe(`${web}/home`);
    await text.click();
    await page.waitForURL(`${web}/p/${idOf(1)}`);
  });

  it('limits tall pictures to 70 % of the window, shows them whole, and shows ALT once', async () => {
    const media = [picture(1, 600, 1200), picture(2, 1200, 600)];
    const post = fakePost(1, { media });
    const page = await visits.memberPage({ viewport: { width: 812, height: 375 } });
    await fake(page, FEED, feedOf([post]));
    await fake(page, `/posts/${idOf(1)}`, { success: true, data: post });
    await openFeed(page);
    await expect.poll(() => page.getByText('ALT', { exact: true }).count()).toBe(1);
    await page.goto(`${web}/p/${idOf(1)}`);
    const shown = page.getByRole('img', { name: 'Picture 1' });
    // the loaded carousel replaces its first picture
    await page.getByRole('button', { name: 'Next' }).waitFor();
    await expect.poll(async () => (await shown.boundingBox())?.height).toBeLessThanOrEqual(0.7 * 375 + 1);
    expect(await shown.evaluate((node) => getComputedStyle(node).objectFit)).toBe('contain');
  });

  it('aligns its actions regardless of counts, and shows its options in a bottom sheet on phones', async () => {
    const page = await visits.memberPage(PHONE);
    const many = { likes: 999, dislikes: 120, shares: 45, saves: 8 };
    await fake(
      page,
      FEED,
      feedOf([fakePost(1), fakePost(2, { reactions: many, likes: 999, commentsCount: 512 })]),
    );
    await openFeed(page);
    const placesOf = (title: string) =>
      cardOf(page, title)
        .getByRole('group', { name: 'Actions' })
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().x)));
    await cardOf(page, 'Post 2').getByRole('button', { name: 'Like, 999' }).waitFor();
    const places = await placesOf('Post 1');
    expect(places).toHaveLength(5);
    const others = await placesOf('Post 2');
    expect(others).toHaveLength(5);
    others.forEach((x, index) => expect(Math.abs(x - places[index]!)).toBeLessThan(8));

    await cardOf(page, 'Post 1').getByRole('button', { name: 'Post options' }).click();
    const menu = page.getByRole('menu');
    const edges = async () => {
      const { x, y, width, height } = (await menu.boundingBox())!;
      return [x, Math.round(y + height), width];
    };
    await expect.poll(edges).toEqual([0, 844, 390]);
    // a click outside closes it without pressing anything
    await page.mouse.click(195, 100);
    await menu.waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${web}/home`);
  });
});

describe.skipIf(chromiumPath === undefined)('the frame', () => {
  const web = inject('web');
  const visits = visiting();

  it('stays in place between pages, next to users and tags of the last posts read', async () => {
    const page = await visits.memberPage(DESKTOP);
    await fake(page, FEED, feedOf([fakePost(1, { tags: ['harbour'] }), fakePost(2, { tags: ['harbour'] })]));
    await openFeed(page);
    const column = page.getByRole('complementary');
    await column
      .getByRole('region', { name: 'People' })
      .getByRole('link', { name: /Nilay Demir/ })
      .waitFor();
    await column.getByRole('link', { name: '#harbour', exact: true }).waitFor();
    const placeOf = async () => (await page.getByRole('navigation', { name: 'Main' }).boundingBox())!.x;
    const home = await placeOf();
    await page.goto(`${web}/i/twitty`);
    await page.getByRole('heading', { name: 'Chat-bot' }).waitFor();
    expect(await placeOf()).toBe(home);
    await column.getByRole('button', { name: 'Tell a Joke' }).waitFor();
  });

  it.each([820, 1440])('ends the composer at the edge of its column at %i pixels', async (width) => {
    const page = await visits.memberPage({ viewport: { width, height: 900 } });
    await page.goto(`${inject('web')}/createpost`);
    await page.getByRole('button', { name: 'Post', exact: true }).waitFor();
    const main = page.getByRole('main');
    const form = main.getByRole('form', { name: 'Create Post' });
    const head = main.locator('header').filter({ has: page.locator('h1') });
    const endOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().right);
    await expect.poll(async () => (await endOf(form)) - (await endOf(head))).toBe(0);
  });

  it('gives the composer the whole screen on phones, with the cursor in the text [B16-1]', async () => {
    const page = await visits.memberPage(PHONE);
    await page.goto(`${web}/about`);
    await page.getByRole('link', { name: 'Create' }).click();
    const text = page.getByLabel('What is on your mind?');
    await expect.poll(() => text.evaluate((node) => node === document.activeElement)).toBe(true);
    await text.fill('A line.\n'.repeat(60));
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    const post = page.getByRole('button', { name: 'Post', exact: true });
    const icons = page.getByRole('group', { name: 'Add to the post' });
    const edges = async () => [
      await post.evaluate((node) => node.closest('.sticky')!.getBoundingClientRect().top),
      await icons.evaluate((node) => innerHeight - node.getBoundingClientRect().bottom),
    ];
    await page.evaluate(() => scrollTo(0, 200));
    await expect.poll(edges).toEqual([0, 0]);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(`${web}/about`);
  });
});

describe.skipIf(chromiumPath === undefined)('a right-to-left name', () => {
  const web = inject('web');
  const visits = visiting();

  it('starts at the same edge as its handle, in lists of likers and of people found', async () => {
    const page = await visits.memberPage(DESKTOP);
    const fullName = 'مريم الزهراني';
    for (const call of [`/posts/${idOf(1)}/likes`, '/search/people'])
      await fake(page, call, {
        success: true,
        data: [{ ...AUTHOR, userName: 'maryam_z', fullName, createdAt: '2026-01-02T03:04:05.000Z' }],
        nextCursor: null,
        pagination: { currentPage: 1, hasNext: false },
      });
    await fake(page, `/posts/${idOf(1)}`, { success: true, data: fakePost(1, { likes: 1 }) });
    await fake(page, `/comments/post/${idOf(1)}`, commentPage([]));
    for (const path of [`/p/${idOf(1)}`, '/search?q=ma&in=people']) {
      await page.goto(`${web}${path}`);
      const isPost = path.startsWith('/p/');
      if (isPost) await page.getByRole('button', { name: 'Who liked this' }).click();
      const shown = page.getByRole(isPost ? 'dialog' : 'main').getByText(fullName, { exact: true });
      await shown.waitFor();
      const name = (await shown.boundingBox())!;
      const row = await shown.evaluate((node) => node.parentElement!.getBoundingClientRect().width);
      const handle = (await page.getByText('@maryam_z', { exact: true }).boundingBox())!;
      expect({ path, x: name.x }).toEqual({ path, x: handle.x });
      expect(name.width).toBeLessThan(row);
    }
  });
});
