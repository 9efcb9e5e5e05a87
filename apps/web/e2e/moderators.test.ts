import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { mailsTo } from './support/accounts.js';
import { runAdminOn } from './support/admin.js';
import { closePages, launch, openPage, type WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { cards, feedIsOpen } from './support/feed.js';
import {
  environmentOf,
  newPlace,
  removePlace,
  startStack,
  type Stack,
  type StackPlace,
} from './support/stack.js';
import { newMember, type Member } from './support/visits.js';

const RULE = 'No advertising';
/** Decisions are applied after ten seconds, by a job that runs every five. */
const DONE_WITHIN = { timeout: 30_000, interval: 500 };

// needs another stack: a rule of the instance would stop the sign-ups of other files
describe.skipIf(chromiumPath === undefined)('a community that has moderators', () => {
  let place: StackPlace;
  let stack: Stack;
  let browser: Browser;
  let [admin, moderator, author, reader]: Member[] = [];
  const open: WatchedPage[] = [];

  beforeAll(async () => {
    place = await newPlace();
    stack = await startStack(place, { DEMO_DATA: 'false' });
    browser = await launch();
    const join = () => newMember(browser, stack.web);
    [admin, moderator, author, reader] = [await join(), await join(), await join(), await join()];
    await runAdminOn(environmentOf(place), 'make', admin.userName);
  });
  afterEach(async () => {
    for (const watched of open.splice(0)) await watched.close();
  });
  afterAll(async () => {
    await closePages(browser);
    await stack.stop();
    removePlace(place);
  });

  const visit = async (path: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const watched = await openPage(browser, { colorScheme: 'light', reducedMotion: 'reduce', ...options });
    open.push(watched);
    watched.page.setDefaultTimeout(30_000);
    await watched.page.goto(`${stack.web}${path}`);
    return watched.page;
  };
  const visitAs = ({ state }: Member, path: string) => visit(path, { storageState: state });
  /** Sends a call as a member. @returns the id of the created object, if any */
  const call = async (who: Member, method: 'POST' | 'PUT' | 'PATCH', path: string, data: object) => {
    const context = await browser.newContext({ storageState: who.state });
    const options = { method, data, headers: { origin: stack.web } };
    const answer = await context.request.fetch(`${stack.web}/api${path}`, options);
    expect([path, answer.ok()]).toEqual([path, true]);
    const { data: made } = (await answer.json()) as { data?: { _id?: string } };
    await context.close();
    return made?._id ?? '';
  };
  /** Finds a member in the list and shows what can be done. */
  const findPerson = async (page: Page, { userName }: Member): Promise<Locator> => {
    await page.getByRole('searchbox', { name: 'Find people' }).fill(userName);
    await page.getByRole('searchbox', { name: 'Find people' }).press('Enter');
    const card = page.getByRole('article', { name: `@${userName}`, exact: true });
    await card.getByRole('button', { name: 'More', exact: true }).click();
    await card.getByRole('group', { name: 'Actions' }).waitFor();
    return card;
  };
  const confirm = async (page: Page, act: string, words?: string): Promise<void> => {
    const dialog = page.getByRole('dialog');
    if (words !== undefined) await dialog.getByLabel('Your message to them').fill(words);
    await dialog.getByRole('button', { name: act, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  it('is set up by its admin: a moderator, a name and a rule, which newcomers meet [B20-81]', async () => {
    const page = await visitAs(admin!, '/admin/people');
    const card = await findPerson(page, moderator!);
    await expectAccessible(page, 'a member with all acts');
    await card.getByRole('button', { name: 'Make moderator' }).click();
    await confirm(page, 'Make moderator');
    await card.getByText('Moderator', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Instance' }).click();
    const form = page.getByRole('form', { name: 'Instance' });
    await form.getByLabel('Name').fill('Harbour Square Neighbours');
    await form.getByLabel('Rules').fill(RULE);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await expect.poll(() => page.title()).toBe('Instance · Harbour Square Neighbours');

    const moderators = await visitAs(moderator!, '/settings');
    const list = moderators.getByRole('navigation', { name: 'Settings' });
    await list.getByRole('link', { name: /^Moderation/ }).click();
    const tabs = moderators.getByRole('navigation', { name: 'Administration' });
    await tabs.getByRole('link', { name: 'People' }).waitFor();
    expect(await tabs.getByRole('link', { name: 'Instance' }).count()).toBe(0);

    const newcomer = await visit('/i/account/signup');
    await newcomer.getByRole('region', { name: 'Rules' }).getByText(RULE).waitFor();
    await newcomer.getByText('Harbour Square Neighbours', { exact: true }).waitFor();
  });

  it('is cared for by a moderator, who warns, silences, and decides a report by a rule [B20-82]', async () => {
    await call(admin!, 'PATCH', '/admin/instance', { rules: [RULE] });
    await call(admin!, 'PUT', `/admin/users/${moderator!.id}/moderator`, { isModerator: true });
    await call(reader!, 'POST', '/posts', { title: 'A quiet morning', description: 'By the sea.' });
    const offer = { title: 'Cheap watches', description: 'Only today.' };
    const post = await call(author!, 'POST', '/posts', offer);

    const offersOn = (page: Page) => page.getByRole('article', { name: offer.title, exact: true });
    /** On a first visit: a reload would keep the order. */
    const offersInFeed = async (): Promise<number> => {
      const feed = await visitAs(reader!, '/home');
      await feedIsOpen(feed);
      await cards(feed).filter({ hasText: 'A quiet morning' }).waitFor();
      // cards below the first one are drawn later
      const all = async () => Number(await cards(feed).first().getAttribute('aria-setsize'));
      await expect.poll(async () => (await all()) - (await cards(feed).count())).toBe(0);
      const count = await offersOn(feed).count();
      await open.pop()?.close();
      return count;
    };
    await expect.poll(offersInFeed).toBe(1);

    const page = await visitAs(moderator!, '/admin/people');
    const card = await findPerson(page, author!);
    await card.getByRole('button', { name: 'Warn', exact: true }).click();
    await confirm(page, 'Warn', 'Not under every post, please');
    await card.getByText(`${moderator!.userName} warned them`).waitFor();
    await card.getByRole('button', { name: 'Silence', exact: true }).click();
    await confirm(page, 'Silence');
    await card.getByText('Silenced', { exact: true }).waitFor();

    await expect.poll(offersInFeed).toBe(0);
    await offersOn(await visitAs(reader!, `/${author!.userName}`)).waitFor();
    const warned = await visitAs(author!, '/notifications');
    await warned.getByText('Not under every post, please').waitFor();

    await card.getByRole('button', { name: 'End silence' }).click();
    await confirm(page, 'End silence');
    await expect.poll(offersInFeed).toBe(1);

    await call(reader!, 'POST', '/reports', { kind: 'post', target: post, reason: 'spam', text: '' });
    await page.getByRole('link', { name: 'Reports' }).click();
    const told = page.getByRole('article', { name: new RegExp(`^Post by @${author!.userName},`) });
    await told.getByRole('button', { name: 'Warn' }).click();
    await page
      .getByRole('dialog')
      .getByLabel('Broken rule')
      .selectOption({ label: `1. ${RULE}` });
    await confirm(page, 'Warn', 'This is an advertisement');
    await told.waitFor({ state: 'detached' });
    const ruleInMail = async () =>
      (await mailsTo(stack.api, author!.email)).some(
        ({ text }) => text.includes(RULE) && text.includes('This is an advertisement'),
      );
    await expect.poll(ruleInMail, DONE_WITHIN).toBe(true);
  });
});
