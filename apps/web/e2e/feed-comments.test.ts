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
  type Answer,
} from './support/fake-feed.js';
import {
  cardOf,
  clockFromNow,
  openFeed,
  runUntil,
  scrollWindow,
  sightSettled,
  stopClock,
  visiting,
} from './support/visits.js';

const LIST = `/comments/post/${idOf(1)}`;
const fifteen = (from: number, count = 15) =>
  Array.from({ length: count }, (_unused, index) => fakeComment(from + index));
const field = (page: Page) => page.getByPlaceholder('Write a comment...');
const post = (page: Page) => page.getByRole('button', { name: /^Post(ing\.\.\.)?$/ });
const panel = (page: Page) => page.getByRole('region', { name: 'Comments' });
const alert = (page: Page, text: string) => page.getByRole('alertdialog').getByText(text, { exact: true });
const says = (page: Page, text: string | RegExp) => panel(page).getByText(text, { exact: true });

describe.skipIf(chromiumPath === undefined)('the comments', () => {
  const web = inject('web');
  const visits = visiting();

  /** The panel below a post of the feed, opened; `answers` are the list's. */
  const openedPanel = async (...answers: Answer[]) => {
    const page = await visits.memberPage();
    await fake(page, FEED, feedOf([fakePost(1, { commentsCount: 2 }), fakePost(2)]));
    const calls = await fake(page, LIST, ...answers);
    await openFeed(page);
    await cardOf(page, 'Post 1')
      .getByRole('button', { name: /^Comment, / })
      .click();
    return { page, calls };
  };
  const openedPage = async (...answers: Answer[]) => {
    const page = await visits.memberPage();
    await fake(page, `/posts/${idOf(1)}`, { success: true, data: fakePost(1, { commentsCount: 2 }) });
    const status = { liked: false, disliked: false, saved: false, viewed: true };
    await fake(page, `/post-interactions/${idOf(1)}/status`, { success: true, data: status });
    const calls = await fake(page, LIST, ...answers);
    await page.goto(`${web}/p/${idOf(1)}`);
    return { page, calls };
  };

  it('load below the card: count, field, Post button, smart order, 15 at a time, end marker', async () => {
    const held = gated(commentPage(fifteen(1), 16, 1, true));
    const { page, calls } = await openedPanel(held.answer, commentPage([fakeComment(16)], 16, 2));
    await panel(page).getByRole('status', { name: 'Loading comments' }).waitFor();
    await panel(page).getByRole('heading', { name: 'Comments (2)' }).waitFor();
    expect(await field(page).count()).toBe(1);
    expect(await post(page).isDisabled()).toBe(true);
    held.open();
    await panel(page).getByRole('heading', { name: 'Comments (16)' }).waitFor();
    await says(page, 'Comment 1').waitFor();
    expect(queryOf(calls, 'limit')[0]).toBe('15');
    expect(queryOf(calls, 'orderType')[0]).toBe('smart');
    expect(queryOf(calls, 'userId')[0]).toBe(visits.member.id);
    // the way on is a button, and goes by itself once its place is near
    const more = panel(page).getByRole('button', { name: /^(Show more|Loading) comments$/ });
    await more.evaluate((button) => button.scrollIntoView({ block: 'center' }));
    await says(page, 'Comment 16').waitFor();
    await says(page, /You've reached the end of comments/).waitFor();
    expect(queryOf(calls, 'page')).toEqual(['1', '2']);
  });

  it('are read 10 at a time, newest first, on the post page', async () => {
    const { page, calls } = await openedPage(
      commentPage(fifteen(1, 10), 11, 1, true),
      commentPage([fakeComment(11)], 11, 2),
    );
    await says(page, 'Comment 1').waitFor();
    expect(queryOf(calls, 'limit')[0]).toBe('10');
    expect(queryOf(calls, 'sortOrder')[0]).toBe('desc');
    await scrollWindow(page, 100_000);
    await says(page, 'Comment 11').waitFor();
    await says(page, /You've reached the end of comments/).waitFor();
  });

  it('go on 300 ms after the end came within 200 px', async () => {
    const { page, calls } = await openedPage(
      commentPage(fifteen(1, 10), 11, 1, true),
      commentPage([fakeComment(11)], 11, 2),
    );
    await says(page, 'Comment 1').waitFor();
    await stopClock(page);
    expect(calls).toHaveLength(1);
    await scrollWindow(page, 100_000);
    await sightSettled(page);
    await page.clock.runFor(299);
    expect(calls).toHaveLength(1);
    await page.clock.runFor(1);
    await expect.poll(() => calls.length).toBe(2);
  });

  it('say that there are none', async () => {
    const { page } = await openedPanel(commentPage([]));
    await says(page, 'No comments yet').waitFor();
    await says(page, 'Be the first to comment on this post').waitFor();
  });

  it('explain a failed list and load with Try Again', async () => {
    const { page } = await openedPanel(failing.refused, commentPage([fakeComment(1)]));
    await says(page, 'Failed to load comments: Server returned 400...').waitFor();
    await panel(page).getByRole('button', { name: 'Try Again' }).click();
    await says(page, 'Comment 1').waitFor();
  });

  it('explain a failed later page, keep the others, and retry', async () => {
    const { page } = await openedPage(
      commentPage(fifteen(1, 10), 11, 1, true),
      failing.refused,
      commentPage([fakeComment(11)], 11, 2),
    );
    await says(page, 'Comment 1').waitFor();
    await scrollWindow(page, 100_000);
    await says(page, 'Failed to fetch comments').waitFor();
    expect(await panel(page).getByRole('listitem').count()).toBe(10);
    await panel(page).getByRole('button', { name: 'Try Again' }).click();
    await says(page, 'Comment 11').waitFor();
  });

  it('are asked for four times, the pauses doubling from 1 s', async () => {
    const { page, calls } = await openedPanel(failing.server);
    await expect.poll(() => calls.length).toBe(1);
    await stopClock(page);
    await runUntil(page, says(page, 'Failed to load comments: Server error. Please try again later'), 100);
    await page.clock.runFor(60_000);
    expect(calls).toHaveLength(4);
  });

  it('post the trimmed text once, show it, read the list again and clear the field', async () => {
    const mine = fakeComment(9, {
      body: 'Seen from my window',
      user: { ...AUTHOR, _id: visits.member.id, fullName: visits.member.fullName },
    });
    const { page, calls } = await openedPanel(
      commentPage([fakeComment(1)]),
      commentPage([mine, fakeComment(1)]),
    );
    const held = gated({ success: true, data: mine });
    const writes = await fake(page, '/comments', (route) =>
      held.answer({ ...route, fulfill: (answer) => route.fulfill({ ...answer, status: 201 }) }),
    );
    await field(page).fill('   ');
    expect(await post(page).isDisabled()).toBe(true);
    await field(page).fill('  Seen from my window  ');
    await post(page).click();
    await panel(page).getByRole('button', { name: 'Posting...' }).waitFor();
    expect(await post(page).isDisabled()).toBe(true);
    held.open();
    await says(page, 'Seen from my window').waitFor();
    await panel(page).getByRole('heading', { name: 'Comments (2)' }).waitFor();
    await expect.poll(() => field(page).inputValue()).toBe('');
    await expect.poll(() => calls.length).toBe(2);
    expect(writes.map((call) => call.postDataJSON() as unknown)).toEqual([
      { postId: idOf(1), body: 'Seen from my window', userId: visits.member.id },
    ]);
    await panel(page).getByRole('button', { name: 'Delete comment' }).waitFor();
  });

  for (const [kind, answer] of Object.entries(failing)) {
    it(`keep a text that could not be posted, with an alert, also over a reload: ${kind}`, async () => {
      const { page } = await openedPage(commentPage([fakeComment(1)]));
      await fake(page, '/comments', answer);
      await says(page, 'Comment 1').waitFor();
      await field(page).fill('Do not lose me');
      await stopClock(page);
      await post(page).click();
      await runUntil(page, alert(page, 'Failed to post comment. Please try again.'), 50);
      await page.getByRole('button', { name: 'OK' }).click();
      expect(await field(page).inputValue()).toBe('Do not lose me');
      await page.clock.resume();
      await page.reload();
      await expect.poll(() => field(page).inputValue()).toBe('Do not lose me');
      // the next of these tests starts with an empty field
      await field(page).fill('');
    });
  }

  it('are liked at once with one call in flight, and rolled back with an alert', async () => {
    const { page } = await openedPanel(commentPage([fakeComment(1)]));
    const held = gated(failing.refused);
    const likes = await fake(page, `/comments/${fakeComment(1)._id}/like`, held.answer, {
      success: true,
      data: { userHasLiked: true, likes: 2, reactions: { likes: 2 } },
    });
    const like = panel(page).getByRole('button', { name: /^Like comment/ });
    await like.click();
    await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
    expect(await like.textContent()).toBe('2');
    await like.click();
    held.open();
    await alert(page, 'Failed to update like. Please try again.').waitFor();
    expect(likes.map((call) => [call.method(), call.postDataJSON() as unknown])).toEqual([
      ['PATCH', { userId: visits.member.id }],
    ]);
    await page.getByRole('button', { name: 'OK' }).click();
    await expect.poll(() => like.getAttribute('aria-pressed')).toBe('false');
    expect(await like.textContent()).toBe('1');
    await like.click();
    await expect.poll(() => like.getAttribute('aria-label')).toBe('Like comment, 2');
    expect(likes).toHaveLength(2);
  });

  it('tell their age', async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const aged = [0, 0.1, 5, 24 * 3].map((hours, index) =>
      fakeComment(index + 1, { timestamp: ago(hours), createdAt: ago(hours) }),
    );
    const { page } = await openedPanel(commentPage(aged));
    await says(page, 'Comment 4').waitFor();
    expect(await panel(page).locator('time').allTextContents()).toEqual(['just now', '6m', '5h', '3d']);
  });

  it('stay fresh for 5 min in the panel', async () => {
    const { page, calls } = await openedPanel(commentPage([fakeComment(1)]));
    await says(page, 'Comment 1').waitFor();
    const toggle = cardOf(page, 'Post 1').getByRole('button', { name: /^Comment, / });
    await stopClock(page);
    const goTo = await clockFromNow(page);
    const reopen = async () => {
      await toggle.click();
      await toggle.click();
      await says(page, 'Comment 1').waitFor();
    };
    await goTo(4 * 60_000);
    await reopen();
    expect(calls).toHaveLength(1);
    await goTo(5 * 60_000 + 1000);
    await reopen();
    await expect.poll(() => calls.length).toBe(2);
  });
});
