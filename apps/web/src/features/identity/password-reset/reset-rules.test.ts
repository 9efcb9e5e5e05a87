import * as contracts from '@social-feed/contracts';
import { describe, expect, it } from 'vitest';
import { otpDigits } from '../../../lib/otp-digits';
import { checkConfirmation, checkEmail, checkNewPassword, checkOtp } from './reset-rules';

const PASSWORDS = [
  '',
  'abcdefg',
  'abcdefgh',
  'ABCdefgh',
  'ABCdefg1',
  'ABCdef1!',
  'Ab1!',
  'ÄÖüß1234',
  'a b c d e',
];
const firstIssue = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message;

describe('password reset rules', () => {
  it('match the contract’s messages [A5-39]', () => {
    for (const password of PASSWORDS)
      expect(checkNewPassword(password)).toBe(firstIssue(contracts.resetPasswordField.safeParse(password)));
    expect(checkNewPassword('A1!'.repeat(50))).toBe(
      firstIssue(contracts.resetPasswordField.safeParse('A1!'.repeat(50))),
    );
    for (const otp of ['', '12345', '123456'])
      expect(checkOtp(otp)).toBe(firstIssue(contracts.otpField.safeParse(otp)));
    for (const email of ['', ' ', 'ada', 'ada@x', 'a da@x.org', ' ada@example.org '])
      expect(checkEmail(email)).toBe(firstIssue(contracts.resetEmailField.safeParse(email)));
  });

  it('keep six digits of typed or pasted text [A5-34 A9-7]', () => {
    expect(otpDigits('12a-3 4567890')).toBe('123456');
    for (const typed of ['٠١٢٣٤٥', '۰۱۲۳۴۵', '०१२३४५', '০১২৩৪৫', '๐๑๒๓๔๕'])
      expect(otpDigits(typed)).toBe('012345');
    expect(otpDigits('１２３　４５６')).toBe('123456');
  });

  it('compare the confirmation [A5-40 A5-41]', () => {
    expect(checkConfirmation('x', '')).toBe('Please confirm your password');
    expect(checkConfirmation('x', 'y')).toBe('Passwords do not match');
    expect(checkConfirmation('x', 'x')).toBeUndefined();
  });
});
