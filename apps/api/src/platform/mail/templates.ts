import { renderLetter, type Recipient } from './layout.js';
import type { Mail } from './smtp.js';

/** 14:05 UTC: a mail may arrive late, so that "in 10 minutes" would mislead. */
const clockTime = (date: Date) => `${date.toISOString().slice(11, 16)} UTC`;
const dayAndTime = (date: Date) => `${date.toISOString().slice(0, 10)}, ${clockTime(date)}`;

/** The one-time code of a password reset. The code is not in the subject, which lock screens show. */
export const otpMail = ({ code, goodUntil, ...to }: Recipient & { code: string; goodUntil: Date }): Mail =>
  renderLetter({
    ...to,
    subject: 'Your code to reset your password',
    blocks: [
      'Enter this code to set a new password:',
      { code },
      `It works once, until ${clockTime(goodUntil)}.`,
      'Nobody from Social Feed will ever ask you for it.',
    ],
    footer: 'You did not ask for a code? Then ignore this mail: your password stays as it is.',
  });

interface PasswordChange {
  at: Date;
  how: 'code' | 'settings';
  resetUrl: string;
}

/** Tells the owner that the password was changed, with a code or in the settings. API tokens end either way. */
export const passwordChangedMail = ({ at, how, resetUrl, ...to }: Recipient & PasswordChange): Mail =>
  renderLetter({
    ...to,
    subject: 'Your password was changed',
    blocks: [
      `Your password was changed on ${dayAndTime(at)} ${how === 'code' ? 'with a code sent to this address' : 'in the settings of your account'}.`,
      how === 'code'
        ? 'You were signed out on every device, and your API tokens are void. Sign in with the new password.'
        : 'All other devices were signed out, and your API tokens are void.',
      `This was not you? Set a new password at once: ${resetUrl}`,
    ],
    footer: 'You get this mail because your password was changed.',
  });

/** Tells the owner that the password of an account with an unconfirmed address is gone. */
export const passwordRemovedMail = ({
  providerName,
  resetUrl,
  ...to
}: Recipient & { providerName: string; resetUrl: string }): Mail =>
  renderLetter({
    ...to,
    subject: `You now sign in with ${providerName}`,
    blocks: [
      `You signed in with ${providerName}, which confirmed that this address is yours. Nobody had confirmed it when the account was made, so its former password no longer works and all other devices were signed out.`,
      `To sign in with a password as well, set a new one: ${resetUrl}`,
    ],
    footer: 'You get this mail because of a change to how you sign in.',
  });

/** Tells the owner that there is a way to sign in more or less. @param what one sentence */
export const signInChangedMail = ({
  what,
  settingsUrl,
  ...to
}: Recipient & { what: string; settingsUrl: string }): Mail =>
  renderLetter({
    ...to,
    subject: 'How you sign in has changed',
    blocks: [what, `This was not you? Look through your sessions and change your password: ${settingsUrl}`],
    footer: 'You get this mail because of a change to how you sign in.',
  });
