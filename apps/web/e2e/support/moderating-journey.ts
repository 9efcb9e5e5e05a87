import type { Page } from 'playwright-core';
import { expectAccessible } from './accessible.js';
import type { Words } from './words.js';

/**
 * From a page of the administration, reads the security log of a member and suspends them.
 * @param say the words of the page's language
 */
export async function suspend(page: Page, userName: string, say: Words): Promise<void> {
  await page.getByRole('link', { name: say('People') }).click();
  await page.getByRole('searchbox', { name: say('Find people') }).fill(userName);
  await page.keyboard.press('Enter');
  const card = page.getByRole('article', { name: `@${userName}` });
  await card.getByRole('button', { name: say('More', 'opposite of less') }).click();
  await card.getByRole('button', { name: say('Security log') }).click();
  await card.getByText(say('Account created with the password')).waitFor();
  await expectAccessible(page, 'the security log of a member');
  await card.getByRole('button', { name: say('Suspend') }).click();
  const box = page.getByRole('dialog');
  await box.getByLabel(say('Your message to them')).fill('Not here');
  await expectAccessible(page, 'the words of a suspension');
  await box.getByRole('button', { name: say('Suspend') }).click();
  const [until = ''] = say('Suspended until {0}')
    .split('{0}')
    .toSorted((one, other) => other.length - one.length);
  await card.getByText(until.trim()).waitFor();
}
