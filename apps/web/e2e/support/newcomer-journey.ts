import type { Page } from 'playwright-core';
import { feedIsOpen } from './feed.js';
import { newPerson, signUp } from './people.js';
import type { Words } from './words.js';

/**
 * Opens a shared link without an account, reads, signs up, reads today's hand and posts.
 * @param say the words of the page's language
 */
export async function beginAsNewcomer(page: Page, web: string, say: Words): Promise<void> {
  // beside a word for screen readers, which shares the brackets of the pseudo-language
  const ofAll = say('{0} of {total}')
    .replace('{total}', '24')
    .replaceAll(/[[\]·]/g, '');
  const cardOf24 = (place: number) => page.getByText(ofAll.replace('{0}', String(place))).first();
  const answer = await page.context().request.get(`${web}/api/posts?limit=1&sortBy=likes`);
  const { data } = (await answer.json()) as { data: { _id: string; user: { fullName: string } }[] };
  const shared = data[0]!;

  await page.goto(`${web}/p/${shared._id}`);
  await page.waitForURL(`${web}/i/account/login`);
  await page.getByText(shared.user.fullName).first().waitFor();
  await page.getByRole('button', { name: say('Read without an account') }).click();
  await page.waitForURL(`${web}/p/${shared._id}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.getByRole('link', { name: say('Home'), exact: true }).click();
  await feedIsOpen(page);
  const welcome = page.getByRole('region', { name: say('Welcome') });
  await welcome.getByText(/\d/).first().waitFor();

  const person = newPerson();
  await signUp(page, web, person, say);
  await feedIsOpen(page);
  await welcome.getByRole('button', { name: say('People here') }).waitFor();

  await page
    .getByRole('navigation', { name: say('Main') })
    .getByRole('button', { name: say('More') })
    .click();
  await page.getByRole('link', { name: say("Today's hand") }).click();
  await cardOf24(1).waitFor();
  await page.getByRole('button', { name: say('Next card') }).click();
  await cardOf24(2).waitFor();
  await page.keyboard.press('End');
  await page.getByRole('heading', { name: say('That was today') }).waitFor();

  await page.getByRole('link', { name: say('Create') }).click();
  await page.getByRole('button', { name: say('Add a title') }).click();
  await page.getByRole('textbox', { name: say('Title') }).fill('My first post');
  await Promise.all([
    page.waitForResponse(
      (response) =>
        response.request().method() === 'POST' && /\/api\/posts$/.test(response.url()) && response.ok(),
    ),
    page.getByRole('button', { name: say('Post', 'verb'), exact: true }).click(),
  ]);
  await page.goto(`${web}/${person.userName}`);
  await page.getByRole('heading', { name: 'My first post' }).waitFor();
}
