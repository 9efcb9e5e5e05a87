import { INSTANCE_NAME, renderLetter, type Letter, type Recipient } from './layout.js';
import type { Mail } from './smtp.js';
import { clockTime, dayAndTime } from './times.js';

interface OneTimeCode {
  code: string;
  goodUntil: Date;
}

const codeBlocks = (use: string, { code, goodUntil }: OneTimeCode): Letter['blocks'] => [
  `Enter this code to ${use}:`,
  { code },
  `It works once, until ${clockTime(goodUntil)}.`,
  `Nobody from ${INSTANCE_NAME} will ever ask you for it.`,
];

/** Mail with the code of a password reset. The code is not in the subject, because lock screens show that. */
export const otpMail = ({ to, fullName, ...code }: Recipient & OneTimeCode): Mail =>
  renderLetter({
    to,
    fullName,
    subject: 'Your code to reset your password',
    blocks: codeBlocks('set a new password', code),
    footer: 'You did not ask for a code? Then ignore this mail: your password stays as it is.',
  });

const CHANGED = {
  code: 'with a code sent to this address',
  settings: 'in the settings of your account',
  host: 'by the host, on the server',
} as const;

interface PasswordChange {
  at: Date;
  how: keyof typeof CHANGED;
  resetUrl: string;
  /** Names of the account's sign-in providers. */
  providers: readonly string[];
  settingsUrl: string;
}

/** Notifies the owner that the password was changed, with a code or in the settings. Both revoke API tokens. */
export const passwordChangedMail = ({
  at,
  how,
  resetUrl,
  providers,
  settingsUrl,
  ...to
}: Recipient & PasswordChange): Mail =>
  renderLetter({
    ...to,
    subject: 'Your password was changed',
    blocks: [
      `Your password was changed on ${dayAndTime(at)} ${CHANGED[how]}.`,
      how === 'settings'
        ? 'All other devices were signed out, and your API tokens are void.'
        : 'You were signed out on every device, and your API tokens are void. Sign in with the new password.',
      ...(providers.length === 0
        ? []
        : [
            `Signing in with ${providers.join(' and ')} still works. Is that not your account there? Disconnect it: ${settingsUrl}`,
          ]),
      `This was not you? Set a new password at once: ${resetUrl}`,
    ],
    footer: 'You get this mail because your password was changed.',
  });

/** Notifies the owner of an account with an unconfirmed address that its password was removed. */
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

/**
 * Notifies the owner that a sign-in method was added or removed.
 * @param what one sentence
 */
export const signInChangedMail = ({
  what,
  settingsUrl,
  ...to
}: Recipient & { what: string; settingsUrl: string }): Mail =>
  renderLetter({
    ...to,
    subject: 'How you sign in has changed',
    blocks: [
      what,
      `This was not you? Disconnect what is not yours, look through your sessions and change your password: ${settingsUrl}`,
    ],
    footer: 'You get this mail because of a change to how you sign in.',
  });

/** Mail with the code that confirms an e-mail address. */
export const emailCodeMail = ({ to, fullName, ...code }: Recipient & OneTimeCode): Mail =>
  renderLetter({
    to,
    fullName,
    subject: 'Your code to confirm this e-mail address',
    blocks: codeBlocks('confirm that this address is yours', code),
    footer: 'You did not ask for a code? Then ignore this mail: without the code nothing happens.',
  });

/** Notifies the owner of an address that another account tried to use it. */
export const addressWantedMail = (to: Recipient): Mail =>
  renderLetter({
    ...to,
    subject: 'Somebody entered your e-mail address',
    blocks: [
      'Somebody entered this address as the new one of another account. Your account has it, or gave it up less than three days ago, so nothing was changed.',
      'Was it you? Then sign in to that account. Another one can have the address three days after that one gave it up.',
    ],
    footer: 'It was not you? Then ignore this mail: your account stays as it is.',
  });

interface EmailChange {
  at: Date;
  /** How to undo the change, or why that is impossible. */
  undo: { url: string; until: Date } | keyof typeof NO_UNDO;
}

const NO_UNDO = {
  unconfirmed: 'Nobody had confirmed this address, so the change cannot be taken back from here.',
  returned:
    'It is the address that the account had before this one, so the change cannot be taken back from here.',
};

/** Notifies the former address that the account no longer uses it. */
export const emailChangedMail = ({ at, undo, ...to }: Recipient & EmailChange): Mail =>
  renderLetter({
    ...to,
    subject: 'Your e-mail address was changed',
    blocks: [
      `Your account got another e-mail address on ${dayAndTime(at)}. Mail goes there from now on.`,
      ...(typeof undo === 'string'
        ? [NO_UNDO[undo]]
        : [
            `This was not you? Take it back, which also signs out every device: ${undo.url}`,
            `The link works until ${dayAndTime(undo.until)}.`,
          ]),
    ],
    footer: 'You get this mail because this was the address of your account.',
  });

/** Notifies the address that was removed by undoing a change. */
export const emailRestoredMail = ({ at, ...to }: Recipient & { at: Date }): Mail =>
  renderLetter({
    ...to,
    subject: 'The change of your e-mail address was taken back',
    blocks: [
      `On ${dayAndTime(at)} your account got its former e-mail address back, by the link that was sent there.`,
      'Every device was signed out, and a new password has to be set with the former address.',
    ],
    footer: 'You get this mail because this was the address of your account.',
  });

interface NewDevice {
  at: Date;
  /** Browser and operating system as text. */
  device: string;
  /** The caller's IP address. */
  ip: string;
  url: string;
}

/** Notifies the owner of a sign-in from a new browser. */
export const newDeviceMail = ({ at, device, ip, url, ...to }: Recipient & NewDevice): Mail =>
  renderLetter({
    ...to,
    subject: 'A new device signed in to your account',
    blocks: [
      `${device}, from ${ip}, signed in to your account on ${dayAndTime(at)}.`,
      'Was it you? Then there is nothing to do.',
      `This was not me: sign that device out and set a new password: ${url}`,
    ],
    footer: 'You get this mail because your account did not know that device.',
  });
