import { ACCOUNT_LIMITS } from '@social-feed/contracts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { fake, failing, fakePost, gated } from './support/fake-feed.js';
import { callsEnded } from './support/page-report.js';
import { BOARD, data, fakeProfile, GRACE, pageOf, pictures, sidewaysOf } from './support/profile.js';
import { atRest, resize, takesKeys, visiting } from './support/visits.js';

const SIZES = [
  { width: 375, height: 812, columns: 2 },
  { width: 820, height: 1180, columns: 2 },
  { width: 1440, height: 900, columns: 3 },
];

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name, exact: true });
const stats = (page: Page) => page.getByRole('list', { name: 'Stats' });
const options = async (page: Page) => {
  await page.getByRole('button', { name: 'Profile options' }).first().click();
  const items = page.getByRole('menuitem');
  await takesKeys(page.getByRole('menu'));
  return items.allTextContents();
};

/** Positions of the tiles, in pixels. */
const boxes = (page: Page) =>
  page
    .getByRole('list', { name: 'Media' })
    .getByRole('link')
    .evaluateAll((tiles) =>
      tiles.map((tile) => {
        const { x, width, height } = tile.getBoundingClientRect();
        return { x: Math.round(x), ratio: width / height };
      }),
    );

describe.skipIf(chromiumPath === undefined)('a profile', () => {
  const web = inject('web');
  const visits = visiting();

  it.each([
    ['a short biography', 'Counts in octal.'],
    ['the longest biography', 'Compilers, clocks and the sea. '.repeat(10).slice(0, ACCOUNT_LIMITS.bioMax)],
    ['one of many lines', 'Sea.\n'.repeat(60).slice(0, ACCOUNT_LIMITS.bioMax)],
  ])('with %s shows its first picture on a phone without scrolling [B16-10]', async (_what, bio) => {
    const page = await visits.memberPage({ viewport: { width: 390, height: 844 } });
    const user = { ...GRACE, isFollowing: false };
    const url = `${web}/favicon.svg`;
    const media = [{ url, kind: 'image' as const, alt: '', width: 800, height: 600, placeholder: '#808080' }];
    const posts = Array.from({ length: 6 }, (_unused, index) =>
      fakePost(index + 1, { user, media, location: 'Bergen', description: 'A long day at sea. '.repeat(30) }),
    );
    await fakeProfile(page, { board: { ...BOARD, bio } }, pageOf(posts));
    await page.goto(`${web}/${GRACE.userName}`);
    const picture = page
      .getByRole('article', { name: 'Post 1' })
      .getByRole('link', { name: /^Open picture/ });
    await picture.waitFor();
    await page.getByRole('button', { name: 'Shuffle' }).waitFor();
    const bar = (await page.getByRole('link', { name: 'Create' }).boundingBox())!;
    // the picture, not its edge alone
    await expect.poll(async () => (await picture.boundingBox())!.y).toBeLessThan(bar.y - 48);
    const words = page.locator('main header p[data-folds]');
    const more = page.locator('main header').getByRole('button', { name: 'Show more' });
    await expect.poll(() => more.count()).toBe(bio.length > 60 ? 1 : 0);
    if (bio.length <= 60) return;
    const folded = (await words.boundingBox())!.height;
    await more.click();
    await more.waitFor({ state: 'detached' });
    const unfolded = page.getByText(bio.split('\n')[0]!).first();
    await expect.poll(async () => (await unfolded.boundingBox())!.height).toBeGreaterThan(folded);
  });

  it('of another user has its header, four tabs, follow lists and options at every width [A2.6-7 A2.9-12 A2.9-20 A4.6-2 A9-29]', async () => {
    const page = await visits.memberPage({ viewport: { width: 1440, height: 900 } });
    /** Repeats a check at every width, ending with the widest. */
    const everywhere = async (check: (size: (typeof SIZES)[number]) => Promise<unknown>) => {
      for (const size of SIZES) {
        await resize(page, size);
        await check(size);
        await expect.poll(() => sidewaysOf(page)).toBe(0);
      }
    };
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && !request.url().includes('/auth/')) calls.push(request.url());
    });
    const { pagesAsked } = await fakeProfile(
      page,
      {},
      pageOf([fakePost(1, { user: { ...GRACE, isFollowing: false } })]),
      pageOf(pictures(10, 12), true),
      pageOf(pictures(30, 3)),
    );
    const own = page.waitForResponse((response) => response.url().endsWith('/api/people/own'));
    await page.goto(`${web}/${GRACE.userName}`);
    // a follow before the account's lists are there would be sent with them
    await own;
    await page.getByRole('heading', { name: 'Grace Hopper', level: 1 }).waitFor();
    await page.getByText('Joined January 2026').waitFor();
    await page.getByRole('article', { name: 'Post 1' }).waitFor();
    await page.getByText("You've reached the end").waitFor();
    await everywhere(({ width: wide }) =>
      expect.poll(() => page.getByRole('complementary').count()).toBe(wide < 992 ? 0 : 1),
    );

    // the follower count changes by one, and the list opens
    const inHeader = (name: string) => page.locator('main header').first().getByRole('button', { name });
    await inHeader('Follow Grace Hopper').click();
    await stats(page).getByRole('button', { name: '5 Followers' }).waitFor();
    await inHeader('Following Grace Hopper').click();
    await inHeader('Follow Grace Hopper').waitFor();
    await stats(page).getByRole('button', { name: '4 Followers' }).click();
    const list = page.getByRole('dialog', { name: 'Followers' });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(4);
    await takesKeys(list);
    await page.keyboard.press('Escape');
    await expect.poll(() => list.count()).toBe(0);

    expect(await options(page)).toEqual(['Copy Profile Link', 'Share Profile', 'Block User', 'Report User']);
    await page.getByRole('menuitem', { name: 'Report User' }).click();
    await page.getByLabel('What is wrong?').fill('Spam');
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    const toast = async () =>
      (await page.getByText('Report noted').boundingBox()) ?? { x: 0, y: 999, width: 0 };
    await expect.poll(async () => (await toast()).y).toBeLessThan(120);
    const { x, width } = await toast();
    expect(x + width).toBeGreaterThan(1440 / 2);

    await tab(page, 'Media').click();
    await page.waitForURL(`${web}/${GRACE.userName}/media`);
    await page.getByRole('link', { name: 'Post 10' }).waitFor();
    await everywhere(async ({ columns }) => {
      await expect
        .poll(async () => new Set((await boxes(page)).map(({ x: left }) => left)).size)
        .toBe(columns);
      for (const { ratio } of await boxes(page)) expect(ratio).toBeCloseTo(3 / 4, 2);
    });
    expect(await page.getByRole('link', { name: 'Post 10' }).getAttribute('href')).toMatch(/^\/p\/0+a$/);
    const more = page.getByRole('button', { name: 'Load more' });
    const later = page.getByRole('link', { name: 'Post 30' }).waitFor();
    // when in view it loads more automatically, and the button may disappear before the click
    await Promise.race([more.click().catch(() => undefined), later]);
    await later;
    expect(pagesAsked()).toEqual(['1', '1', '2']);

    await tab(page, 'About').click();
    await page.waitForURL(`${web}/${GRACE.userName}/about`);
    await page.getByText('26%').waitFor();
    const bars = page.locator('[data-bar]');
    await expect
      .poll(() => bars.evaluateAll((all) => all.map((bar) => Math.round(bar.getBoundingClientRect().height))))
      .toEqual([60, 4, 0, 0]);
    await everywhere(() => page.getByText('26%').waitFor());

    await tab(page, 'Bookmarks').click();
    await page.waitForURL(`${web}/${GRACE.userName}/bookmarks`);
    await page.getByText('No bookmarks yet').waitFor();
    expect(calls).toEqual([]);
  });

  // Ukrainian has the longest words
  it.each(['en', 'uk'])(
    'of the user names Drafts in words next to the picture of a phone, in %s',
    async (locale) => {
      const page = await visits.memberPage({ viewport: { width: 390, height: 844 }, locale });
      await page.goto(`${web}/${visits.member.userName}`);
      const drafts = page.getByRole('main').locator('a[href$="/drafts"]');
      await drafts.waitFor();
      const edit = page.getByRole('main').locator('a[href$="/settings/profile"]');
      await callsEnded(page);
      await atRest(page);
      const boxes = await Promise.all([drafts, edit].map((link) => link.boundingBox()));
      const [word, next] = boxes.map((box) => box!);
      const text = await drafts.evaluate(
        (link) =>
          document
            .createTreeWalker(link, NodeFilter.SHOW_TEXT)
            .nextNode()!
            .parentElement!.getBoundingClientRect().width,
      );
      expect(text).toBeGreaterThan(20);
      expect(word!.width).toBeGreaterThanOrEqual(44);
      expect(next!.y).toBe(word!.y);
      const name = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
      const picture = (await page.locator('main header span.bg-surface').first().boundingBox())!;
      expect(next!.y).toBeLessThan(picture.y + picture.height);
      expect(name.y).toBeGreaterThan(next!.y);
    },
  );

  it('keeps name, Back, options and tabs in sight on phones, and only there [B16-7]', async () => {
    const page = await visits.memberPage({ viewport: { width: 375, height: 812 } });
    const posts = Array.from({ length: 12 }, (_none, index) =>
      fakePost(index + 1, { user: { ...GRACE, isFollowing: false } }),
    );
    await fakeProfile(page, {}, pageOf(posts));
    await page.goto(`${web}/${GRACE.userName}`);
    await page.getByRole('article', { name: 'Post 1', exact: true }).waitFor();
    const back = page.getByRole('button', { name: 'Back' });
    const name = page.getByRole('main').getByText('Grace Hopper', { exact: true }).first();
    const top = async (part: Locator) => Math.round((await part.boundingBox())?.y ?? NaN);
    const tabs = page.getByRole('navigation', { name: 'Profile' });
    expect(await back.count()).toBe(1);
    /** Polls a value below the header: the page may scroll when it arrives, and grow. */
    const scrolledDown = (value: () => Promise<number>) =>
      expect.poll(async () => {
        await page.evaluate(() => scrollTo(0, 900));
        return value();
      });
    await scrolledDown(() => back.count()).toBe(2);
    // one bar of 48 px, with the tabs at its edge
    expect(await back.first().evaluate((node) => node.parentElement!.getBoundingClientRect().height)).toBe(
      48,
    );
    await expect.poll(() => top(tabs)).toBe(48);
    await expect.poll(async () => [await top(back.first()), (await top(name)) < 48]).toEqual([2, true]);
    expect(await options(page)).toContain('Block User');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await tab(page, 'About').click();
    await page.waitForURL(`${web}/${GRACE.userName}/about`);
    await tab(page, 'Posts').click();
    await page.getByRole('article').first().waitFor();
    await scrolledDown(() => top(tabs)).toBe(48);
    await resize(page, { width: 820, height: 1180 });
    await expect.poll(() => back.count()).toBe(1);
    await resize(page, { width: 375, height: 812 });
    await scrolledDown(() => back.count()).toBe(2);
    // the address was typed, so there is no page to go back to
    await back.first().click();
    await page.waitForURL(`${web}/home`);
  });

  it('of the user shows one post less as soon as one is deleted', async () => {
    const page = await visits.memberPage();
    const member = await visits.browser.newContext({ storageState: visits.member.state });
    for (const title of ['Stays', 'Goes']) {
      const answer = await member.request.post(`${web}/api/posts`, {
        headers: { origin: web },
        data: { title, description: 'Only for a while.' },
      });
      expect(answer.status()).toBe(201);
    }
    const { user } = (await (await member.request.get(`${web}/api/auth/me`)).json()) as {
      user: { _id: string; userName: string };
    };
    await member.close();
    // the count follows the posts
    const board = async () =>
      (await (await page.request.get(`${web}/api/boards/user/${user._id}`)).json()) as {
        data: { socialStats: { posts: number } };
      };
    await expect.poll(async () => (await board()).data.socialStats.posts).toBe(2);
    await page.goto(`${web}/${user.userName}`);
    const posts = (count: number) =>
      page.getByText(count === 1 ? '1 Post' : `${count} Posts`, { exact: true });
    await posts(2).waitFor();
    await page.getByRole('article', { name: 'Goes' }).getByRole('button', { name: 'Post options' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await posts(1).waitFor();
  });

  it('shows loading, "not found" and errors, and reloads the page [A2.9-21 A2.9-22 A2.9-25 A2.9-28]', async () => {
    const page = await visits.memberPage({ viewport: { width: 820, height: 1180 } });
    const coverPhoto = `${web}/media/${'0'.repeat(32)}/1280.webp`;
    await fakeProfile(page, { board: { ...BOARD, coverPhoto } });
    const loading = gated(failing.refused);
    await fake(page, `/users/username/${GRACE.userName}`, loading.answer, data(GRACE));
    await page.goto(`${web}/${GRACE.userName}`);
    await page.getByText('Loading profile...').waitFor();
    loading.open();
    // a failure other than "not found" is an error
    await fake(page, '/users/username/broken_b', (route) =>
      route.fulfill({ status: 403, json: { success: false, message: 'Not today' } }),
    );
    await page.getByRole('heading', { name: 'User not found' }).waitFor();
    await page.getByText("The profile you're looking for doesn't exist").waitFor();

    await page.goto(`${web}/%20`);
    await page.getByRole('heading', { name: 'Invalid URL' }).waitFor();
    await page.getByText('Username is required').waitFor();

    await page.goto(`${web}/broken_b`);
    await page.getByRole('heading', { name: 'Oops! Something went wrong' }).waitFor();
    await page.getByText('User not found: 403 - Not today', { exact: true }).waitFor();
    await page.getByText('Debug info').click();
    await page.getByText('status: 403').waitFor();
    await fake(page, '/users/username/broken_b', data({ ...GRACE, userName: 'broken_b' }));
    await page.getByRole('button', { name: 'Reload Page' }).click();
    await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor();

    // a link by id, and a missing cover
    await page.goto(`${web}/profile/${GRACE._id}`);
    await page.waitForURL(`${web}/${GRACE.userName}`);
    await page.getByTestId('cover-pattern').waitFor();
    await page.getByText('Counts in octal.').waitFor();
    await expect.poll(() => page.locator(`img[src="${coverPhoto}"]`).count()).toBe(0);
  });
});
