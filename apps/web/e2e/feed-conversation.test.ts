import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { chromiumPath } from './support/chromium.js';
import { newMember, visiting } from './support/visits.js';

/** The comment element with this text. */
const comment = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Comments' }).getByRole('listitem').filter({ hasText: text });

const hasFocus = (of: Locator) =>
  expect.poll(() => of.evaluate((node) => node === document.activeElement)).toBe(true);

describe.skipIf(chromiumPath === undefined)('a conversation', () => {
  const web = inject('web');
  const visits = visiting();

  /** Writes to the API as the member. */
  const write = async (page: Page, path: string, data: object) => {
    const answer = await page.context().request.post(`${web}/api${path}`, { data, headers: { origin: web } });
    expect(answer.status()).toBe(201);
    return ((await answer.json()) as { data: { _id: string } }).data._id;
  };

  it('works by keyboard alone: reply, edit with history, and link to the reply [B6-16]', async () => {
    const page = await visits.memberPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    const postId = await write(page, '/posts', { title: 'A quiet harbour', description: 'At six.' });
    await write(page, '/comments', { postId, body: 'Which harbour?' });
    await page.goto(`${web}/p/${postId}`);
    const root = comment(page, 'Which harbour?').first();

    await root.getByRole('button', { name: 'Reply' }).focus();
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Write a reply' });
    await hasFocus(field);
    await page.keyboard.type('The old one', { delay: 10 });
    // a draft is restored after a reload
    await page.reload();
    await root.getByRole('button', { name: 'Reply' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('The old one');
    await hasFocus(field);
    await page.keyboard.press('Control+Enter');
    const replies = page.getByRole('list', { name: 'Replies' });
    await replies.getByText('The old one', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Comments (2)' }).waitFor();

    await root.getByRole('button', { name: 'More on this comment' }).first().focus();
    await page.keyboard.press('Enter');
    await hasFocus(page.getByRole('menuitem', { name: 'Copy link' }));
    await page.keyboard.press('ArrowDown');
    await hasFocus(page.getByRole('menuitem', { name: 'Edit' }));
    await page.keyboard.press('Enter');
    await hasFocus(page.getByRole('textbox', { name: 'Edit comment' }));
    await page.keyboard.type(' Or a lake?');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Which harbour? Or a lake?', { exact: true }).waitFor();
    const edited = page.getByRole('button', { name: 'edited' });
    await edited.focus();
    await page.keyboard.press('Enter');
    const former = page.getByRole('dialog', { name: 'Former texts' });
    await former.getByText('Which harbour?', { exact: true }).waitFor();
    await expectAccessible(page, 'former texts');
    await page.keyboard.press('Escape');
    await former.waitFor({ state: 'detached' });
    await hasFocus(edited);

    await replies.getByRole('button', { name: 'More on this comment' }).focus();
    await page.keyboard.press('Enter');
    await hasFocus(page.getByRole('menuitem', { name: 'Copy link' }));
    await page.keyboard.press('Enter');
    await page.getByText('Link to this comment copied').waitFor();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    expect(address).toMatch(new RegExp(`/p/${postId}\\?comment=[0-9a-f]{24}$`));
    await page.goto(address);
    const marked = page.getByRole('list', { name: 'Linked comment' }).locator('[aria-current=true]');
    await marked.getByText('The old one', { exact: true }).waitFor();
    await hasFocus(marked);
    await page.getByText('Which harbour? Or a lake?', { exact: true }).waitFor();
    await expectAccessible(page, 'a thread that a link names');
  });

  it('shows the users who like a post [B6-10]', async () => {
    const own = await visits.memberPage();
    const postId = await write(own, '/posts', { title: 'Third harbour', description: 'At eight.' });
    const liker = await newMember(visits.browser);
    const theirs = await visits.memberPage({ storageState: liker.state });
    const liked = await theirs
      .context()
      .request.post(`${web}/api/post-interactions/${postId}/like`, { headers: { origin: web } });
    expect(liked.ok()).toBe(true);
    await own.goto(`${web}/p/${postId}`);
    const opener = own.getByRole('button', { name: 'Who liked this' });
    await opener.click();
    const people = own.getByRole('dialog', { name: 'Liked by' });
    await people.getByRole('link', { name: liker.fullName }).waitFor();
    await people.getByRole('button', { name: `Follow ${liker.fullName}` }).waitFor();
    await expectAccessible(own, 'who likes a post');
    await own.keyboard.press('Escape');
    await hasFocus(opener);
  });
});
