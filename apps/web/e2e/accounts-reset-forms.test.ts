import { describe, expect, it } from 'vitest';
import { accountPages } from './support/account-pages.js';
import { chromiumPath } from './support/chromium.js';
import { resetViews } from './support/reset-views.js';

describe.skipIf(chromiumPath === undefined)('resetting a password', () => {
  const at = accountPages('each');
  const reset = resetViews(at);

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
