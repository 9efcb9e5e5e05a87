import type { Post } from '@social-feed/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import {
  AUTHOR,
  commentPage,
  fake,
  fakeComment,
  fakePost,
  failing,
  FEED,
  feedOf,
  gated,
  idOf,
  queryOf,
  reactionState,
} from './support/fake-feed.js';
import { cardOf, openFeed, runUntil, stopClock, takesKeys, titlesOf, visiting } from './support/visits.js';

const POST = `/posts/${idOf(1)}`;
const openMenu = async (page: Page, title = 'Post 1') => {
  // the one of before
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await cardOf(page, title).getByRole('button', { name: 'Post options' }).click();
  await takesKeys(page.getByRole('menu'));
};
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const items = (page: Page) => page.getByRole('menuitem').allTextContents();
/** A feed with a reproducible order, as the API returns it. Its menus include "Why this post?". */
const numbered = (posts: Post[]) => ({
  ...feedOf(posts),
  generation: 0,
  population: posts.length,
  numbers: posts.map((_post, place) => place),
});
const toast = (page: Page, text: string) => page.getByText(text, { exact: true });

describe.skipIf(chromiumPath === undefined)('the options of a post', () => {
  const web = inject('web');
  const visits = visiting();

  const own = (number: number, fields: Partial<Post> = {}) =>
    fakePost(number, { user: { ...AUTHOR, _id: visits.member.id }, ...fields });
  const openedFeed = async (posts: Post[], later: Post[] = posts) => {
    const page = await visits.memberPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    const calls = await fake(page, FEED, numbered(posts), numbered(later));
    await openFeed(page);
    return { page, calls };
  };

  it('are Edit, Pin, Copy Link and Delete on own posts, Save/Bookmark, Copy Link, Block and Report on others [F2-43 F2-44 B4-4]', async () => {
    const { page } = await openedFeed([own(1), own(2, { isPinned: true }), fakePost(3, { isPinned: true })]);
    for (const [title, expected] of [
      ['Post 3', ['Save/Bookmark', 'Copy Link', 'Why this post?', 'Block', 'Report']],
      ['Post 2', ['Edit', 'Unpin', 'Copy Link', 'Why this post?', 'Delete']],
      ['Post 1', ['Edit', 'Pin', 'Copy Link', 'Why this post?', 'Delete']],
    ] as const) {
      await openMenu(page, title);
      await expect.poll(() => items(page)).toEqual(expected);
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    }
    expect(await cardOf(page, 'Post 3').getByText('Pinned').count()).toBe(0);
    expect(
      await cardOf(page, 'Post 1')
        .getByRole('button', { name: /^Follow/ })
        .count(),
    ).toBe(0);
    await openMenu(page);
    await item(page, 'Edit').click();
    await page.waitForURL(`${web}/createpost?edit=${idOf(1)}`);
  });

  it('include Delete for admins, on posts and comments of others', async () => {
    const page = await visits.memberPage();
    await page.route('**/api/auth/me', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { user: object };
      await route.fulfill({ response: answer, json: { ...body, user: { ...body.user, isAdmin: true } } });
    });
    await fake(page, FEED, feedOf([fakePost(1), fakePost(2, { commentsCount: 1 })]));
    await fake(page, `/comments/post/${idOf(2)}`, commentPage([fakeComment(1)]));
    const deletions = await fake(page, /^\/(posts|comments)\/[0-9a-f]{24}$/, {
      success: true,
      message: 'Deleted',
    });
    await openFeed(page);
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' });
    await openMenu(page);
    await item(page, 'Delete').click();
    await confirm.click();
    await expect.poll(() => deletions.length).toBe(1);
    await cardOf(page, 'Post 2')
      .getByRole('button', { name: /^Comment, / })
      .click();
    await page.getByRole('button', { name: 'More on this comment' }).click();
    await item(page, 'Delete').click();
    await confirm.click();
    await expect
      .poll(() => deletions.map((call) => `${call.method()} ${new URL(call.url()).pathname}`))
      .toEqual([`DELETE /api/posts/${idOf(1)}`, `DELETE /api/comments/${fakeComment(1)._id}`]);
  });

  it('pin and save optimistically, and roll back on failure [F1-13 F1-14 F4-20 F4-21 F6-8]', async () => {
    const { page } = await openedFeed([own(1), fakePost(2)]);
    const [heldPin, heldSave] = [gated(failing.refused), gated(failing.refused)];
    await fake(page, `${POST}/pin`, heldPin.answer, reactionState({}, {}, { isPinned: true }));
    await fake(
      page,
      `/posts/${idOf(2)}/bookmark`,
      heldSave.answer,
      reactionState({ saves: 1 }, { saved: true }, { isBookmarked: true }),
    );
    const pinned = cardOf(page, 'Post 1').getByText('Pinned', { exact: true });
    await openMenu(page);
    await item(page, 'Pin').click();
    await pinned.waitFor();
    heldPin.open();
    await expect.poll(() => pinned.count()).toBe(0);
    await openMenu(page);
    await item(page, 'Pin').click();
    await pinned.waitFor();
    await openMenu(page);
    await item(page, 'Unpin').waitFor();
    await page.keyboard.press('Escape');

    await openMenu(page, 'Post 2');
    await item(page, 'Save/Bookmark').click();
    await openMenu(page, 'Post 2');
    await item(page, 'Remove Bookmark').waitFor();
    await page.keyboard.press('Escape');
    heldSave.open();
    await toast(page, 'Failed to update bookmark. Please try again.').waitFor();
    await openMenu(page, 'Post 2');
    await item(page, 'Save/Bookmark').click();
    await openMenu(page, 'Post 2');
    await item(page, 'Remove Bookmark').waitFor();
  });

  it('copy the link, show "Copied!" for 1.5 s and close [F4-29 F9-35]', async () => {
    const { page } = await openedFeed([fakePost(1)]);
    await openMenu(page);
    await stopClock(page);
    await item(page, 'Copy Link').click();
    await item(page, 'Copied!').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${web}/p/${idOf(1)}`);
    await page.clock.runFor(1499);
    expect(await item(page, 'Copied!').count()).toBe(1);
    await page.clock.runFor(1);
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    await openMenu(page);
    await item(page, 'Copy Link').waitFor();
  });

  it('delete after confirmation: the post disappears at once, lists reload, and the seed is reset [F4-22 F6-11]', async () => {
    const { page, calls } = await openedFeed([own(1), own(2)], [own(2)]);
    const held = gated({ success: true, message: 'Post deleted' });
    const deletions = await fake(page, POST, held.answer);
    await openMenu(page);
    await item(page, 'Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => titlesOf(page)).toEqual(['Post 2']);
    expect(await cardOf(page, 'Post 2').getAttribute('aria-setsize')).toBe('1');
    expect(calls).toHaveLength(1);
    held.open();
    await expect.poll(() => calls.length).toBe(2);
    expect(deletions.map((call) => call.method())).toEqual(['DELETE']);
    // the visible list stays; the next one uses a new seed
    expect(queryOf(calls, 'seed')[1]).toBe('77');
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('feed-seed'))).not.toBe('77');
  });

  it('block an author after confirmation, with Undo; report with a reason [F6-12]', async () => {
    const other = { ...AUTHOR, _id: idOf(990), userName: 'zoe', fullName: 'Zoe Okafor' };
    const { page } = await openedFeed([fakePost(1), fakePost(2, { user: other }), fakePost(3)]);
    await openMenu(page);
    await item(page, 'Block').click();
    await page
      .getByRole('alertdialog')
      .getByText(/they see and reach you no more/)
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
    await expect.poll(() => titlesOf(page)).toEqual(['Post 2']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => titlesOf(page)).toEqual(['Post 1', 'Post 2', 'Post 3']);
    await openMenu(page, 'Post 2');
    await item(page, 'Report').click();
    await page.getByLabel('What is wrong with it?').fill('Spam');
    await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
    await toast(page, 'Report noted in this browser only').waitFor();
  });

  it('show toasts that are removed 1000 ms after dismissal [F3-21 F4-41]', async () => {
    const { page } = await openedFeed([fakePost(1)]);
    await fake(page, /\/(like|dislike)$/, failing.refused);
    await cardOf(page, 'Post 1')
      .getByRole('button', { name: /^Like, / })
      .click();
    // the toast component loads with the first toast
    await toast(page, 'Failed to update like. Please try again.').waitFor();
    await stopClock(page);
    const failed = toast(page, 'Failed to update dislike. Please try again.');
    await cardOf(page, 'Post 1')
      .getByRole('button', { name: /^Dislike, / })
      .click();
    await runUntil(page, failed);
    const box = await failed.boundingBox();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    // toasts appear at the top right
    expect(box!.x + box!.width).toBeGreaterThan(width * 0.8);
    expect(box!.y + box!.height).toBeLessThan(height * 0.3);
    const shown = () =>
      failed.evaluateAll(([text]) => text?.parentElement?.classList.contains('opacity-0') === false);
    const run = async (milliseconds: number) => {
      // in steps, since every change of a toast restarts its timers
      for (let passed = 0; passed < milliseconds; passed += 50) await page.clock.runFor(50);
    };
    await run(4500);
    expect(await shown()).toBe(true);
    await run(500);
    await expect.poll(shown).toBe(false);
    await run(900);
    expect(await failed.count()).toBe(1);
    await run(150);
    await expect.poll(() => failed.count()).toBe(0);
  });
});
