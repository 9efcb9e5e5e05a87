import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { field, openedPage, openedPanel, panel, post, says } from './support/comments.js';
import { AUTHOR, commentPage, failing, fake, fakeComment, gated, idOf } from './support/fake-feed.js';
import { runUntil, stopClock, visiting } from './support/visits.js';

const alert = (page: Page, text: string) => page.getByRole('alertdialog').getByText(text, { exact: true });

describe.skipIf(chromiumPath === undefined)('comments', () => {
  const visits = visiting();

  it('post the trimmed text once, show it, reload the list and clear the field [F4-39 F5-4]', async () => {
    const mine = fakeComment(9, {
      body: 'Seen from my window',
      user: { ...AUTHOR, _id: visits.member.id, fullName: visits.member.fullName },
    });
    const { page, calls } = await openedPanel(
      visits,
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
    const own = panel(page).getByRole('listitem').filter({ hasText: 'Seen from my window' });
    await own.getByRole('button', { name: 'More on this comment' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  });

  it('keep an unposted text with an alert, also after a reload [F8-22]', async () => {
    const { page } = await openedPage(visits, commentPage([fakeComment(1)]));
    await fake(page, '/comments', failing.offline);
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
  });

  it('are liked optimistically with one call at a time, and rolled back with an alert [F8-23]', async () => {
    const { page } = await openedPanel(visits, commentPage([fakeComment(1)]));
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
    await expect.poll(() => likes.length).toBe(2);
  });
});
