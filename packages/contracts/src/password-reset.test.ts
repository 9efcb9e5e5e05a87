import { describe, expect, it } from 'vitest';
import { emailOnlyBody, resetPasswordBody, verifyOtpBody } from './password-reset.js';
import { resetPasswordStrength, resetStrengthLabel } from './reset-strength.js';

const messageOf = (
  schema: typeof emailOnlyBody | typeof verifyOtpBody | typeof resetPasswordBody,
  value: unknown,
) => schema.safeParse(value).error?.issues.map(({ message }) => message);

describe('strength of a new password', () => {
  it.each([
    ['', 0, 'Weak'],
    ['abc', 1, 'Weak'],
    ['abcdefgh', 2, 'Weak'],
    ['Abc1', 3, 'Fair'],
    ['abcdefg1', 3, 'Fair'],
    ['Abcdefg1', 4, 'Good'],
    ['Abcdef1!', 5, 'Strong'],
    ['Äöüäöü1!', 5, 'Strong'],
  ])('rates "%s" as %i, %s [A5-42 A5-43]', (password, score, label) => {
    expect(resetPasswordStrength(password)).toBe(score);
    expect(resetStrengthLabel(score)).toBe(label);
  });
});

describe('password reset fields', () => {
  it.each([
    [{}, 'Email is required'],
    [{ email: '  ' }, 'Email is required'],
    [{ email: 'nobody' }, 'Please enter a valid email address'],
    [{ email: 'no body@example.org' }, 'Please enter a valid email address'],
    [{ email: `${'a'.repeat(200)}@example.org` }, 'Please enter a valid email address'],
  ])('rejects the address in %j [A5-33]', (body, message) => {
    expect(messageOf(emailOnlyBody, body)).toEqual([message]);
  });

  it.each([
    [undefined, 'OTP is required'],
    ['', 'OTP is required'],
    ['12345', 'OTP must be 6 digits'],
    ['1234567', 'OTP must be 6 digits'],
    ['12a456', 'OTP must be 6 digits'],
    ['12345六', 'OTP must be 6 digits'],
  ])('rejects the code %j [A5-35 A5-36]', (otp, message) => {
    expect(messageOf(verifyOtpBody, { email: 'a@example.org', otp })).toEqual([message]);
  });

  it.each([
    [undefined, 'Password is required'],
    ['', 'Password is required'],
    ['Abc123!', 'Password must be at least 8 characters'],
    ['abcdefgh', 'Password is too weak'],
    ['12345678', 'Password is too weak'],
    [`Aa1${'x'.repeat(126)}`, 'Password must be at most 128 characters'],
  ])('rejects the password %j [A5-37 A9-2]', (newPassword, message) => {
    const body = { email: 'a@example.org', resetToken: 't', newPassword };
    expect(messageOf(resetPasswordBody, body)).toEqual([message]);
  });

  it('accepts a valid reset and converts the address to lower case', () => {
    const body = { email: ' A@Example.org', resetToken: 't', newPassword: 'abcdefg1' };
    expect(resetPasswordBody.parse(body).email).toBe('a@example.org');
  });
});
