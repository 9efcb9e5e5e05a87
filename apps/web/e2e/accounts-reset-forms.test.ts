import { describe, expect, it } from 'vitest';
import { accountPages } from './support/account-pages.js';
import { chromiumPath } from './support/chromium.js';
import { resetViews } from './support/reset-views.js';

describe.skipIf(chromiumPath === undefined)('resetting a password', () => {
  const at = accountPages('each');
  const reset = resetViews(at);

  it('shows errors for invalid addresses [A5-32 A5-33]', async () => {
    await reset.enter();
    await at.press('Send OTP');
    await at.sees('Email is required');
    for (const wrong of ['wilma', 'wilma@example', 'wil ma@example.org']) {
      await at.field('Email').fill(wrong);
      await expect.poll(() => at.page.getByText('Please enter a valid email address').count()).toBe(0);
      await at.press('Send OTP');
      await at.sees('Please enter a valid email address');
    }
  });

  it('accepts only six digits, typed or pasted [A5-34 A5-36]', async () => {
    await reset.toOtp();
    await at.press('Verify OTP');
    await at.sees('OTP is required');
    await at.field('OTP').pressSequentially('1a2 b-3');
    await expect.poll(() => at.field('OTP').inputValue()).toBe('123');
    await at.press('Verify OTP');
    await at.sees('OTP must be 6 digits');
    await at.field('OTP').pressSequentially('45678');
    await expect.poll(() => at.field('OTP').inputValue()).toBe('123456');
    await at.field('OTP').fill('98-76-54-32');
    await expect.poll(() => at.field('OTP').inputValue()).toBe('987654');
  });

  it('counts down 60 seconds before a code can be resent, then restarts [A4.5-2 A4.5-3 A4.5-4]', async () => {
    await at.page.clock.install();
    await reset.toOtp();
    await at.page.clock.pauseAt(Date.now() + 3_600_000);
    await at.press('Back to e-mail');
    await at.press('Send OTP');
    await reset.view('Enter OTP');
    const button = at.page.getByRole('button', { name: /^Resend OTP/ });
    await expect.poll(() => button.innerText()).toBe('Resend OTP in 60s');
    expect(await button.isDisabled()).toBe(true);
    await at.page.clock.runFor(1000);
    await expect.poll(() => button.innerText()).toBe('Resend OTP in 59s');
    await at.page.clock.runFor(58_000);
    await expect.poll(() => button.innerText()).toBe('Resend OTP in 1s');
    await at.page.clock.runFor(1000);
    await expect.poll(() => button.innerText()).toBe('Resend OTP');
    await at.field('OTP').fill('123');
    await button.click();
    await at.sees('New OTP sent to your email');
    await expect.poll(() => at.field('OTP').inputValue()).toBe('');
    await expect.poll(() => button.innerText()).toBe('Resend OTP in 60s');
  });

  it('rejects weak passwords and lists the requirements [A5-40 A5-41 A5-44]', async () => {
    await reset.toNewPassword();
    await at.sees('At least 8 characters with a mix of upper, lower, numbers and special characters');
    await reset.sendPasswords('');
    await at.sees('Password is required');
    await at.sees('Please confirm your password');
    await reset.sendPasswords('Abc1!');
    await at.sees('Password must be at least 8 characters');
    await reset.sendPasswords('abcdefgh');
    await at.sees('Password is too weak');
    await reset.sendPasswords('Abcdefg1', 'Abcdefg2');
    await at.sees('Passwords do not match');
  });

  it('rates a new password from Weak to Strong [A5-42 A5-43]', async () => {
    await reset.toNewPassword();
    const filled = () => at.page.locator('[data-filled=true]').count();
    const strengths = [
      ['abc', 1, 'Weak'],
      ['abcdefgh', 2, 'Weak'],
      ['abcdefg1', 3, 'Fair'],
      ['Abcdefg1', 4, 'Good'],
      ['Abcdef1!', 5, 'Strong'],
    ] as const;
    for (const [password, bars, word] of strengths) {
      await at.field('New password').fill(password);
      await at.sees(`Password strength: ${word}`);
      await expect.poll(filled).toBe(bars);
    }
  });
});
