import type { Locator, Page } from 'playwright-core';
import { inject } from 'vitest';
import type { ChosenFile } from './upload-files.js';

const COMPOSER = '/createpost';

/** Opens the form for a new post, or for editing an own one. */
export async function openComposer(page: Page, editing?: string): Promise<void> {
  await page.goto(`${inject('web')}${COMPOSER}${editing === undefined ? '' : `?edit=${editing}`}`);
  await form(page).waitFor();
}

export const form = (page: Page): Locator => page.getByRole('form', { name: /^(Create|Edit) Post$/ });
export const title = (page: Page): Locator => form(page).getByLabel('Title', { exact: true });
/** Unfolds fields by the tool of this name. */
export const unfold = (page: Page, name: string): Promise<void> =>
  form(page).getByRole('button', { name, exact: true }).click();
/** Presses an item of the menu behind More. */
export async function fromMenu(page: Page, name: string): Promise<void> {
  await unfold(page, 'More for this post');
  await page.getByRole('menuitem', { name, exact: true }).click();
}
export const send = (page: Page, name = 'Post'): Locator =>
  form(page).getByRole('button', { name, exact: true });

/** Selects files with the button and the file dialog. */
export const choose = (page: Page, ...files: ChosenFile[]): Promise<void> =>
  form(page).getByLabel('Add pictures or videos').setInputFiles(files);

export const tiles = (page: Page): Locator =>
  form(page)
    .getByRole('list', { name: 'Pictures and videos of this post' })
    .getByRole('listitem', { name: / of \d+: / });

/** Returns the file names shown on the tiles, in order. */
export const tileNames = async (page: Page): Promise<(string | undefined)[]> => {
  const labels = await tiles(page).evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label')));
  return labels.map((label) => label?.replace(/^.*? of \d+: /, ''));
};

export const tile = (page: Page, name: string): Locator =>
  tiles(page).and(page.locator(`[aria-label$=": ${name}"]`));

/** Waits until all uploads have finished. */
export const uploaded = (page: Page): Promise<void> =>
  form(page).getByText('Draft saved in this browser').waitFor({ timeout: 30_000 });
