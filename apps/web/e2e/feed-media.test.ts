import type { Media } from '@social-feed/contracts';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { AUTHOR, fake, fakePost, FEED, feedOf, idOf } from './support/fake-feed.js';
import { litDots } from './support/feed.js';
import {
  cardOf,
  openFeed,
  PHONE,
  resize,
  scrollWindow,
  sightSettled,
  stopClock,
  takesSwipes,
  visiting,
} from './support/visits.js';

const MOVING = { reducedMotion: 'no-preference' } as const;

/** A picture that needs no server. */
const picture = (number: number): Media => ({
  url: `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='80' height='60'/%3E#${number}`,
  kind: 'image',
  alt: `Picture ${number}`,
  width: 800,
  height: 600,
  placeholder: '#335577',
});
const counter = (page: Page) => page.getByText(/^\d \/ \d$/);
const showsSlide = (page: Page, text: string) => expect.poll(() => counter(page).textContent()).toBe(text);
const widthOf = (place: Locator) =>
  place.evaluate((element) => Math.round(element.getBoundingClientRect().width));

/** A finger that swipes right (or left) over the middle of an element, in steps. */
async function swipe(page: Page, over: Locator, by: number): Promise<void> {
  // a finger that stops a slide animation sends the slides to the nearest position
  await takesSwipes(over);
  const box = await over.boundingBox();
  if (box === null) throw new Error('Nothing to swipe');
  const session = await page.context().newCDPSession(page);
  const from = box.x + box.width / 2 - by / 2;
  const y = box.y + box.height / 2;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await send('touchStart', from);
  for (let step = 1; step <= 10; step += 1) await send('touchMove', from + (by * step) / 10);
  await send('touchEnd');
}

describe.skipIf(chromiumPath === undefined)('pictures and clips', () => {
  const web = inject('web');
  let clip: Media;
  const visits = visiting();

  beforeAll(async () => {
    const pageOf = async (page: number) => {
      const answer = await fetch(`${inject('api')}/posts?sortBy=likes&limit=50&page=${page}`);
      return ((await answer.json()) as { data: { media: Media[] }[] }).data;
    };
    const posts = (await Promise.all([1, 2, 3, 4].map(pageOf))).flat();
    const found = posts.flatMap(({ media }) => media).find(({ kind }) => kind === 'video');
    if (!found) throw new Error('The demo data has no clip');
    clip = found;
  });

  it('slide by swipe in a card, and a swipe is not a click [F2-47]', async () => {
    const page = await visits.memberPage(PHONE);
    await fake(page, FEED, feedOf([fakePost(1, { media: [1, 2, 3].map(picture) })]));
    await openFeed(page);
    const media = page.getByRole('group', { name: 'Media' });
    await showsSlide(page, '1 / 3');
    await swipe(page, media, -260);
    await showsSlide(page, '2 / 3');
    await swipe(page, media, -260);
    await showsSlide(page, '3 / 3');
    await swipe(page, media, 260);
    await showsSlide(page, '2 / 3');
    await expect.poll(() => litDots(media)).toEqual([1]);
    expect(page.url()).toBe(`${web}/home`);
  });

  it('keep white arrows and dots on their dark ground in contrast themes', async () => {
    const page = await visits.memberPage({ ...PHONE, colorScheme: 'light', forcedColors: 'active' });
    await fake(page, FEED, feedOf([fakePost(1, { media: [1, 2, 3].map(picture), tags: ['W'.repeat(30)] })]));
    await openFeed(page);
    const next = page.getByRole('button', { name: 'Next' });
    expect(await next.evaluate((arrow) => getComputedStyle(arrow).color)).toBe('rgb(255, 255, 255)');
    const dots = page.locator('[data-dots]');
    expect(await dots.evaluate((ground) => getComputedStyle(ground).backgroundColor)).toMatch(/0\.35\)$/);
    // the longest tag of the widest letter
    await resize(page, { width: 320, height: 700 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  it.each([
    { motion: 'glide', options: MOVING },
    { motion: 'jump under reduced motion', options: {} },
  ])('$motion from one to the next [F2-47]', async ({ motion, options }) => {
    const page = await visits.memberPage({ viewport: { width: 768, height: 900 }, ...options });
    await fake(page, FEED, feedOf([fakePost(1, { media: [1, 2, 3].map(picture) })]));
    await openFeed(page);
    const media = page.getByRole('group', { name: 'Media' });
    await takesSwipes(media);
    await stopClock(page);
    const track = media.locator(':has(> [aria-roledescription=slide])');
    const offset = () => track.evaluate((element) => -new DOMMatrix(getComputedStyle(element).transform).m41);
    await media.getByRole('button', { name: 'Next' }).click();
    await page.clock.runFor(100);
    await showsSlide(page, '2 / 3');
    await page.clock.runFor(34);
    const early = await offset();
    await page.clock.runFor(3000);
    const end = await offset();
    expect(end).toBeGreaterThan(300);
    if (motion === 'glide') expect(early).toBeLessThan(end - 1);
    else expect(early).toBe(end);
  });

  it('fill the screen at their own address: keys, swipe, counter, zoom, Esc', async () => {
    const page = await visits.memberPage(PHONE);
    const posts = [fakePost(1, { media: [picture(1), clip, picture(2)] })];
    await fake(page, FEED, feedOf(posts));
    await fake(page, `/posts/${idOf(1)}`, { success: true, data: posts[0] });
    await openFeed(page);
    const address = (number: number) => `${web}/${AUTHOR.userName}/status/${idOf(1)}/photo/${number}`;
    await page.getByRole('link', { name: 'Open picture: Picture 1' }).click();
    await page.waitForURL(address(1));
    const viewer = page.getByRole('dialog', { name: 'Media viewer' });
    const shows = async (number: number) => {
      await viewer.getByText(`${number} / 3`, { exact: true }).waitFor();
      await page.waitForURL(address(number));
    };
    await shows(1);
    await takesSwipes(viewer);
    await page.keyboard.press('ArrowRight');
    await shows(2);
    await page.keyboard.press('ArrowLeft');
    await shows(1);
    await swipe(page, viewer, -260);
    await shows(2);
    expect(await viewer.getByRole('group', { name: '2 of 3' }).locator('img').getAttribute('alt')).toBe(
      'Picture 2',
    );

    await page.keyboard.press('z');
    const shown = viewer.getByRole('img', { name: 'Picture 2' });
    await expect.poll(() => widthOf(shown)).toBe(975);
    await swipe(page, viewer, -260);
    await page.keyboard.press('-');
    await expect.poll(() => widthOf(shown)).toBe(390);
    await shows(2);

    await viewer.getByRole('button', { name: 'Next' }).click();
    // images come before videos, so the clip is last
    await shows(3);
    await viewer.getByRole('button', { name: /^Play video/ }).waitFor();
    await expect.poll(() => viewer.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.waitForURL(`${web}/home`);
    await cardOf(page, 'Post 1').waitFor();
  });

  it('stay within their list for any number in the address', async () => {
    const page = await visits.memberPage();
    const post = fakePost(1, { media: [picture(1), picture(2)] });
    await fake(page, `/posts/${idOf(1)}`, { success: true, data: post });
    for (const [number, shown] of [
      ['99', '2 / 2'],
      ['0', '1 / 2'],
    ]) {
      await page.goto(`${web}/${AUTHOR.userName}/status/${idOf(1)}/photo/${number}`);
      await showsSlide(page, shown!);
    }
  });

  /** The feed with a clip at the top and space below. `video` is its player. */
  const feedWithClip = async (autoplay: boolean, options = {}) => {
    const page = await visits.memberPage(options);
    if (autoplay) await page.addInitScript(() => localStorage.setItem('autoplay', 'on'));
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(new URL(clip.url, web).pathname)) fetched.push(request.url());
    });
    const others = Array.from({ length: 8 }, (_unused, index) => fakePost(index + 2));
    await fake(page, FEED, feedOf([fakePost(1, { media: [clip] }), ...others]));
    await openFeed(page);
    const video = cardOf(page, 'Post 1').locator('video');
    await video.waitFor();
    const isPlaying = () => video.evaluate((node) => !(node as HTMLVideoElement).paused);
    return { page, video, fetched, isPlaying };
  };
  /** Scrolls the clip just out of view; its card stays in the document. */
  const leave = async (page: Page, video: Locator) => {
    const bottom = await video.evaluate((node) => node.getBoundingClientRect().bottom + window.scrollY);
    await scrollWindow(page, Math.ceil(bottom) + 40);
  };

  it('never autoplay by default, and stop when out of view', async () => {
    const { page, video, fetched, isPlaying } = await feedWithClip(false, MOVING);
    await sightSettled(page);
    expect(await isPlaying()).toBe(false);
    expect(await video.getAttribute('controls')).toBeNull();
    // only its poster was loaded
    expect(fetched).toEqual([]);
    await page.getByRole('button', { name: /^Play video/ }).press('Enter');
    await expect.poll(isPlaying).toBe(true);
    // the button is gone; keys now control the clip
    await expect.poll(() => video.evaluate((node) => node === document.activeElement)).toBe(true);
    await expect.poll(() => video.getAttribute('controls')).not.toBeNull();
    await leave(page, video);
    await expect.poll(isPlaying).toBe(false);
    await scrollWindow(page, 0);
    await sightSettled(page);
    expect(await isPlaying()).toBe(false);
  });

  it('autoplay muted where Settings allow it, stop out of view, and stay paused after a manual pause', async () => {
    const { page, video, isPlaying } = await feedWithClip(true, MOVING);
    await expect.poll(isPlaying).toBe(true);
    expect(await video.evaluate((node) => (node as HTMLVideoElement).muted)).toBe(true);
    await leave(page, video);
    await expect.poll(isPlaying).toBe(false);
    await scrollWindow(page, 0);
    await expect.poll(isPlaying).toBe(true);
    await video.evaluate((node) => (node as HTMLVideoElement).pause());
    await leave(page, video);
    await sightSettled(page);
    await scrollWindow(page, 0);
    await sightSettled(page);
    expect(await isPlaying()).toBe(false);
  });

  it('do not autoplay under reduced motion, regardless of Settings', async () => {
    const { page, isPlaying } = await feedWithClip(true);
    await sightSettled(page);
    expect(await isPlaying()).toBe(false);
  });
});
