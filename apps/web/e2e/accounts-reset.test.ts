import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  ACCOUNT,
  answerBy,
  answerWith,
  codesFor,
  mailsTo,
  registerElsewhere,
  sendSignIn,
} from './support/accounts.js';
import { launch, openPage, type WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { feedIsOpen } from './support/feed.js';
import { newPerson, type Person } from './support/people.js';

describe.skipIf(chromiumPath === undefined)('resetting a password', () => {
  const web = inject('web');
  const api = inject('api');
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const view = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
  const sees = (words: string) => page.getByText(words, { exact: true }).waitFor();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const enter = async () => {
    await page.goto(`${web}${ACCOUNT.forgot}`);
    await view('Forgot Password?');
  };
  const toOtp = async (address = newPerson().email) => {
    await enter();
    await field('Email').fill(address);
    await press('Send OTP');
    await view('Enter OTP');
  };
  const toNewPassword = async () => {
    await answerWith(page, 'auth/verify-otp', { success: true, resetToken: 'a token' });
    await toOtp();
    await field('OTP').fill('123456');
    await press('Verify OTP');
    await view('Set New Password');
  };
  const sendPasswords = async (password: string, confirmation = password) => {
    await field('New password').fill(password);
    await field('Confirm password').fill(confirmation);
    await press('Reset Password');
  };

  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });
  beforeEach(async () => {
    watched = await openPage(browser, { reducedMotion: 'reduce' });
    page = watched.page;
    page.setDefaultTimeout(15_000);
  });
  afterEach(async () => {
    await watched.close();
  });

  describe('with the code from the mail', () => {
    let person: Person;

    it('goes through the four views, and the new password signs in where the old one does not', async () => {
      await page.goto(`${web}${ACCOUNT.login}`);
      person = await registerElsewhere(page, web);
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await view('Forgot Password?');
      await field('Email').fill(` ${person.email.toUpperCase()} `);
      await press('Send OTP');
      await view('Enter OTP');
      await sees('OTP sent to your email address');
      const [code = ''] = await codesFor(api, person.email, 1);
      await field('OTP').fill(code);
      await press('Verify OTP');
      await view('Set New Password');
      await sendPasswords('Quite new 1');
      await view('Password Reset Successful!');
      await press('Back to Login');
      await page.waitForURL(`${web}${ACCOUNT.login}`);
      await sendSignIn(page, person.userName, person.password);
      await sees('Invalid email/username or password. Please check your credentials.');
      await sendSignIn(page, person.userName, 'Quite new 1');
      await feedIsOpen(page);
      expect(watched.problems).toEqual([]);
    });

    it('refuses a wrong code at its field, and takes the right one afterwards', async () => {
      person = await registerElsewhere(page, web);
      await toOtp(person.email);
      const [code = ''] = await codesFor(api, person.email, 1);
      await field('OTP').fill(code === '000000' ? '111111' : '000000');
      await press('Verify OTP');
      await expect.poll(() => field('OTP').getAttribute('aria-invalid')).toBe('true');
      await field('OTP').fill(code);
      await press('Verify OTP');
      await view('Set New Password');
    });

    it('takes the newest code only, and the same one again after a step back', async () => {
      person = await registerElsewhere(page, web);
      await page.clock.install();
      await toOtp(person.email);
      await codesFor(api, person.email, 1);
      await page.clock.fastForward(61_000);
      await press('Resend OTP');
      await sees('New OTP sent to your email');
      const [second = '', first = ''] = await codesFor(api, person.email, 2);
      if (first !== second) {
        await field('OTP').fill(first);
        await press('Verify OTP');
        await expect.poll(() => field('OTP').getAttribute('aria-invalid')).toBe('true');
      }
      await field('OTP').fill(second);
      await press('Verify OTP');
      await view('Set New Password');
      await press('Back to OTP');
      await view('Enter OTP');
      await press('Verify OTP');
      await view('Set New Password');
      await sendPasswords('Quite new 2');
      await view('Password Reset Successful!');
    });

    it('says the same of an address that nobody has, which gets no mail', async () => {
      const { email } = newPerson();
      await toOtp(email);
      await sees('OTP sent to your email address');
      expect(await mailsTo(api, email)).toEqual([]);
    });
  });

  it('leads back from view to view, and from the first to sign-in', async () => {
    await toNewPassword();
    await press('Back to OTP');
    await view('Enter OTP');
    await press('Back to e-mail');
    await view('Forgot Password?');
    expect(await field('Email').inputValue()).toMatch(/@example\.org$/);
    await press('Back to Login');
    await page.waitForURL(`${web}${ACCOUNT.login}`);
  });

  it('names what is wrong with an address', async () => {
    await enter();
    await press('Send OTP');
    await sees('Email is required');
    for (const wrong of ['wilma', 'wilma@example', 'wil ma@example.org']) {
      await field('Email').fill(wrong);
      expect(await page.getByText('Please enter a valid email address').count()).toBe(0);
      await press('Send OTP');
      await sees('Please enter a valid email address');
    }
  });

  it('takes six digits as they are typed or pasted, and nothing else', async () => {
    await toOtp();
    await press('Verify OTP');
    await sees('OTP is required');
    await field('OTP').pressSequentially('1a2 b-3');
    expect(await field('OTP').inputValue()).toBe('123');
    await press('Verify OTP');
    await sees('OTP must be 6 digits');
    await field('OTP').pressSequentially('45678');
    expect(await field('OTP').inputValue()).toBe('123456');
    await field('OTP').fill('98-76-54-32');
    expect(await field('OTP').inputValue()).toBe('987654');
  });

  it('counts 60 seconds down before a code can be sent again, and starts anew then', async () => {
    await page.clock.install();
    await toOtp();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await press('Back to e-mail');
    await press('Send OTP');
    await view('Enter OTP');
    const button = page.getByRole('button', { name: /^Resend OTP/ });
    expect(await button.innerText()).toBe('Resend OTP in 60s');
    expect(await button.isDisabled()).toBe(true);
    await page.clock.runFor(1000);
    expect(await button.innerText()).toBe('Resend OTP in 59s');
    await page.clock.runFor(58_000);
    expect(await button.innerText()).toBe('Resend OTP in 1s');
    await page.clock.runFor(1000);
    expect(await button.innerText()).toBe('Resend OTP');
    await field('OTP').fill('123');
    await button.click();
    await sees('New OTP sent to your email');
    expect(await field('OTP').inputValue()).toBe('');
    expect(await button.innerText()).toBe('Resend OTP in 60s');
  });

  it('refuses weak passwords and tells how a good one looks', async () => {
    await toNewPassword();
    await sees('At least 8 characters with a mix of upper, lower, numbers and special characters');
    await sendPasswords('');
    await sees('Password is required');
    await sees('Please confirm your password');
    await sendPasswords('Abc1!');
    await sees('Password must be at least 8 characters');
    await sendPasswords('abcdefgh');
    await sees('Password is too weak');
    await sendPasswords('Abcdefg1', 'Abcdefg2');
    await sees('Passwords do not match');
  });

  it('names the strength of a new password from Weak to Strong', async () => {
    await toNewPassword();
    const filled = () => page.locator('[data-filled=true]').count();
    const strengths = [
      ['abc', 1, 'Weak'],
      ['abcdefgh', 2, 'Weak'],
      ['abcdefg1', 3, 'Fair'],
      ['Abcdefg1', 4, 'Good'],
      ['Abcdef1!', 5, 'Strong'],
    ] as const;
    for (const [password, bars, word] of strengths) {
      await field('New password').fill(password);
      await sees(`Password strength: ${word}`);
      expect(await filled()).toBe(bars);
    }
  });

  it('says what failed where the server says nothing', async () => {
    await enter();
    await answerWith(page, 'auth/forgot-password', { success: false }, 500);
    await field('Email').fill(newPerson().email);
    await press('Send OTP');
    await sees('Failed to send OTP');
    await answerWith(page, 'auth/forgot-password', { success: true });
    await press('Send OTP');
    await view('Enter OTP');
    await answerWith(page, 'auth/verify-otp', { success: false }, 400);
    await field('OTP').fill('123456');
    await press('Verify OTP');
    await sees('Invalid OTP');
    await answerWith(page, 'auth/verify-otp', { success: true, token: 'a token' });
    await press('Verify OTP');
    await view('Set New Password');
    await answerWith(page, 'auth/reset-password', { success: false }, 400);
    await sendPasswords('Abcdef1!');
    await sees('Failed to reset password');
    await answerBy(page, 'auth/reset-password', (route) => route.abort());
    await press('Reset Password');
    await sees('Cannot connect to server...');
    expect(await field('New password').inputValue()).toBe('Abcdef1!');
  });

  it('says what failed to be sent again', async () => {
    await page.clock.install();
    await toOtp();
    await page.clock.fastForward(61_000);
    await answerWith(page, 'auth/resend-otp', { success: false }, 400);
    await press('Resend OTP');
    await sees('Failed to resend OTP');
    await answerWith(page, 'auth/resend-otp', { success: false, message: 'Enough for today' }, 429);
    await press('Resend OTP');
    await sees('Enough for today');
  });
});
