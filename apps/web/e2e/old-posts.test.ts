import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { chromiumPath } from './support/chromium.js';
import { visiting } from './support/visits.js';

describe.skipIf(chromiumPath === undefined)('old posts of an author', () => {
  const web = inject('web');
  const visits = visiting();

  it('go after a time that is chosen by keys and confirmed, until it is off again [B24-47]', async () => {
    const page = await visits.memberPage({ viewport: { width: 390, height: 844 } });
    const field = page.getByRole('combobox', { name: 'Delete my posts' });
    const setting = async () => {
      const answer = await page.context().request.get(`${web}/api/posts/settings`);
      return ((await answer.json()) as { data: { deleteAfter: unknown } }).data.deleteAfter;
    };
    const chosen = () => field.locator('option:checked').textContent();
    await page.goto(`${web}/settings/posts`);
    await field.selectOption({ label: 'After 1 month' });
    const dialog = page.getByRole('alertdialog', { name: 'Delete posts after 1 month?' });
    await dialog.getByText('None of your posts is that old.').waitFor();
    await expectAccessible(page, 'the question before old posts are deleted');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(chosen).toBe('Never');
    expect(await setting()).toBeNull();

    await field.selectOption({ label: 'After 1 month' });
    await dialog.getByRole('button', { name: 'Delete from now on' }).click();
    await page.getByText('Posts older than 1 month are deleted once a day.').waitFor();
    await expect.poll(setting).toBe(30);
    await page.reload();
    await page.getByText('Posts older than 1 month are deleted once a day.').waitFor();
    await expect.poll(chosen).toBe('After 1 month');
    await field.selectOption({ label: 'Never' });
    await expect.poll(setting).toBeNull();
  });
});
