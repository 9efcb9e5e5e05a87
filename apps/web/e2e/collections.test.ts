import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { ACCOUNT, register } from './support/accounts.js';
import type { WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { eachWithFront } from './support/front.js';

/** For conditions that no element shows. */
const WAIT = { timeout: 30_000 };

interface FoundPost {
  _id: string;
  title: string;
  commentsCount: number;
  contentWarning: string;
  sensitive: boolean;
  media: { kind: string }[];
}

describe.skipIf(chromiumPath === undefined)('collections', () => {
  const scene = eachWithFront();

  const openFront = async (): Promise<WatchedPage> => {
    const watched = await scene.open({
      serviceWorkers: 'allow',
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    watched.page.setDefaultTimeout(30_000);
    return watched;
  };

  /** A post with a picture that shows at once, a title and comments. */
  const findPost = async (): Promise<FoundPost> => {
    const answer = await fetch(`${inject('api')}/posts?sortBy=likes&limit=50`);
    const { data } = (await answer.json()) as { data: FoundPost[] };
    const found = data.find(
      ({ title, commentsCount, contentWarning, sensitive, media }) =>
        title !== '' &&
        commentsCount > 0 &&
        contentWarning === '' &&
        !sensitive &&
        media[0]?.kind === 'image',
    );
    if (!found) throw new Error('No post has a title, a picture and comments');
    return found;
  };

  const isDrawn = (page: Page) =>
    expect
      .poll(
        () =>
          page
            .locator('article img[src*="/pictures/"]')
            .first()
            .evaluate((img: HTMLImageElement) => img.naturalWidth),
        WAIT,
      )
      .toBeGreaterThan(0);

  it('hold saved posts, are shared by a link, and are read without a network [B14-18]', async () => {
    const { page, context, problems } = await openFront();
    await page.goto(`${scene.front.web}${ACCOUNT.login}`);
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), WAIT)
      .toBe('activated');
    await register(context, scene.front.web);
    const post = await findPost();
    await page.goto(`${scene.front.web}/p/${post._id}`);
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('button', { name: 'Post options' }).click();
    await page.getByRole('menuitem', { name: 'Add to collection…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to collection' });
    await dialog.getByLabel('New collection').fill('Night train');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('checkbox', { name: 'Night train', checked: true }).waitFor();
    await expectAccessible(page, 'collections of a post');
    await dialog.getByRole('button', { name: 'Done' }).click();

    await page.goto(`${scene.front.web}/collections`);
    await page.getByRole('link', { name: /^Night train/ }).click();
    await page.getByRole('heading', { name: 'Night train', level: 1 }).waitFor();
    await page.getByRole('link', { name: post.title }).waitFor();
    await page.getByRole('button', { name: 'Share by link' }).click();
    await page.getByText('Everyone who has its link can see this collection').waitFor();
    await expectAccessible(page, 'a shared collection of one’s own');
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toMatch(/\/c\/[\w-]{22}$/);
    const link = await copied();

    const visitor = await openFront();
    await visitor.page.goto(link);
    await visitor.page.waitForURL(`${scene.front.web}${ACCOUNT.login}`);
    await visitor.page.getByRole('button', { name: 'Read without an account' }).click();
    await visitor.page.waitForURL(link);
    await visitor.page.getByRole('heading', { name: 'Night train', level: 1 }).waitFor();
    await visitor.page.getByRole('link', { name: post.title }).waitFor();
    expect(await visitor.page.getByRole('button', { name: 'Stop sharing' }).count()).toBe(0);
    expect(visitor.problems).toEqual([]);

    await page.getByRole('button', { name: 'Keep offline' }).click();
    await page.getByText(/^Kept offline just now · [\d.]+ MB$/).waitFor();
    expect(problems).toEqual([]);
    scene.front.setDown(true);
    await context.setOffline(true);
    await page.goto(`${scene.front.web}/collections`);
    await page.getByRole('link', { name: /^Night train.*1 post · [\d.]+ MB offline$/ }).click();
    await page.getByRole('link', { name: post.title }).waitFor();
    await isDrawn(page);
    // a new page, which remembers nothing of the list
    await page.goto(`${scene.front.web}/p/${post._id}`);
    await page.getByRole('heading', { name: post.title, level: 1 }).waitFor();
    await isDrawn(page);
    await page
      .getByRole('button', { name: /^Like comment|^Reply/ })
      .first()
      .waitFor();
  });
});
