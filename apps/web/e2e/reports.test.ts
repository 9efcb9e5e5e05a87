import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { runAdmin } from './support/admin.js';
import { chromiumPath } from './support/chromium.js';
import { failing, fake, fakePost, FEED, feedOf } from './support/fake-feed.js';
import { callsEnded } from './support/page-report.js';
import { cardOf, newMember, openFeed, takesKeys, visiting, type Member } from './support/visits.js';

const DESKTOP = { colorScheme: 'light', viewport: { width: 1440, height: 900 } } as const;
/** Decisions are applied after ten seconds, by a job that runs every five. */
const DONE_WITHIN = { timeout: 30_000, interval: 500 };

describe.skipIf(chromiumPath === undefined)('reports', () => {
  const web = inject('web');
  const visits = visiting();
  let moderator: Member;
  beforeAll(async () => {
    moderator = await newMember(visits.browser);
    await runAdmin('make', moderator.userName);
  });

  /** Sends a call as a member. @returns the id of the created object, if any */
  const call = async ({ state }: Member, path: string, data: object): Promise<string> => {
    const context = await visits.browser.newContext({ storageState: state });
    const answer = await context.request.post(`${web}/api${path}`, { data, headers: { origin: web } });
    expect([path, answer.ok()]).toEqual([path, true]);
    const { data: made } = (await answer.json()) as { data?: { _id: string } };
    await context.close();
    return made?._id ?? '';
  };
  const publish = (author: Member) =>
    call(author, '/posts', { title: `Offer of ${author.userName}`, description: 'Only today.' });
  const report = (by: Member, kind: 'post' | 'person', target: string) =>
    call(by, '/reports', { kind, target, reason: 'hate', text: 'Again and again' });
  const isThere = async (post: string) => (await fetch(`${inject('api')}/posts/${post}`)).status === 200;

  const cardAbout = (page: Page, what: 'Post by' | 'Person', { userName }: Member) =>
    page.getByRole('article', { name: new RegExp(`^${what} @${userName},`) });
  const hasFocus = (card: ReturnType<typeof cardAbout>) =>
    expect.poll(() => card.evaluate((element) => element === document.activeElement)).toBe(true);
  /** Opens the reports as the admin, through the settings. */
  const openReports = async () => {
    const page = await visits.memberPage({ ...DESKTOP, storageState: moderator.state });
    await page.goto(`${web}/settings`);
    const list = page.getByRole('navigation', { name: 'Settings' });
    await list.getByRole('link', { name: /^Moderation/ }).click();
    return page;
  };

  /** The decision that runs ten seconds later, during the other tests. */
  let decided: { author: Member; post: string };

  it('reach an admin, who decides by keyboard and undoes [B9-21]', async () => {
    const [author, other] = [await newMember(visits.browser), await newMember(visits.browser)];
    const post = await publish(author);
    // more reports than any other test sends put the post first, and the person second
    for (const by of [other, visits.member, await newMember(visits.browser)]) await report(by, 'post', post);
    for (const by of [other, visits.member]) await report(by, 'person', author.id);

    const page = await openReports();
    const [told, person] = [cardAbout(page, 'Post by', author), cardAbout(page, 'Person', author)];
    await told.waitFor();
    await callsEnded(page);
    await page.keyboard.press('j');
    await hasFocus(told);
    await told.getByText('Only today.').waitFor();
    await told.getByText('Again and again').first().waitFor();
    await told.getByText('Nothing was done before.').waitFor();
    await expectAccessible(page, 'reports with what people say');
    await page.keyboard.press('j');
    await hasFocus(person);
    await page.keyboard.press('k');
    await hasFocus(told);
    await page.keyboard.press('r');
    await told.waitFor({ state: 'detached' });
    await hasFocus(person);
    await page.getByText(`Removed: Post by @${author.userName}`).waitFor();
    await page.keyboard.press('u');
    await told.waitFor();
    await told.focus();
    await page.keyboard.press('r');
    await told.waitFor({ state: 'detached' });
    expect(await isThere(post)).toBe(true);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog');
    await takesKeys(help);
    await expectAccessible(page, 'the keys of the reports');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    decided = { author, post };
  });

  it('lead to warnings, suspensions and dismissals [B9-21]', async () => {
    const authors: Member[] = [];
    for (let index = 0; index < 3; index += 1) {
      const author = await newMember(visits.browser);
      await report(visits.member, 'post', await publish(author));
      authors.push(author);
    }
    const page = await openReports();
    const [warned, suspended, dismissed] = authors.map((author) => cardAbout(page, 'Post by', author));
    const dialog = page.getByRole('dialog');
    await warned!.getByRole('button', { name: 'Warn' }).click();
    await dialog.waitFor();
    await expectAccessible(page, 'the words of a warning');
    await dialog.getByLabel('Your message to them').fill('Not under every post, please');
    await dialog.getByRole('button', { name: 'Warn' }).click();
    await warned!.waitFor({ state: 'detached' });
    await suspended!.getByRole('button', { name: 'Suspend' }).click();
    await dialog.getByLabel('Days').fill('400');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await dialog.getByText('Days must be a whole number from 1 to 365').waitFor();
    await expectAccessible(page, 'a suspension with a mistake');
    await dialog.getByLabel('Days').fill('30');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await suspended!.waitFor({ state: 'detached' });
    await dismissed!.getByRole('button', { name: 'Dismiss' }).click();
    await dismissed!.waitFor({ state: 'detached' });
  });

  it('are sent to the moderators if wished, and keep their text on failure [B9-21]', async () => {
    const page = await visits.memberPage(DESKTOP);
    await fake(page, FEED, feedOf([fakePost(1), fakePost(2)]));
    const told = await fake(page, '/reports', failing.server, { success: true, message: 'Thank you.' });
    await openFeed(page);
    await cardOf(page, 'Post 1').getByRole('button', { name: 'Post options' }).click();
    await page.getByRole('menuitem', { name: 'Report', exact: true }).click();
    const tell = page.getByRole('dialog', { name: 'Report post' });
    await tell.getByLabel('What is wrong with it?').fill('The same under every post');
    await tell.getByLabel('Also tell the moderators').check();
    await expectAccessible(page, 'telling the moderators');
    await tell.getByRole('button', { name: 'Tell the moderators' }).click();
    await tell.getByText('Choose a reason').waitFor();
    await tell.getByLabel('Spam or a scam').check();
    await tell.getByRole('button', { name: 'Tell the moderators' }).click();
    await tell.getByRole('alert').waitFor();
    expect(await tell.getByLabel('What is wrong with it?').inputValue()).toBe('The same under every post');
    await tell.getByRole('button', { name: 'Tell the moderators' }).click();
    const thanks = page.getByRole('dialog', { name: 'The moderators know' });
    await thanks.waitFor();
    await expectAccessible(page, 'the thanks for a report');
    expect(told.at(-1)?.postDataJSON()).toMatchObject({ kind: 'post', reason: 'spam' });
    await thanks.getByRole('button', { name: 'Done' }).click();
    await thanks.waitFor({ state: 'detached' });
  });

  it('lead to a decision that the admin finds in the log, and to one that opens again [B9-21 B9-26 B9-27]', async () => {
    const { author, post } = decided;
    await expect.poll(() => isThere(post), DONE_WITHIN).toBe(false);
    const page = await openReports();
    const person = cardAbout(page, 'Person', author);
    await person.waitFor();
    await person.focus();
    await person.getByText(`${moderator.userName} removed a post`).waitFor();
    expect(await runAdmin('log')).toMatch(
      new RegExp(`${moderator.userName}  remove-post  ${author.userName}  ${post}`),
    );
    await page.keyboard.press('d');
    await person.waitFor({ state: 'detached' });

    const again = person.getByRole('button', { name: 'Open again' });
    const isListed = async () => {
      await page.reload();
      await page.getByRole('button', { name: 'Decided' }).click();
      await page.getByRole('article').first().waitFor();
      return again.isVisible();
    };
    await expect.poll(isListed, DONE_WITHIN).toBe(true);
    await expectAccessible(page, 'the decided reports');
    await again.click();
    await person.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await person.getByRole('button', { name: 'Dismiss' }).waitFor();
  });
});
