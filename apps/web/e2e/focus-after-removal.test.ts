import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { chromiumPath } from './support/chromium.js';
import { fake, fakePost, FEED, feedOf } from './support/fake-feed.js';
import { atRest, newMember, openFeed, takesKeys, visiting } from './support/visits.js';

describe.skipIf(chromiumPath === undefined)('the focus after a list item is removed by keyboard', () => {
  const visits = visiting();
  const web = inject('web');

  const focused = (page: Page) =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      return element === document.body
        ? 'body'
        : (element?.getAttribute('aria-label') ?? element?.textContent ?? '');
    });

  /**
   * Opens the feed, and waits for what loads after the page: the code that keeps the focus, and the account's list of
   * blocks, which would show the posts of an author whom the account does not know again.
   */
  const openReady = async (page: Page) => {
    const late = ['/soon-', '/api/people/own'].map((part) =>
      page.waitForResponse((response) => response.url().includes(part)),
    );
    await openFeed(page);
    for (const response of await Promise.all(late)) await response.finished();
    await atRest(page);
  };

  it('moves from a blocked author to the next card, repeatedly, and to the previous one at the end', async () => {
    const page = await visits.memberPage();
    const posts = Array.from({ length: 5 }, (_unused, index) => {
      const post = fakePost(index + 1, { title: `Post ${index + 1}` });
      const id = (index + 1).toString(16).padStart(24, 'b');
      return {
        ...post,
        user: { ...post.user, _id: id, userName: `writer_${index}`, fullName: `Writer ${index}` },
      };
    });
    await fake(page, FEED, feedOf(posts));
    await openReady(page);
    for (const [blocked, next] of [
      [3, 4],
      [4, 5],
      [5, 2],
      [1, 2],
    ]) {
      const card = page.getByRole('article', { name: `Post ${blocked}`, exact: true });
      await card.getByRole('button', { name: 'Post options' }).focus();
      await page.keyboard.press('Enter');
      await takesKeys(page.getByRole('menu'));
      await page.getByRole('menuitem', { name: 'Block' }).focus();
      await page.keyboard.press('Enter');
      await takesKeys(page.getByRole('alertdialog'));
      const confirm = page.getByRole('alertdialog').getByRole('button', { name: /^Block/ });
      await confirm.focus();
      await page.keyboard.press('Enter');
      await card.waitFor({ state: 'detached' });
      const heir = page.getByRole('article', { name: `Post ${next}`, exact: true });
      await expect.poll(() => heir.evaluate((element) => element === document.activeElement)).toBe(true);
    }
  });

  it('moves from a muted post to the line in its place [B15-2 B15-3]', async () => {
    const page = await visits.memberPage();
    await fake(page, FEED, feedOf([1, 2, 3].map((id) => fakePost(id, { title: `Post number${id}` }))));
    await openReady(page);
    const card = page.getByRole('article', { name: 'Post number2', exact: true });
    await card.getByRole('button', { name: 'Post options' }).focus();
    await page.keyboard.press('Enter');
    await takesKeys(page.getByRole('menu'));
    await page.getByRole('menuitem', { name: 'Block' }).focus();
    await page.keyboard.press('Enter');
    await takesKeys(page.getByRole('alertdialog'));
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mute words…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Mute words' });
    await takesKeys(dialog);
    await dialog.getByRole('button', { name: 'number2' }).press('Enter');
    await expectAccessible(page, 'the dialog that mutes words');
    const stored = page.waitForResponse((response) => response.url().endsWith('/api/people/changes'));
    await dialog.getByRole('button', { name: 'Mute', exact: true }).press('Enter');
    const line = page.getByRole('article', { name: '1 post with “number2” hidden' });
    await line.waitFor();
    await expect.poll(() => line.evaluate((element) => element === document.activeElement)).toBe(true);
    // the next test reads the list of muted words
    await stored;
  });

  it('moves from an unmuted word to the next row, the previous one, then the section', async () => {
    // a member without words of other tests
    const page = await visits.memberPage({ storageState: (await newMember(visits.browser)).state });
    await page.goto(`${web}/settings/care`);
    const form = page.getByRole('form', { name: 'Mute a word' });
    for (const word of ['anise', 'basil', 'caper']) {
      await form.getByLabel('Word or #tag').fill(word);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `Unmute ${word}` }).waitFor();
    }
    const order = await page
      .getByRole('list', { name: 'Muted words' })
      .getByRole('button')
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
    await page.getByRole('button', { name: order[1]! }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe(order[2]);
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe(order[0]);
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toMatch(/Muted|mute/i);
  });
});
