import type { ReportCase } from '@social-feed/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { chromiumPath } from './support/chromium.js';
import { failing, fake, fakePost, FEED, feedOf, idOf } from './support/fake-feed.js';
import { cardOf, openFeed, takesKeys, visiting } from './support/visits.js';

const AT = '2026-03-01T12:00:00.000Z';
const group = (number: number, change: Partial<ReportCase> = {}): ReportCase => ({
  _id: idOf(number),
  kind: 'post',
  target: idOf(100 + number),
  count: 3,
  reasons: [
    { reason: 'spam', count: 2 },
    { reason: 'hate', count: 1 },
  ],
  firstAt: AT,
  lastAt: AT,
  author: {
    _id: idOf(200 + number),
    userName: `author${number}`,
    fullName: `Author ${number}`,
    profilepic: '',
    suspendedAt: null,
    suspendedUntil: null,
  },
  content: {
    title: `Offer ${number}`,
    text: 'Only today.',
    media: [],
    createdAt: AT,
    postId: idOf(100 + number),
  },
  ...change,
});
const GROUPS = [group(1), group(2), group(3, { kind: 'person', content: null })];
const detail = {
  ...group(1),
  reports: [{ reason: 'spam', text: 'The same under every post', createdAt: AT }],
  notes: [{ at: AT, adminName: 'mod', text: 'Asked them' }],
  history: [{ at: AT, adminName: 'mod', act: 'warn', note: 'First time' }],
  others: 2,
};

describe.skipIf(chromiumPath === undefined)('reports', () => {
  const web = inject('web');
  const visits = visiting();

  const card = (page: Page, number: number) =>
    page.getByRole('article', { name: new RegExp(`@author${number},`) });
  const hasFocus = (page: Page, number: number) =>
    expect
      .poll(() => card(page, number).evaluate((element) => element === document.activeElement))
      .toBe(true);
  /** A page of an admin, with the settings open that lead to the reports. */
  const admin = async () => {
    const page = await visits.memberPage({ colorScheme: 'light', viewport: { width: 1440, height: 900 } });
    await page.route('**/api/auth/me', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { user: object };
      await route.fulfill({ response: answer, json: { ...body, user: { ...body.user, isAdmin: true } } });
    });
    await fake(page, '/admin/reports', { success: true, data: GROUPS, nextCursor: null });
    await fake(page, /^\/admin\/reports\/[0-9a-f]{24}$/, { success: true, data: detail });
    const decided = await fake(page, /^\/admin\/reports\/[0-9a-f]{24}\/decision$/, {
      success: true,
      data: { decision: idOf(900), doneAt: AT },
    });
    const undone = await fake(page, /^\/admin\/reports\/[0-9a-f]{24}\/undo$/, { success: true });
    await page.goto(`${web}/settings/account`);
    await page.getByRole('link', { name: 'Open the reports' }).click();
    await card(page, 1).waitFor();
    return { page, decided, undone };
  };

  it('are worked by keys: context and history show, a decision can be taken back', async () => {
    const { page, decided, undone } = await admin();
    await page.keyboard.press('j');
    await hasFocus(page, 1);
    await card(page, 1).getByText('The same under every post').waitFor();
    await card(page, 1).getByText('First time').waitFor();
    await expectAccessible(page, 'reports with the history of an author');
    await page.keyboard.press('j');
    await hasFocus(page, 2);
    await page.keyboard.press('r');
    await card(page, 2).waitFor({ state: 'detached' });
    await hasFocus(page, 3);
    await page.getByText('Removed: Post by @author2').waitFor();
    await page.keyboard.press('u');
    await card(page, 2).waitFor();
    expect([decided.length, undone.length]).toEqual([1, 1]);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog');
    await takesKeys(help);
    await expectAccessible(page, 'the keys of the reports');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
  });

  it('are warned about, suspended for and dismissed', async () => {
    const { page, decided } = await admin();
    const bodies = () => decided.map((request) => request.postDataJSON() as object);
    const dialog = page.getByRole('dialog');
    await card(page, 1).getByRole('button', { name: 'Warn' }).click();
    await expectAccessible(page, 'the words of a warning');
    await dialog.getByLabel('Your words to them').fill('Not under every post, please');
    await dialog.getByRole('button', { name: 'Warn' }).click();
    await card(page, 1).waitFor({ state: 'detached' });
    await card(page, 2).getByRole('button', { name: 'Suspend' }).click();
    await dialog.getByLabel('Days').fill('400');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await dialog.getByText('Days must be a whole number from 1 to 365').waitFor();
    await expectAccessible(page, 'a suspension with a mistake');
    await dialog.getByLabel('Days').fill('30');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await card(page, 2).waitFor({ state: 'detached' });
    await card(page, 3).getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Nothing to decide').waitFor();
    expect(bodies()).toMatchObject([
      { act: 'warn', message: 'Not under every post, please' },
      { act: 'suspend', days: 30 },
      { act: 'dismiss' },
    ]);
  });

  it('are told to the moderators in a second step, which keeps its words where it fails', async () => {
    const page = await visits.memberPage({ colorScheme: 'light', viewport: { width: 1440, height: 900 } });
    await fake(page, FEED, feedOf([fakePost(1), fakePost(2)]));
    const told = await fake(page, '/reports', failing.server, { success: true, message: 'Thank you.' });
    await openFeed(page);
    await cardOf(page, 'Post 1').getByRole('button', { name: 'Post options' }).click();
    await page.getByRole('menuitem', { name: 'Report', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await page.getByLabel('What is wrong with it?').fill('The same under every post');
    await dialog.getByRole('button', { name: 'Report' }).click();
    const tell = page.getByRole('dialog', { name: 'Tell the moderators?' });
    await tell.waitFor();
    await expectAccessible(page, 'telling the moderators');
    await tell.getByRole('button', { name: 'Tell the moderators' }).click();
    await tell.getByText('Choose a reason').waitFor();
    await tell.getByLabel('Spam or a scam').check();
    await tell.getByRole('button', { name: 'Tell the moderators' }).click();
    await tell.getByRole('alert').waitFor();
    expect(await tell.getByLabel('What should they know?').inputValue()).toBe('The same under every post');
    await tell.getByRole('button', { name: 'Tell the moderators' }).click();
    const thanks = page.getByRole('dialog', { name: 'The moderators know' });
    await thanks.waitFor();
    await expectAccessible(page, 'the thanks for a report');
    expect(told.at(-1)?.postDataJSON()).toMatchObject({ kind: 'post', reason: 'spam' });
    await thanks.getByRole('button', { name: 'Done' }).click();
    await thanks.waitFor({ state: 'detached' });
  });
});
