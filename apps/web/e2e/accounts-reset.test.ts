import { describe, expect, inject, it } from 'vitest';
import { accountPages } from './support/account-pages.js';
import {
  ACCOUNT,
  answerBy,
  answerWith,
  codesFor,
  mailsTo,
  registerElsewhere,
  sendSignIn,
} from './support/accounts.js';
import { chromiumPath } from './support/chromium.js';
import { feedIsOpen } from './support/feed.js';
import { newPerson, type Person } from './support/people.js';
import { resetViews } from './support/reset-views.js';

describe.skipIf(chromiumPath === undefined)('resetting a password', () => {
  const web = inject('web');
  const api = inject('api');
  const at = accountPages('each');
  const reset = resetViews(at);

  describe('with the code from the mail', () => {
    let person: Person;

    it('goes through the four views, after which only the new password signs in [A1-6 A2.4-1]', async () => {
      await at.page.goto(`${web}${ACCOUNT.login}`);
      person = await registerElsewhere(at.page, web);
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

    it('shows a wrong code at its field, then accepts the right one', async () => {
      person = await registerElsewhere(at.page, web);
      await reset.toOtp(person.email);
      const [code = ''] = await codesFor(api, person.email, 1);
      await at.field('OTP').fill(code === '000000' ? '111111' : '000000');
      await at.press('Verify OTP');
      await expect.poll(() => at.field('OTP').getAttribute('aria-invalid')).toBe('true');
      await at.field('OTP').fill(code);
      await at.press('Verify OTP');
      await reset.view('Set New Password');
    });

    it('accepts only the newest code, and accepts it again after going back', async () => {
      person = await registerElsewhere(at.page, web);
      await at.page.clock.install();
      await reset.toOtp(person.email);
      await codesFor(api, person.email, 1);
      await at.page.clock.fastForward(61_000);
      await at.press('Resend OTP');
      await at.sees('New OTP sent to your email');
      const [second = '', first = ''] = await codesFor(api, person.email, 2);
      if (first !== second) {
        await at.field('OTP').fill(first);
        await at.press('Verify OTP');
        await expect.poll(() => at.field('OTP').getAttribute('aria-invalid')).toBe('true');
      }
      await at.field('OTP').fill(second);
      await at.press('Verify OTP');
      await reset.view('Set New Password');
      await at.press('Back to OTP');
      await reset.view('Enter OTP');
      await at.press('Verify OTP');
      await reset.view('Set New Password');
      await reset.sendPasswords('Quite new 2');
      await reset.view('Password Reset Successful!');
    });

    it('shows the same for an unknown address, which gets no mail', async () => {
      const { email } = newPerson();
      await reset.toOtp(email);
      await at.sees('OTP sent to your email address');
      expect(await mailsTo(api, email)).toEqual([]);
    });
  });

  it('goes back through the views, and from the first to sign-in [A2.4-2]', async () => {
    await reset.toNewPassword();
    await at.press('Back to OTP');
    await reset.view('Enter OTP');
    await at.press('Back to e-mail');
    await reset.view('Forgot Password?');
    expect(await at.field('Email').inputValue()).toMatch(/@example\.org$/);
    await at.press('Back to Login');
    await at.page.waitForURL(`${web}${ACCOUNT.login}`);
  });

  it('shows a default error if the server sends no message [A8-25]', async () => {
    await reset.enter();
    await answerWith(at.page, 'auth/forgot-password', { success: false }, 500);
    await at.field('Email').fill(newPerson().email);
    await at.press('Send OTP');
    await at.sees('Failed to send OTP');
    await answerWith(at.page, 'auth/forgot-password', { success: true });
    await at.press('Send OTP');
    await reset.view('Enter OTP');
    await answerWith(at.page, 'auth/verify-otp', { success: false }, 400);
    await at.field('OTP').fill('123456');
    await at.press('Verify OTP');
    await at.sees('Invalid OTP');
    await answerWith(at.page, 'auth/verify-otp', { success: true, token: 'a token' });
    await at.press('Verify OTP');
    await reset.view('Set New Password');
    await answerWith(at.page, 'auth/reset-password', { success: false }, 400);
    await reset.sendPasswords('Abcdef1!');
    await at.sees('Failed to reset password');
    await answerBy(at.page, 'auth/reset-password', (route) => route.abort());
    await at.press('Reset Password');
    await at.sees('Cannot connect to server...');
    expect(await at.field('New password').inputValue()).toBe('Abcdef1!');
  });

  it('shows an error if resending fails [A8-25]', async () => {
    await at.page.clock.install();
    await reset.toOtp();
    await at.page.clock.fastForward(61_000);
    await answerWith(at.page, 'auth/resend-otp', { success: false }, 400);
    await at.press('Resend OTP');
    await at.sees('Failed to resend OTP');
    await answerWith(at.page, 'auth/resend-otp', { success: false, message: 'Enough for today' }, 429);
    await at.press('Resend OTP');
    await at.sees('Enough for today');
  });
});
