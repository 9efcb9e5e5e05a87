import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { accountPages } from './support/account-pages.js';
import { ACCOUNT, enterSignIn, register, sendSignIn } from './support/accounts.js';
import { runAdmin } from './support/admin.js';
import { openPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { feedIsOpen } from './support/feed.js';

const TEXT = 'I quoted it to criticise it.';

describe.skipIf(chromiumPath === undefined)('a suspended member', () => {
  const web = inject('web');
  const at = accountPages('each');

  it('answers from the sign-in page, and comes back once a moderator accepts [B20-66 B20-67]', async () => {
    const member = await register(at.page.context(), web);
    await at.page.context().clearCookies();
    const desk = await openPage(at.browser, { reducedMotion: 'reduce' });
    desk.page.setDefaultTimeout(30_000);
    const moderator = await register(desk.context, web);
    await runAdmin('make', moderator.userName);
    await runAdmin('suspend', member.userName, 'Insults');

    await enterSignIn(at.page, `${web}${ACCOUNT.login}`);
    await sendSignIn(at.page, member.userName, member.password);
    await at.sees('This account is suspended');
    await at.press('Answer this decision');
    await at.fill({ 'Your answer': TEXT });
    await expectAccessible(at.page, 'the answer to a suspension');
    await at.press('Send to the moderators');
    await at.sees('Your answer is with the moderators. You get a mail when they have read it.');

    await desk.page.goto(`${web}/admin/appeals`);
    const card = desk.page.getByRole('listitem').filter({ hasText: member.userName });
    await card.getByText(TEXT).waitFor();
    await card.getByText('Reason: Insults').waitFor();
    await expectAccessible(desk.page, 'the appeals');
    await card.getByRole('textbox').fill('Sorry, our mistake');
    await card.getByRole('button', { name: `Lift the suspension of ${member.userName}` }).click();
    await card.waitFor({ state: 'detached' });
    await desk.close();

    await at.press('Back to sign-in');
    await sendSignIn(at.page, member.userName, member.password);
    await feedIsOpen(at.page);
    expect(at.page.url()).toBe(`${web}/home`);
  });
});
