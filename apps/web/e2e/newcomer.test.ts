import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { beginAsNewcomer } from './support/newcomer-journey.js';
import { visiting } from './support/visits.js';
import { JOURNEYS, wordsIn } from './support/words.js';

describe.skipIf(chromiumPath === undefined)('a newcomer', () => {
  const visits = visiting();

  it.each(JOURNEYS)(
    'opens a shared link, reads, signs up, reads today’s hand and posts, in %s',
    async (locale) => {
      const page = await visits.memberPage({
        locale,
        storageState: { cookies: [], origins: [] },
        viewport: { width: 375, height: 812 },
      });
      await beginAsNewcomer(page, inject('web'), wordsIn(locale));
      expect(await page.getByRole('article').count()).toBe(1);
    },
  );
});
