import { oneLine } from '../one-line.js';
import { renderLetter, type Letter, type Recipient } from './layout.js';
import type { Mail } from './smtp.js';

/** 14:05 UTC: a mail may arrive late, so that "in 10 minutes" would mislead. */
const clockTime = (date: Date) => `${date.toISOString().slice(11, 16)} UTC`;
const dayAndTime = (date: Date) => `${date.toISOString().slice(0, 10)}, ${clockTime(date)}`;

interface OneTimeCode {
  code: string;
  goodUntil: Date;
}

const codeBlocks = (use: string, { code, goodUntil }: OneTimeCode): Letter['blocks'] => [
  `Enter this code to ${use}:`,
  { code },
  `It works once, until ${clockTime(goodUntil)}.`,
  'Nobody from Social Feed will ever ask you for it.',
];

/** The one-time code of a password reset. The code is not in the subject, which lock screens show. */
export const otpMail = ({ to, fullName, ...code }: Recipient & OneTimeCode): Mail =>
  renderLetter({
    to,
    fullName,
    subject: 'Your code to reset your password',
    blocks: codeBlocks('set a new password', code),
    footer: 'You did not ask for a code? Then ignore this mail: your password stays as it is.',
  });

interface PasswordChange {
  at: Date;
  how: 'code' | 'settings';
  resetUrl: string;
  /** Names of the providers that sign in to the account. */
  providers: readonly string[];
  settingsUrl: string;
}

/** Tells the owner that the password was changed, with a code or in the settings. API tokens end either way. */
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
      `Your password was changed on ${dayAndTime(at)} ${how === 'code' ? 'with a code sent to this address' : 'in the settings of your account'}.`,
      how === 'code'
        ? 'You were signed out on every device, and your API tokens are void. Sign in with the new password.'
        : 'All other devices were signed out, and your API tokens are void.',
      ...(providers.length === 0
        ? []
        : [
            `Signing in with ${providers.join(' and ')} still works. Is that not your account there? Disconnect it: ${settingsUrl}`,
          ]),
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
    blocks: [
      what,
      `This was not you? Disconnect what is not yours, look through your sessions and change your password: ${settingsUrl}`,
    ],
    footer: 'You get this mail because of a change to how you sign in.',
  });

/** The one-time code that proves an e-mail address. */
export const emailCodeMail = ({ to, fullName, ...code }: Recipient & OneTimeCode): Mail =>
  renderLetter({
    to,
    fullName,
    subject: 'Your code to confirm this e-mail address',
    blocks: codeBlocks('confirm that this address is yours', code),
    footer: 'You did not ask for a code? Then ignore this mail: without the code nothing happens.',
  });

/** Tells whoever has an address that somebody else wants it for another account. */
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
  /** How the change is taken back, or why it cannot be. */
  undo: { url: string; until: Date } | keyof typeof NO_UNDO;
}

const NO_UNDO = {
  unconfirmed: 'Nobody had confirmed this address, so the change cannot be taken back from here.',
  returned:
    'It is the address that the account had before this one, so the change cannot be taken back from here.',
};

/** Tells the former address that it is no more the account's. */
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

/** Tells the address that a change was taken back from. */
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
  /** Browser and system in words. */
  device: string;
  /** The caller's address on the network. */
  ip: string;
  url: string;
}

/** Tells of a sign-in from a browser that the account does not know. */
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

interface ModerationDecision {
  /** What it is about, as a part of a sentence, e.g. "your post". */
  about: string;
  /** What was reported, in words; who did is told to nobody. */
  reasons: readonly string[];
  /** The words of the moderators; empty for none. */
  message: string;
  /** When a suspension ends, `null` for good; `undefined` for a warning. */
  until: Date | null | undefined;
}

/** Tells the author what moderators decided about something that was reported. */
export const moderationMail = ({
  about,
  reasons,
  message,
  until,
  ...to
}: Recipient & ModerationDecision): Mail =>
  renderLetter({
    ...to,
    subject: until === undefined ? 'A warning from the moderators' : 'Your account is suspended',
    blocks: [
      `The moderators looked at ${about}, which was reported: ${reasons.join(', ')}.`,
      ...(message === '' ? [] : [`They say: ${message}`]),
      until === undefined
        ? 'Nothing was removed. If this happens again, your account may be suspended.'
        : `Your account is suspended${until === null ? '' : ` until ${dayAndTime(until)}`}. As long as it is, you cannot sign in and nobody sees what you posted.`,
    ],
    footer: 'You get this mail because of a decision about your account.',
  });

interface DigestMail {
  period: 'day' | 'week';
  /** What is new, the latest first, each in words. */
  items: readonly { text: string; url: string }[];
  /** Where all of it is. */
  allUrl: string;
  /** Ends these mails: a page for people, and by one call for mail programs (RFC 8058). */
  unsubscribeUrl: string;
}

/** Tells of notifications that were not read, to whoever asked for it. The texts are other people's. */
export const digestMail = ({
  period,
  items,
  allUrl,
  unsubscribeUrl,
  ...to
}: Recipient & DigestMail): Mail => ({
  ...renderLetter({
    ...to,
    subject: period === 'day' ? 'What is new for you today' : 'What is new for you this week',
    blocks: [
      'You have not read this yet:',
      ...items.map(({ text, url }) => ({ text: oneLine(text), url })),
      { text: 'See all notifications', url: allUrl },
      { text: 'Stop these mails', url: unsubscribeUrl },
    ],
    footer: `You get this mail once a ${period}, as you set it in your settings.`,
  }),
  headers: {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
});
