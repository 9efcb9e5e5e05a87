import { describe, expect, it } from 'vitest';
import { accountPages, below } from './support/account-pages.js';
import { answerBy, enterSignUp } from './support/accounts.js';
import { chromiumPath } from './support/chromium.js';

describe.skipIf(chromiumPath === undefined)('signing up', () => {
  const at = accountPages('each');

  const enter = (search = '') => enterSignUp(at.page, search);

  it('ignores the answer of an outdated check [A5-25]', async () => {
    await enter();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let questions = 0;
    await answerBy(at.page, 'users/username/*/availability', async (route) => {
      questions += 1;
      const first = questions === 1;
      if (first) await held;
      // an aborted call cannot be fulfilled
      await route.fulfill({ status: first ? 200 : 404, json: {} }).catch(() => undefined);
    });
    await at.field('Username').fill('wilma_one');
    await at.sees('Checking username…');
    await at.field('Username').fill('wilma_two');
    await at.sees('Username is available');
    release();
    await expect.poll(() => questions).toBe(2);
    expect(await below(at, 'Username')).toBe('Username is available');
  });
});
