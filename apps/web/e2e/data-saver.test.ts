import type { Media } from '@social-feed/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { chromiumPath } from './support/chromium.js';
import {
  commentPage,
  fake,
  fakeComment,
  fakePost,
  FEED,
  feedOf,
  idOf,
  reactionState,
} from './support/fake-feed.js';
import { cardOf, openFeed, sightSettled, takesSwipes, visiting } from './support/visits.js';

const PHONE = { viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference' } as const;
const PIXEL = "<svg xmlns='http://www.w3.org/2000/svg' width='80' height='60'/>";

describe.skipIf(chromiumPath === undefined)('data saving and hidden counts', () => {
  const web = inject('web');
  const visits = visiting();

  const folder = (letter: string) => `${web}/media/${letter.repeat(32)}`;
  const uploaded = (letter: string, fields: Partial<Media> = {}): Media => ({
    url: `${folder(letter)}/1280.webp`,
    kind: 'image',
    alt: `Picture ${letter}`,
    width: 1280,
    height: 960,
    placeholder: '#335577',
    ...fields,
  });
  const clip = uploaded('d', {
    url: `${folder('d')}/clip.mp4`,
    kind: 'video',
    poster: `${folder('d')}/poster.webp`,
  });

  /** Opens home with three pictures and a clip. Returns the media requests. */
  const openMedia = async (begin: (page: Page) => Promise<unknown>) => {
    const page = await visits.memberPage({ ...PHONE, warmUp: true });
    const asked: string[] = [];
    await page.route(`${web}/media/**`, async (route) => {
      asked.push(new URL(route.request().url()).pathname.replace(/^\/media\/(\w)\w*/, '$1'));
      await route.fulfill({ contentType: 'image/svg+xml', body: PIXEL });
    });
    const parts: string[] = [];
    page.on('request', (request) => parts.push(request.url()));
    const pictures = ['a', 'b', 'c'].map((letter) => uploaded(letter));
    const posts = [fakePost(1, { media: pictures }), fakePost(2, { media: [clip] })];
    await fake(page, FEED, feedOf(posts));
    await fake(page, `/posts/${idOf(1)}`, { success: true, data: posts[0] });
    await begin(page);
    await openFeed(page);
    await cardOf(page, 'Post 2').locator('video').scrollIntoViewIfNeeded();
    await sightSettled(page);
    await cardOf(page, 'Post 1').scrollIntoViewIfNeeded();
    const carousel = page.getByRole('group', { name: 'Media' });
    await takesSwipes(carousel);
    return { page, asked, parts, carousel };
  };
  const warmed = (parts: string[]) => parts.some((url) => /\/open-post-options-[\w-]+\.js$/.test(url));

  it('loads pictures at their displayed width and posters by default', async () => {
    const { asked, parts } = await openMedia(() => Promise.resolve());
    await expect.poll(() => asked).toContain('a/640.webp');
    await expect.poll(() => asked).toContain('d/poster.webp');
    await expect.poll(() => warmed(parts)).toBe(true);
  });

  it('loads small pictures one at a time, and no clip until requested, in data saver mode [B7-2]', async () => {
    const { page, asked, parts, carousel } = await openMedia((opened) =>
      opened.addInitScript(() => {
        localStorage.setItem('dataSaver', 'on');
        localStorage.setItem('autoplay', 'on');
      }),
    );
    await expect.poll(() => asked).toEqual(['a/320.webp']);
    await carousel.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => asked).toEqual(['a/320.webp', 'b/320.webp']);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(warmed(parts)).toBe(false);

    const video = cardOf(page, 'Post 2').locator('video');
    expect(await video.evaluate((node) => (node as HTMLVideoElement).paused)).toBe(true);
    await page.getByRole('button', { name: /^Play video/ }).click();
    await expect.poll(() => asked.at(-1)).toBe('d/clip.mp4');

    await page.getByRole('link', { name: 'Open picture: Picture b' }).click();
    await page.getByRole('dialog', { name: 'Media viewer' }).waitFor();
    await expect.poll(() => asked.at(-1)).toBe('b/640.webp');
    await sightSettled(page);
    expect(asked.filter((path) => path.startsWith('c'))).toEqual([]);
  });

  it('hides counts from view and screen readers, and reactions still work [B7-6]', async () => {
    const page = await visits.memberPage({ colorScheme: 'light' });
    const post = fakePost(1, {
      commentsCount: 2,
      reactions: { likes: 31, dislikes: 32, shares: 33, saves: 34 },
    });
    const comments = [fakeComment(1, { reactions: { likes: 35 }, repliesCount: 1 })];
    await fake(page, FEED, feedOf([post]));
    await fake(page, `/posts/${post._id}`, { success: true, data: post });
    await fake(page, /\/comments\//, commentPage(comments, 2));
    await fake(page, /\/like$/, reactionState({ likes: 32 }, { liked: true }));
    await page.goto(`${web}/settings/appearance`);
    await page.getByRole('checkbox', { name: /^Hide numbers/ }).check();
    await openFeed(page);
    const actions = cardOf(page, 'Post 1').getByRole('group', { name: 'Actions' });
    await actions.getByRole('button', { name: 'Like', exact: true }).click();
    const liked = actions.getByRole('button', { name: 'Like', exact: true, pressed: true });
    await liked.waitFor();
    await actions.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('heading', { name: 'Comments', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show replies' }).waitFor();
    expect(await actions.innerText()).toBe('');
    expect(await actions.getByRole('button', { name: /\d/ }).count()).toBe(0);
    await expectAccessible(page, 'feed without counts');
    await page.goto(`${web}/p/${post._id}`);
    await page.getByRole('button', { name: 'Like comment', exact: true }).waitFor();
    expect(await page.locator('article').innerText()).not.toMatch(/\b3[1-5]\b/);
    await expectAccessible(page, 'post without counts');
  });
});
