import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { feedIsOpen } from './support/feed.js';
import { newPerson, signUp } from './support/people.js';
import { visiting } from './support/visits.js';

describe.skipIf(chromiumPath === undefined)('a newcomer', () => {
  const web = inject('web');
  const visits = visiting();

  it('opens a shared link, reads, signs up, reads today’s hand and posts', async () => {
    const page = await visits.memberPage({
      storageState: { cookies: [], origins: [] },
      viewport: { width: 375, height: 812 },
    });
    const answer = await page.context().request.get(`${web}/api/posts?limit=1&sortBy=likes`);
    const { data } = (await answer.json()) as { data: { _id: string; user: { fullName: string } }[] };
    const shared = data[0]!;

    await page.goto(`${web}/p/${shared._id}`);
    await page.waitForURL(`${web}/i/account/login`);
    await page.getByText(shared.user.fullName).first().waitFor();
    await page.getByRole('button', { name: 'Read without an account' }).click();
    await page.waitForURL(`${web}/p/${shared._id}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await feedIsOpen(page);
    const welcome = page.getByRole('region', { name: 'Welcome' });
    await welcome.getByText(/^[\d,]+ posts, shuffled for you alone\./).waitFor();

    const person = newPerson();
    await signUp(page, web, person);
    await feedIsOpen(page);
    await welcome.getByRole('button', { name: /^People here ./ }).waitFor();

    await page.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('link', { name: "Today's hand" }).click();
    await page.getByText('1 of 24', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Next card' }).click();
    await page.getByText('2 of 24', { exact: true }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('heading', { name: 'That was today' }).waitFor();

    await page.getByRole('link', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Add a title' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('My first post');
    await Promise.all([
      page.waitForResponse(
        (response) =>
          response.request().method() === 'POST' && /\/api\/posts$/.test(response.url()) && response.ok(),
      ),
      page.getByRole('button', { name: 'Post', exact: true }).click(),
    ]);
    await page.goto(`${web}/${person.userName}`);
    await page.getByRole('heading', { name: 'My first post' }).waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
  });
});
