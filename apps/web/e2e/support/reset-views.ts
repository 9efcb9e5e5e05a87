import { inject } from 'vitest';
import type { AccountPages } from './account-pages.js';
import { ACCOUNT, answerWith } from './accounts.js';
import { newPerson } from './people.js';

/** Moves through the views of a password reset. */
export function resetViews(at: AccountPages) {
  const view = (name: string) => at.page.getByRole('heading', { name, exact: true }).waitFor();
  const enter = async () => {
    await at.page.goto(`${inject('web')}${ACCOUNT.forgot}`);
    await view('Forgot Password?');
  };
  const toOtp = async (address = newPerson().email) => {
    await enter();
    await at.field('Email').fill(address);
    await at.press('Send OTP');
    await view('Enter OTP');
  };
  const toNewPassword = async () => {
    await answerWith(at.page, 'auth/verify-otp', { success: true, resetToken: 'a token' });
    await toOtp();
    await at.field('OTP').fill('123456');
    await at.press('Verify OTP');
    await view('Set New Password');
  };
  const sendPasswords = async (password: string, confirmation = password) => {
    await at.field('New password').fill(password);
    await at.field('Confirm password').fill(confirmation);
    await at.press('Reset Password');
  };
  return { view, enter, toOtp, toNewPassword, sendPasswords };
}
