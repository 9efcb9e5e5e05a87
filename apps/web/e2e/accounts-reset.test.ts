import { describe, expect, inject, it } from 'vitest';
import { accountPages } from './support/account-pages.js';
import { ACCOUNT, codesFor, registerElsewhere, sendSignIn } from './support/accounts.js';
import { chromiumPath } from './support/chromium.js';
import { feedIsOpen } from './support/feed.js';
import { resetViews } from './support/reset-views.js';

describe.skipIf(chromiumPath === undefined)('resetting a password', () => {
  const web = inject('web');
  const api = inject('api');
  const at = accountPages('each');
  const reset = resetViews(at);

  it('goes through the four views, after which only the new password signs in [A1-6 A2.4-1]', async () => {
    await at.page.goto(`${web}${ACCOUNT.login}`);
    const person = await registerElsewhere(at.page, web);
    await at.page.getByRole('link', { name: 'Forgot password?' }).click();
    await reset.view('Forgot Password?');
    await at.field('Email').fill(` ${person.email.toUpperCase()} `);
    await at.press('Send OTP');
    await reset.view('Enter OTP');
    await at.sees('OTP sent to your email address');
    const [code = ''] = await codesFor(api, person.email, 1);
    await at.field('OTP').fill(code);
    await at.press('Verify OTP');
    await reset.view('Set New Password');
    await reset.sendPasswords('Quite new 1');
    await reset.view('Password Reset Successful!');
    await at.press('Back to Login');
    await at.page.waitForURL(`${web}${ACCOUNT.login}`);
    await sendSignIn(at.page, person.userName, person.password);
    await at.sees('Invalid email/username or password. Please check your credentials.');
    await sendSignIn(at.page, person.userName, 'Quite new 1');
    await feedIsOpen(at.page);
    expect(at.watched.problems).toEqual([]);
  });
});
