import { renderLetter } from './layout.js';
import type { Mail } from './smtp.js';

interface Recipient {
  /** e-mail address */
  to: string;
  fullName: string;
}

/** 14:05 UTC: a mail may arrive late, so that "in 10 minutes" would mislead. */
const clockTime = (date: Date) => `${date.toISOString().slice(11, 16)} UTC`;
const dayAndTime = (date: Date) => `${date.toISOString().slice(0, 10)}, ${clockTime(date)}`;

/** The one-time code of a password reset. The code is not in the subject, which lock screens show. */
export const otpMail = ({
  to,
  fullName,
  code,
  goodUntil,
}: Recipient & { code: string; goodUntil: Date }): Mail =>
  renderLetter({
    to,
    subject: 'Your code to reset your password',
    fullName,
    blocks: [
      { paragraph: 'Enter this code to set a new password:' },
      { code },
      { paragraph: `It works once, until ${clockTime(goodUntil)}.` },
      { paragraph: 'Nobody from Social Feed will ever ask you for it.' },
    ],
    footer: 'You did not ask for a code? Then ignore this mail: your password stays as it is.',
  });

/** Tells the owner that the password was changed, with a code or in the settings. API tokens end either way. */
export const passwordChangedMail = ({
  to,
  fullName,
  at,
  how,
  resetUrl,
}: Recipient & { at: Date; how: 'code' | 'settings'; resetUrl: string }): Mail =>
  renderLetter({
    to,
    subject: 'Your password was changed',
    fullName,
    blocks: [
      {
        paragraph: `Your password was changed on ${dayAndTime(at)} ${how === 'code' ? 'with a code sent to this address' : 'in the settings of your account'}.`,
      },
      {
        paragraph:
          how === 'code'
            ? 'You were signed out on every device, and your API tokens are void. Sign in with the new password.'
            : 'All other devices were signed out, and your API tokens are void.',
      },
      { paragraph: `This was not you? Set a new password at once: ${resetUrl}` },
    ],
    footer: 'You get this mail because your password was changed.',
  });

/** Tells the owner that the password of an account with an unconfirmed address is gone. */
export const passwordRemovedMail = ({
  to,
  fullName,
  providerName,
  resetUrl,
}: Recipient & { providerName: string; resetUrl: string }): Mail =>
  renderLetter({
    to,
    subject: `You now sign in with ${providerName}`,
    fullName,
    blocks: [
      {
        paragraph: `You signed in with ${providerName}, which confirmed that this address is yours. Nobody had confirmed it when the account was made, so its former password no longer works and all other devices were signed out.`,
      },
      { paragraph: `To sign in with a password as well, set a new one: ${resetUrl}` },
    ],
    footer: 'You get this mail because of a change to how you sign in.',
  });

/** Tells the owner that there is a way to sign in more or less. @param what one sentence */
export const signInChangedMail = ({
  to,
  fullName,
  what,
  settingsUrl,
}: Recipient & { what: string; settingsUrl: string }): Mail =>
  renderLetter({
    to,
    subject: 'How you sign in has changed',
    fullName,
    blocks: [
      { paragraph: what },
      { paragraph: `This was not you? Look through your sessions and change your password: ${settingsUrl}` },
    ],
    footer: 'You get this mail because of a change to how you sign in.',
  });
