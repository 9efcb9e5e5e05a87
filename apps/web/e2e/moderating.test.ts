import { beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { runAdmin } from './support/admin.js';
import { chromiumPath } from './support/chromium.js';
import { newMember, visiting, type Member } from './support/visits.js';

const DESKTOP = { colorScheme: 'light', viewport: { width: 1440, height: 900 } } as const;

describe.skipIf(chromiumPath === undefined)('moderating', () => {
  const web = inject('web');
  const visits = visiting();
  let admin: Member;
  beforeAll(async () => {
    admin = await newMember(visits.browser);
    await runAdmin('make', admin.userName);
  });

  it('lists a word, finds its report, and suspends its author [B20-40 B20-41 B20-49]', async () => {
    const author = await newMember(visits.browser);
    const word = `w${author.userName.replace(/[^a-z0-9]/gi, '')}`;
    const page = await visits.memberPage({ ...DESKTOP, storageState: admin.state });
    await page.goto(`${web}/admin/instance`);
    const form = page.getByRole('form', { name: 'Instance' });
    await form.getByLabel('Words that report by themselves').fill(`${word}\n#${word}`);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();

    const theirs = await visits.browser.newContext({ storageState: author.state });
    const data = { title: `All about ${word.toUpperCase()}!` };
    const made = await theirs.request.post(`${web}/api/posts`, { data, headers: { origin: web } });
    expect(made.status()).toBe(201);
    await theirs.close();
    await page.getByRole('link', { name: 'Reports' }).click();
    const told = page.getByRole('article', { name: new RegExp(`^Post by @${author.userName},`) });
    await told.getByText(`Words: ${word}`).waitFor();
    await expectAccessible(page, 'a report by words');

    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('searchbox', { name: 'Find people' }).fill(author.userName);
    await page.keyboard.press('Enter');
    const card = page.getByRole('article', { name: `@${author.userName}` });
    await card.getByRole('button', { name: 'More' }).click();
    await card.getByRole('button', { name: 'Security log' }).click();
    await card.getByText(/^Account created/).waitFor();
    await expectAccessible(page, 'the security log of a member');
    await card.getByRole('button', { name: 'Suspend' }).click();
    const box = page.getByRole('dialog');
    await box.getByLabel('Your words to them').fill('Not here');
    await expectAccessible(page, 'the words of a suspension');
    await box.getByRole('button', { name: 'Suspend' }).click();
    await card.getByText(/^Suspended until/).waitFor();
    await page.goto(`${web}/admin/instance`);
    await form.getByLabel('Words that report by themselves').fill('');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
  });
});
