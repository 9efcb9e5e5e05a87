import { describe, expect, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { field, openedPage, openedPanel, panel, post, says } from './support/comments.js';
import { commentPage, failing, fakeComment, gated, queryOf } from './support/fake-feed.js';
import { scrollWindow, sightSettled, stopClock, visiting } from './support/visits.js';

const fifteen = (from: number, count = 15) =>
  Array.from({ length: count }, (_unused, index) => fakeComment(from + index));

describe.skipIf(chromiumPath === undefined)('comments', () => {
  const visits = visiting();

  it('load below the card: count, field, Post button, smart order, 15 at a time, end marker [F2-52 F2-54 F9-11]', async () => {
    const held = gated(commentPage(fifteen(1), 16, 1, true));
    const { page, calls } = await openedPanel(visits, held.answer, commentPage([fakeComment(16)], 16, 2));
    await panel(page).getByRole('status', { name: 'Loading comments' }).waitFor();
    await panel(page).getByRole('heading', { name: 'Comments (2)' }).waitFor();
    await expect.poll(() => field(page).count()).toBe(1);
    expect(await post(page).isDisabled()).toBe(true);
    held.open();
    await panel(page).getByRole('heading', { name: 'Comments (16)' }).waitFor();
    await says(page, 'Comment 1').waitFor();
    expect(queryOf(calls, 'limit')[0]).toBe('15');
    expect(queryOf(calls, 'orderType')[0]).toBe('smart');
    expect(queryOf(calls, 'userId')[0]).toBe(visits.member.id);
    // the button loads more, automatically when it comes near
    const more = panel(page).getByRole('button', { name: /^(Show \d+ more|Loading comments)$/ });
    // a card above that is still being measured may push it out of view again
    await expect
      .poll(async () => {
        if (queryOf(calls, 'page').length === 1)
          await more.evaluate((button) => button.scrollIntoView({ block: 'center' }), undefined, {
            timeout: 1000,
          });
        return queryOf(calls, 'page');
      })
      .toEqual(['1', '2']);
    await says(page, 'Comment 16').waitFor();
    await says(page, /You've reached the end of comments/).waitFor();
    expect(queryOf(calls, 'page')).toEqual(['1', '2']);
  });

  it('load 10 at a time on the post page, 300 ms after the end is within 200 px, and retry a failed page [F2-68 F9-11 F9-14]', async () => {
    const { page, calls } = await openedPage(
      visits,
      commentPage(fifteen(1, 10), 11, 1, true),
      failing.refused,
      commentPage([fakeComment(11)], 11, 2),
    );
    await says(page, 'Comment 1').waitFor();
    expect(queryOf(calls, 'limit')[0]).toBe('10');
    expect(queryOf(calls, 'sortOrder')[0]).toBe('desc');
    await stopClock(page);
    expect(calls).toHaveLength(1);
    await scrollWindow(page, 100_000);
    // the list starts its timer in the frame after it is told
    await sightSettled(page);
    await sightSettled(page);
    await page.clock.runFor(299);
    expect(calls).toHaveLength(1);
    await page.clock.runFor(1);
    await expect.poll(() => calls.length).toBe(2);
    await page.clock.resume();
    await says(page, 'Failed to fetch comments').waitFor();
    expect(await panel(page).getByRole('listitem').count()).toBe(10);
    await panel(page).getByRole('button', { name: 'Try Again' }).click();
    await says(page, 'Comment 11').waitFor();
    await says(page, /You've reached the end of comments/).waitFor();
  });

  it('show an error for a failed list, and that there are none after Try Again [F2-55 F2-56 F8-17]', async () => {
    const { page } = await openedPanel(visits, failing.refused, commentPage([]));
    await says(page, 'Failed to load comments: Server returned 400...').waitFor();
    await panel(page).getByRole('button', { name: 'Try Again' }).click();
    await says(page, 'No comments yet').waitFor();
    await says(page, 'Be the first to comment on this post').waitFor();
  });
});
