import { beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { runAdmin } from './support/admin.js';
import { chromiumPath } from './support/chromium.js';
import { suspend } from './support/moderating-journey.js';
import { newMember, visiting, type Member } from './support/visits.js';
import { JOURNEYS, wordsIn } from './support/words.js';

const DESKTOP = { colorScheme: 'light', viewport: { width: 1440, height: 900 } } as const;

describe.skipIf(chromiumPath === undefined)('moderating', () => {
  const web = inject('web');
  const visits = visiting();
  let admin: Member;
  beforeAll(async () => {
    admin = await newMember(visits.browser);
    await runAdmin('make', admin.userName);
  });

  it.each(JOURNEYS)(
    'lists a word, finds its report, and suspends its author, in %s [B20-40 B20-41 B20-49]',
    async (locale) => {
      const page = await visits.memberPage({ ...DESKTOP, locale, storageState: admin.state });
      const say = wordsIn(locale);
      const author = await newMember(visits.browser);
      const word = `w${author.userName.replace(/[^a-z0-9]/gi, '')}`;
      await page.goto(`${web}/admin/instance`);
      const form = page.getByRole('form', { name: say('Instance') });
      await form.getByLabel(say('Words that are reported automatically')).fill(`${word}\n#${word}`);
      await form.getByRole('button', { name: say('Save') }).click();
      await page.getByText(say('Saved'), { exact: true }).waitFor();

      const theirs = await visits.browser.newContext({ storageState: author.state });
      const data = { title: `All about ${word.toUpperCase()}!` };
      const made = await theirs.request.post(`${web}/api/posts`, { data, headers: { origin: web } });
      expect(made.status()).toBe(201);
      await theirs.close();
      await page.getByRole('link', { name: say('Reports') }).click();
      const told = page.getByRole('article', { name: new RegExp(`@${author.userName}\\b`) });
      await told.getByText(say('Words: {0}').replace('{0}', word)).waitFor();
      await expectAccessible(page, 'a report by words');

      await suspend(page, author.userName, say);
      await page.goto(`${web}/admin/instance`);
      await form.getByLabel(say('Words that are reported automatically')).fill('');
      await form.getByRole('button', { name: say('Save') }).click();
      await page.getByText(say('Saved'), { exact: true }).waitFor();
    },
  );
});
