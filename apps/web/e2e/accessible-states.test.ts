import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { ACCOUNT, answerWith } from './support/accounts.js';
import { chromiumPath } from './support/chromium.js';
import { choose, form, fromMenu, openComposer, send, tile } from './support/composer.js';
import {
  AUTHOR,
  commentPage,
  failing,
  fake,
  fakeComment,
  FEED,
  feedOf,
  feedPage,
  gated,
  idOf,
  type Answer,
} from './support/fake-feed.js';
import { drawnPicture } from './support/upload-files.js';
import { cardOf, headerSizeOf, openFeed, scrollWindow, visiting } from './support/visits.js';
import { callsEnded } from './support/page-report.js';

describe.skipIf(chromiumPath === undefined)('every state of a screen is accessible', () => {
  const web = inject('web');
  const visits = visiting();

  const button = (where: Page | Locator, name: string | RegExp) =>
    where.getByRole('button', { name }).first();
  const text = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor();
  const memberPage = () => visits.memberPage({ colorScheme: 'light' });
  const visitFeed = async (...answers: Answer[]) => {
    const page = await memberPage();
    await fake(page, FEED, ...answers);
    await page.goto(`${web}/home`);
    return page;
  };

  it('a feed that is loading, failed, empty, partly loaded or at its end', async () => {
    const held = gated(failing.refused);
    const page = await visitFeed(held.answer, feedOf([]), feedPage(1, 3, 2), failing.refused, feedPage(4, 1));
    await text(page, 'Loading fresh content...');
    await expectAccessible(page, 'loading');
    held.open();
    await text(page, 'Something went wrong');
    await expectAccessible(page, 'failed');
    await button(page, 'Try Again').click();
    await button(page, 'View Posts').waitFor();
    await expectAccessible(page, 'empty');
    await button(page, 'View Posts').click();
    await text(page, 'Failed to load more posts');
    await expectAccessible(page, 'half-way');
    await button(page, 'Try Again').click();
    await text(page, "You've reached the end!");
    await expectAccessible(page, 'the end');
  });

  it('comments that are loading, failed, empty or rejected', async () => {
    const held = gated(failing.refused);
    const page = await memberPage();
    await fake(page, FEED, feedPage(1, 2));
    await fake(page, `/comments/post/${idOf(1)}`, held.answer, commentPage([]));
    await fake(page, '/comments', failing.refused);
    await openFeed(page);
    await button(cardOf(page, 'Post 1'), /^Comment, /).click();
    await page.getByRole('status', { name: 'Loading comments' }).waitFor();
    await expectAccessible(page, 'loading');
    held.open();
    await button(page.getByRole('region', { name: 'Comments' }), 'Try Again').click();
    await text(page, 'Be the first to comment on this post');
    await expectAccessible(page, 'none');
    await page.getByPlaceholder('Write a comment...').fill('A first word');
    await button(page, /^Post$/).click();
    const alert = page.getByRole('alertdialog');
    await alert.getByText('Failed to post comment. Please try again.').waitFor();
    await expectAccessible(page, 'refused');
  });

  it('own comments and the delete dialog', async () => {
    const page = await memberPage();
    await fake(page, FEED, feedPage(1, 1));
    const own = fakeComment(1, { user: { ...AUTHOR, _id: visits.member.id } });
    await fake(page, `/comments/post/${idOf(1)}`, commentPage([own], 1));
    await openFeed(page);
    await button(cardOf(page, 'Post 1'), /^Comment, /).click();
    await text(page, "You've reached the end of comments");
    await button(page.getByRole('region', { name: 'Comments' }), 'More on this comment').click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    await expectAccessible(page, 'its menu', 'as it is');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page, 'deleting');
  });

  it('both compact headers, and refreshing', async () => {
    const held = gated(feedPage(21, 20));
    const page = await visitFeed(feedPage(1, 20), held.answer);
    await cardOf(page, 'Post 1').waitFor();
    await scrollWindow(page, 120);
    await expect.poll(() => headerSizeOf(page)).not.toBe('normal');
    await expectAccessible(page, 'compact', 'as it is');
    await scrollWindow(page, 500);
    await expect.poll(() => headerSizeOf(page)).toBe('ultra-compact');
    await page.getByRole('heading', { name: 'Social Feed', exact: true }).dblclick();
    await text(page, /^Refreshing/);
    // under reduced motion the face and the words of the shuffle still fade, within a second [B4-23]
    await page.clock.runFor(1000);
    await page.locator('[data-draw]').waitFor({ state: 'detached' });
    await expectAccessible(page, 'ultra-compact', 'as it is');
    held.open();
  });

  it('the composer with pictures, errors and dialogs', async () => {
    const page = await memberPage();
    await openComposer(page);
    await send(page).click();
    await expectAccessible(page, 'nothing written');
    await fromMenu(page, 'Add from a link');
    await page.getByLabel('Link to the picture').fill('no address');
    await page.getByRole('button', { name: 'Add picture', exact: true }).click();
    await choose(page, await drawnPicture(page, 'shore.png', { width: 90, height: 60, type: 'image/png' }), {
      name: 'empty.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(0),
    });
    await text(page, 'This file is empty.');
    await tile(page, 'shore.png')
      .getByRole('button', { name: /alt text of picture 1/ })
      .waitFor();
    await expectAccessible(page, 'refused');
    await button(tile(page, 'shore.png'), /alt text of picture 1/).click();
    await page.getByRole('dialog').getByLabel('Description').fill('x'.repeat(1001));
    await text(page, '1 character too many');
    await expectAccessible(page, 'description');
    // Esc leaves it open while the text is too long
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button(tile(page, 'shore.png'), 'Crop picture 1').click();
    await expect.poll(() => button(page, 'Save picture').isEnabled()).toBe(true);
    await expectAccessible(page, 'cropping');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button(form(page), 'Discard').click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page, 'discard');
  });

  it('settings: picture cropping, a wrong password, a token, a blocked user, muted words', async () => {
    const page = await memberPage();
    await page.context().addInitScript((author) => {
      localStorage.setItem('blocked-authors', JSON.stringify([author]));
    }, AUTHOR);
    await page.goto(`${web}/settings/profile`);
    await page
      .getByLabel('File of the picture')
      .setInputFiles(await drawnPicture(page, 'shore.png', { width: 640, height: 480, type: 'image/png' }));
    const cut = page.getByRole('dialog', { name: 'Your profile picture' });
    await expect.poll(() => button(cut, 'Save picture').isEnabled()).toBe(true);
    await expectAccessible(page, 'cutting');
    await page.goto(`${web}/settings/care`);
    await button(page, 'Unblock @nilay').waitFor();
    for (const [word, end] of [
      ['spoilers', 'Forever'],
      ['#final', '7 days'],
    ] as const) {
      await page.getByLabel('Word or #tag').fill(word);
      await button(page, end).click();
      await button(page, 'Mute').click();
      await button(page, `Unmute ${word}`).waitFor();
    }
    await expectAccessible(page, 'blocked and muted');
    await page.goto(`${web}/settings/password`);
    await button(page, 'Change password').click();
    await text(page, 'Password is required');
    await expectAccessible(page, 'wrong password');
    await page.goto(`${web}/settings/tokens`);
    await page.getByLabel('Token name').fill('A script');
    await button(page, 'Create token').click();
    await text(page, 'Copy the token now. It is not shown again.');
    await button(page, 'Revoke A script').waitFor();
    await expectAccessible(page, 'tokens');
  });

  it('the later views of the password reset', async () => {
    const page = await visits.visitorPage({ colorScheme: 'light' });
    await page.goto(`${web}${ACCOUNT.forgot}`);
    for (const call of ['forgot-password', 'reset-password'])
      await answerWith(page, `auth/${call}`, { success: true });
    await answerWith(page, 'auth/verify-otp', { success: true, resetToken: 'a token' });
    await page.getByLabel('Email', { exact: true }).fill('somebody@example.org');
    await button(page, 'Send OTP').click();
    await button(page, 'Verify OTP').click();
    await text(page, 'OTP is required');
    await expectAccessible(page, 'code');
    await page.getByLabel('OTP', { exact: true }).fill('123456');
    await button(page, 'Verify OTP').click();
    await page.getByLabel('New password', { exact: true }).fill('Abcdef1!');
    await button(page, 'Reset Password').click();
    await text(page, 'Please confirm your password');
    await expectAccessible(page, 'new password');
    await page.getByLabel('Confirm password', { exact: true }).fill('Abcdef1!');
    await button(page, 'Reset Password').click();
    await text(page, 'Password Reset Successful!');
    await expectAccessible(page, 'done');
  });

  it('offline, and a page that crashes', async () => {
    const page = await visitFeed(feedPage(1, 2));
    await cardOf(page, 'Post 1').waitFor();
    // the offline notice loads after the first picture
    await callsEnded(page);
    await page.context().setOffline(true);
    await text(page, /^No connection/);
    await expectAccessible(page, 'offline');
    await page.context().setOffline(false);
    await page.route('**/assets/about-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'About Us' }).click();
    await text(page, 'Unexpected Application Error!');
    await expectAccessible(page, 'broken');
  });
});
