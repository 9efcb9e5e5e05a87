import { beforeAll, describe, inject, it } from 'vitest';
import { runAdmin } from './support/admin.js';
import { chromiumPath } from './support/chromium.js';
import { moderateByWord } from './support/moderating-journey.js';
import { newMember, visiting, type Member } from './support/visits.js';
import { JOURNEYS, wordsIn } from './support/words.js';

const DESKTOP = { colorScheme: 'light', viewport: { width: 1440, height: 900 } } as const;

describe.skipIf(chromiumPath === undefined)('moderating', () => {
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
      await moderateByWord(page, inject('web'), wordsIn(locale));
    },
  );
});
