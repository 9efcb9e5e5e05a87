import type { Media } from '@social-feed/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { chromiumPath } from './support/chromium.js';
import { form, fromMenu, openComposer, send, title, unfold } from './support/composer.js';
import { AUTHOR, fake, fakePost, FEED, feedOf, idOf } from './support/fake-feed.js';
import { openFeed, PHONE, visiting } from './support/visits.js';

const DESKTOP = { viewport: { width: 1440, height: 900 } };

const picture = (number: number): Media => ({
  url: `https://media.test/${number}.svg`,
  kind: 'image',
  alt: `Picture ${number}`,
  width: 800,
  height: 600,
  placeholder: '#335577',
});
const CLIP: Media = { ...picture(2), url: 'https://media.test/clip.mp4', kind: 'video', alt: 'A clip' };

describe.skipIf(chromiumPath === undefined)('posts with a content warning', () => {
  const web = inject('web');
  const visits = visiting();

  /** A feed of one post. Returns the media requests of the page. */
  const feedWith = async (options: typeof DESKTOP | typeof PHONE, fields: Parameters<typeof fakePost>[1]) => {
    const page = await visits.memberPage(options);
    const fetched: string[] = [];
    await page.route('https://media.test/**', (route) => {
      fetched.push(new URL(route.request().url()).pathname);
      return route.fulfill({
        body: `<svg xmlns='http://www.w3.org/2000/svg' width='80' height='60'/>`,
        contentType: 'image/svg+xml',
      });
    });
    const post = fakePost(1, { media: [picture(1)], ...fields });
    await fake(page, FEED, feedOf([post]));
    await fake(page, `/posts/${idOf(1)}`, { success: true, data: post });
    return { page, fetched };
  };
  const show = (page: Page) => page.getByRole('button', { name: 'Show', exact: true });
  const showMedia = (page: Page) => page.getByRole('button', { name: 'Sensitive: show' });

  it('collapse to a line with Show, which opens text and picture by key [B7-12]', async () => {
    const { page, fetched } = await feedWith(DESKTOP, { contentWarning: 'Spoilers of a film' });
    await openFeed(page);
    await show(page).waitFor();
    await expectAccessible(page, 'a post behind a warning');
    expect(await page.getByText('Post 1').count()).toBe(0);
    expect(fetched).toEqual([]);
    await show(page).press('Enter');
    await page.getByRole('img', { name: 'Picture 1' }).waitFor();
    await page.getByRole('button', { name: 'Hide', exact: true }).waitFor();
    await expectAccessible(page, 'a post whose warning is opened');
  });

  it('blur sensitive pictures and clips until tapped, and load no media before [B7-13]', async () => {
    const { page, fetched } = await feedWith(PHONE, { media: [picture(1), CLIP], sensitive: true });
    await page.addInitScript(() => localStorage.setItem('autoplay', 'on'));
    await openFeed(page);
    await page.getByText('Post 1').waitFor();
    await showMedia(page).waitFor();
    expect(await page.getByRole('img', { name: 'Picture 1' }).count()).toBe(0);
    expect(await page.locator('article video').count()).toBe(0);
    expect(fetched).toEqual([]);
    const before = (await showMedia(page).boundingBox())!;
    await showMedia(page).tap();
    await page.getByRole('img', { name: 'Picture 1' }).waitFor();
    const after = (await page.getByRole('group', { name: 'Sensitive pictures' }).boundingBox())!;
    expect([after.width, Math.round(after.height)]).toEqual([before.width, Math.round(before.height)]);
    await expect.poll(() => fetched).toContain('/1.svg');
  });

  it('do not open the viewer but link to the post [B7-15]', async () => {
    const { page, fetched } = await feedWith(DESKTOP, { sensitive: true });
    await page.goto(`${web}/${AUTHOR.userName}/status/${idOf(1)}/photo/1`);
    await page.waitForURL(`${web}/p/${idOf(1)}`);
    await showMedia(page).waitFor();
    await expectAccessible(page, 'the page of a post with a sensitive picture');
    expect(fetched).toEqual([]);
    await showMedia(page).press('Enter');
    await page.getByRole('link', { name: 'Open picture: Picture 1' }).press('Enter');
    await page.getByRole('dialog', { name: 'Media viewer' }).waitFor();
  });

  it('omit their pictures for users who hide them in the settings [B7-16]', async () => {
    const { page, fetched } = await feedWith(DESKTOP, { sensitive: true });
    await page.goto(`${web}/settings/reading`);
    const choice = page.getByRole('group', { name: 'Sensitive pictures' });
    await choice.getByRole('button', { name: 'Hide' }).click();
    await openFeed(page);
    await page.getByText('Sensitive pictures hidden').waitFor();
    await expectAccessible(page, 'a post whose sensitive picture is hidden');
    expect(fetched).toEqual([]);
  });

  it('are created with "Add a warning" in the composer [B7-17]', async () => {
    const page = await visits.memberPage(DESKTOP);
    await openComposer(page);
    await unfold(page, 'Add a title');
    await title(page).fill('The end of the film');
    await fromMenu(page, 'Add a warning');
    await form(page).getByRole('textbox', { name: 'Content warning' }).fill('Spoilers');
    await form(page).getByLabel('Sensitive pictures').check();
    await page.getByRole('heading', { name: 'Content warning: Spoilers' }).waitFor();
    await expectAccessible(page, 'the composer with a warning');
    await send(page).click();
    await page.waitForURL(/\/p\/[0-9a-f]{24}$/);
    await page.getByRole('heading', { level: 1, name: 'Content warning: Spoilers' }).waitFor();
    expect(await page.title()).not.toContain('The end of the film');
    await show(page).click();
    await page.getByRole('heading', { level: 1, name: 'The end of the film' }).waitFor();
    const postId = page.url().split('/').at(-1)!;
    await openComposer(page, postId);
    const warning = form(page).getByRole('textbox', { name: 'Content warning' });
    await expect.poll(() => warning.inputValue()).toBe('Spoilers');
    await expect.poll(() => form(page).getByLabel('Sensitive pictures').isChecked()).toBe(true);
  });
});
