import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './accessible.js';
import { newMember } from './visits.js';
import type { Words } from './words.js';

/**
 * As an admin, lists a word, finds its report, and suspends its author.
 * @param say the words of the page's language
 */
export async function moderateByWord(page: Page, web: string, say: Words): Promise<void> {
  const browser = page.context().browser()!;
  const author = await newMember(browser, web);
  const word = `w${author.userName.replace(/[^a-z0-9]/gi, '')}`;
  await page.goto(`${web}/admin/instance`);
  const form = page.getByRole('form', { name: say('Instance') });
  await form.getByLabel(say('Words that report by themselves')).fill(`${word}\n#${word}`);
  await form.getByRole('button', { name: say('Save') }).click();
  await page.getByText(say('Saved'), { exact: true }).waitFor();

  const theirs = await browser.newContext({ storageState: author.state });
  const data = { title: `All about ${word.toUpperCase()}!` };
  const made = await theirs.request.post(`${web}/api/posts`, { data, headers: { origin: web } });
  expect(made.status()).toBe(201);
  await theirs.close();
  await page.getByRole('link', { name: say('Reports') }).click();
  const told = page.getByRole('article', { name: new RegExp(`@${author.userName}\\b`) });
  await told.getByText(say('Words: {0}').replace('{0}', word)).waitFor();
  await expectAccessible(page, 'a report by words');

  await page.getByRole('link', { name: say('People') }).click();
  await page.getByRole('searchbox', { name: say('Find people') }).fill(author.userName);
  await page.keyboard.press('Enter');
  const card = page.getByRole('article', { name: `@${author.userName}` });
  await card.getByRole('button', { name: say('More', 'opposite of less') }).click();
  await card.getByRole('button', { name: say('Security log') }).click();
  await card.getByText(say('Account created with the password')).waitFor();
  await expectAccessible(page, 'the security log of a member');
  await card.getByRole('button', { name: say('Suspend') }).click();
  const box = page.getByRole('dialog');
  await box.getByLabel(say('Your words to them')).fill('Not here');
  await expectAccessible(page, 'the words of a suspension');
  await box.getByRole('button', { name: say('Suspend') }).click();
  const [until = ''] = say('Suspended until {0}')
    .split('{0}')
    .toSorted((one, other) => other.length - one.length);
  await card.getByText(until.trim()).waitFor();
  await page.goto(`${web}/admin/instance`);
  await form.getByLabel(say('Words that report by themselves')).fill('');
  await form.getByRole('button', { name: say('Save') }).click();
  await page.getByText(say('Saved'), { exact: true }).waitFor();
}
