import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { commentPage, fake, fakePost, idOf, reactionState } from './support/fake-feed.js';
import { pageOf, sidewaysOf } from './support/profile.js';
import { resize, visiting } from './support/visits.js';

const SIZES = [
  { width: 375, height: 812 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];
const column = (page: Page) => page.getByRole('complementary');
const box = (page: Page) => page.getByRole('combobox', { name: 'Search' });

describe.skipIf(chromiumPath === undefined)('around the feed', () => {
  const web = inject('web');
  const visits = visiting();

  it('search suggests, closes on a click outside and shows results above the coming-soon part, at every width [A2.7-5 A2.8-3 A2.8-5 A2.8-6]', async () => {
    const page = await visits.memberPage();
    await fake(page, '/posts', pageOf([fakePost(1, { title: 'Garden gate', tags: ['garden'] })]));
    await page.goto(`${web}/search`);
    await page.getByRole('heading', { name: 'Coming Soon' }).waitFor();
    // the only search box is the one in the page
    for (const viewport of SIZES) {
      await resize(page, viewport);
      await expect.poll(() => box(page).count()).toBe(1);
    }
    await box(page).click();
    await expect.poll(() => page.getByRole('option').count()).toBe(8);
    await page.getByRole('heading', { name: 'Search', level: 1 }).click();
    await expect.poll(() => page.getByRole('option').count()).toBe(0);
    await box(page).fill('ard');
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['garden']);
    await box(page).press('Enter');
    await page.waitForURL(`${web}/search?q=ard`);
    await page.getByRole('heading', { name: 'Results for ard' }).waitFor();
    const card = page.getByRole('article', { name: 'Garden gate' });
    await card.waitFor();
    for (const plan of [
      'Advanced search',
      'Hashtag exploration',
      'Trending analysis',
      'Personalized results',
    ])
      await page.getByText(plan).waitFor();
    for (const viewport of SIZES) {
      await resize(page, viewport);
      await expect.poll(() => sidewaysOf(page)).toBe(0);
    }
    await card.getByRole('link', { name: '#garden' }).click();
    await page.waitForURL(`${web}/search?q=garden`);
    await page.getByRole('heading', { name: 'Results for garden' }).waitFor();
  });

  it('the right column appears from 992 px, with gaps between its cards [A2.7-1 A2.7-2 A9-21]', async () => {
    const page = await visits.memberPage({ viewport: { width: 991, height: 800 } });
    await page.goto(`${web}/about`);
    await page.getByRole('heading', { name: 'About Us' }).waitFor();
    expect(await column(page).count()).toBe(0);
    for (const width of [992, 1440]) {
      await resize(page, { width, height: 800 });
      await column(page).getByPlaceholder('Search hashtags, topics...').waitFor();
      await column(page).getByRole('button', { name: 'Movie Recommendation' }).waitFor();
      const features = column(page).getByRole('region', { name: 'Features' }).getByRole('button');
      const overlaps = () =>
        features.evaluateAll((cards) => cards.filter((card) => card.scrollWidth > card.clientWidth).length);
      await expect.poll(async () => ({ width, overlaps: await overlaps() })).toEqual({ width, overlaps: 0 });
    }
  });

  it('Back closes a feature’s result, Forward shows it again; places come from a built-in list', async () => {
    const page = await visits.memberPage({ viewport: { width: 375, height: 812 } });
    await page.route('**/users', (route) =>
      route.fulfill({ json: [{}], headers: { 'access-control-allow-origin': '*' } }),
    );
    await page.goto(`${web}/featurePanel`);
    await page.getByRole('button', { name: /^Travel Ideas/ }).click();
    const another = page.getByRole('button', { name: 'Get Another' });
    await another.waitFor();
    await expect.poll(() => sidewaysOf(page)).toBe(0);
    const headings = async () => (await page.getByRole('heading', { level: 3 }).allTextContents()).join();
    await expect.poll(headings).not.toBe('');
    const found = await headings();
    expect(await page.getByText("Sorry, we couldn't fetch").count()).toBe(0);
    await page.goBack();
    await page.getByRole('button', { name: /^Tell a Joke/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/featurePanel');
    await page.goForward();
    await another.waitFor();
    await expect.poll(headings).toBe(found);
  });

  it('like, dislike, share and save pop for 300 ms when clicked [A9-20]', async () => {
    const page = await visits.memberPage({
      reducedMotion: 'no-preference',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await fake(page, `/posts/${idOf(1)}`, { success: true, data: fakePost(1) });
    await fake(page, `/comments/post/${idOf(1)}`, commentPage([]));
    const after = (counts: object, done: object) =>
      reactionState(counts, { liked: false, disliked: false, saved: false, ...done });
    await fake(page, `/post-interactions/${idOf(1)}/like`, after({ likes: 71 }, { liked: true }));
    await fake(page, `/post-interactions/${idOf(1)}/dislike`, after({ dislikes: 72 }, { disliked: true }));
    await fake(page, `/posts/${idOf(1)}/reactions`, after({ shares: 73 }, {}));
    await fake(page, `/posts/${idOf(1)}/bookmark`, after({ saves: 74 }, { saved: true }));
    await page.goto(`${web}/p/${idOf(1)}`);
    for (const [name, answered] of [
      ['Like', 71],
      ['Dislike', 72],
      ['Share', 73],
      ['Save', 74],
    ]) {
      const button = page.getByRole('button', { name: new RegExp(`^${name}, `) });
      await button.waitFor();
      const popped = button.evaluate(
        (element) =>
          new Promise<[string, string]>((resolve) => {
            (element as HTMLElement).addEventListener('animationstart', (event) => {
              const { animationDuration } = getComputedStyle(event.target as Element, event.pseudoElement);
              resolve([event.animationName, animationDuration]);
            });
            (element as HTMLElement).click();
          }),
      );
      expect([name, await popped]).toEqual([name, ['pop', '0.3s']]);
      await page.getByRole('button', { name: `${name}, ${answered}` }).waitFor();
    }
  });
});
