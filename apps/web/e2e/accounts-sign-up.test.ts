import { describe, expect, inject, it } from 'vitest';
import { accountPages } from './support/account-pages.js';
import { ACCOUNT, addressOf, answerBy, answerWith, enterSignUp } from './support/accounts.js';
import { chromiumPath } from './support/chromium.js';
import { feedIsOpen } from './support/feed.js';
import { newPerson } from './support/people.js';

describe.skipIf(chromiumPath === undefined)('signing up', () => {
  const web = inject('web');
  const at = accountPages('each');

  const enter = (search = '') => enterSignUp(at.page, search);
  const press = () => at.press('Create account');

  it('shows that a check failed without blocking sign-up [A5-27 A7.2-3]', async () => {
    await enter();
    await answerWith(at.page, 'users/email/*/availability', { success: false }, 500);
    await answerBy(at.page, 'users/username/*/availability', (route) => route.abort());
    const person = newPerson();
    await at.fill({ Username: person.userName, Email: person.email });
    await at.sees('Unable to verify email');
    await at.sees('Unable to check username');
    await at.fill({
      'Full name': person.fullName,
      Password: person.password,
      'Confirm password': person.password,
    });
    await press();
    await feedIsOpen(at.page);
    // a new user stays signed in after the browser closes
    const kept = (await at.page.context().cookies()).filter(({ name }) => /access|refresh|hint/.test(name));
    expect(kept).toHaveLength(3);
    for (const { name, expires } of kept)
      expect(`${name} ${expires > Date.now() / 1000 ? 'has a date' : 'ends'}`).toBe(`${name} has a date`);
  });

  it('sends trimmed names and a lower-case address, signs in and opens the feed [A4.4-1 A5-31]', async () => {
    await enter();
    const person = newPerson();
    const sent = at.page.waitForRequest('**/api/auth/register');
    await at.fill({
      'Full name': `  ${person.fullName} `,
      Username: ` ${person.userName} `,
      Email: ` ${person.email.toUpperCase()} `,
      Password: person.password,
      'Confirm password': person.password,
    });
    await press();
    expect((await sent).postDataJSON()).toEqual({
      fullName: person.fullName,
      userName: person.userName,
      email: person.email,
      password: person.password,
    });
    await at.page.waitForURL(`${web}/home`);
    await feedIsOpen(at.page);
    expect(at.watched.problems).toEqual([]);
  });

  it('explains a failed social sign-in in sign-up terms [A8-16 A8-17]', async () => {
    const words = {
      google_auth_failed: 'Google authentication failed. Please try again.',
      linkedin_auth_failed: 'LinkedIn authentication failed. Please try again.',
      oauth_no_user: 'Social login failed. Please try again.',
      oauth_error: 'Authentication error occurred. Please try again.',
      something_else: 'Authentication failed. Please try again.',
    };
    for (const [error, said] of Object.entries(words)) {
      await enter(`?error=${error}&details=hidden`);
      await at.page.getByRole('alert').getByText(said, { exact: true }).waitFor();
      await expect.poll(() => addressOf(at.page)).toBe(ACCOUNT.signup);
    }
  });

  it('shows that X is coming, and links to sign-in [A8-18]', async () => {
    await enter();
    // aria-disabled, but still responds
    await at.page.getByRole('button', { name: /Continue with X/ }).press('Enter');
    await at.sees('Twitter OAuth coming soon!');
    await at.sees('Your gateway to endless possibilities');
    await at.page.getByRole('link', { name: 'Sign in' }).click();
    await at.page.waitForURL(`${web}${ACCOUNT.login}`);
  });
});
