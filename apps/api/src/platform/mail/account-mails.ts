import { deviceWords } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { INSTANCE_NAME, letter } from './layout.js';
import { clockTime, dayAndTime, listOf } from './times.js';

interface OneTimeCode {
  code: string;
  goodUntil: Date;
}

const codeBlocks = (use: string, { code, goodUntil }: OneTimeCode) => {
  const until = clockTime(goodUntil);
  const instance = INSTANCE_NAME;
  return [
    use,
    { code },
    t`It works once, until ${until}.`,
    t`Nobody from ${instance} will ever ask you for it.`,
  ];
};

/** Mail with the code of a password reset. The code is not in the subject, because lock screens show that. */
export const otpMail = letter((code: OneTimeCode) => ({
  subject: t`Your code to reset your password`,
  blocks: codeBlocks(t`Enter this code to set a new password:`, code),
  footer: t`You did not ask for a code? Then ignore this mail: your password stays as it is.`,
}));

interface PasswordChange {
  at: Date;
  /** With a code sent to the address, in the settings of the account, or by the host. */
  how: 'code' | 'settings' | 'host';
  resetUrl: string;
  /** Names of the account's sign-in providers. */
  providers: readonly string[];
  settingsUrl: string;
}

const changed = ({ at, how }: PasswordChange): string => {
  const time = dayAndTime(at);
  if (how === 'code') return t`Your password was changed on ${time} with a code sent to this address.`;
  if (how === 'settings') return t`Your password was changed on ${time} in the settings of your account.`;
  return t`Your password was changed on ${time} by the host, on the server.`;
};

const stillSignsIn = ({ providers, settingsUrl }: PasswordChange): string[] => {
  if (providers.length === 0) return [];
  const names = listOf(providers);
  return [
    t`Signing in with ${names} still works. Is that not your account there? Disconnect it: ${settingsUrl}`,
  ];
};

/** Notifies the owner that the password was changed, with a code or in the settings. Both revoke API tokens. */
export const passwordChangedMail = letter((change: PasswordChange) => {
  const { how, resetUrl } = change;
  return {
    subject: t`Your password was changed`,
    blocks: [
      changed(change),
      how === 'settings'
        ? t`All other devices were signed out, and your API tokens are void.`
        : t`You were signed out on every device, and your API tokens are void. Sign in with the new password.`,
      ...stillSignsIn(change),
      t`This was not you? Set a new password at once: ${resetUrl}`,
    ],
    footer: t`You get this mail because your password was changed.`,
  };
});

/** Notifies the owner of an account with an unconfirmed address that its password was removed. */
export const passwordRemovedMail = letter(
  ({ providerName, resetUrl }: { providerName: string; resetUrl: string }) => ({
    subject: t`You now sign in with ${providerName}`,
    blocks: [
      t`You signed in with ${providerName}, which confirmed that this address is yours. Nobody had confirmed it when the account was made, so its former password no longer works and all other devices were signed out.`,
      t`To sign in with a password as well, set a new one: ${resetUrl}`,
    ],
    footer: t`You get this mail because of a change to how you sign in.`,
  }),
);

/**
 * Notifies the owner that a sign-in method was added or removed.
 * @param what says in one sentence which
 */
export const signInChangedMail = letter(
  ({ what, settingsUrl }: { what: () => string; settingsUrl: string }) => ({
    subject: t`How you sign in has changed`,
    blocks: [
      what(),
      t`This was not you? Disconnect what is not yours, look through your sessions and change your password: ${settingsUrl}`,
    ],
    footer: t`You get this mail because of a change to how you sign in.`,
  }),
);

/** Mail with the code that confirms an e-mail address. */
export const emailCodeMail = letter((code: OneTimeCode) => ({
  subject: t`Your code to confirm this e-mail address`,
  blocks: codeBlocks(t`Enter this code to confirm that this address is yours:`, code),
  footer: t`You did not ask for a code? Then ignore this mail: without the code nothing happens.`,
}));

/** Notifies the owner of an address that another account tried to use it. */
export const addressWantedMail = letter(() => ({
  subject: t`Somebody entered your e-mail address`,
  blocks: [
    t`Somebody entered this address as the new one of another account. Your account has it, or gave it up less than three days ago, so nothing was changed.`,
    t`Was it you? Then sign in to that account. Another one can have the address three days after that one gave it up.`,
  ],
  footer: t`It was not you? Then ignore this mail: your account stays as it is.`,
}));

interface EmailChange {
  at: Date;
  /** How to undo the change, or why that is impossible. */
  undo: { url: string; until: Date } | 'unconfirmed' | 'returned';
}

const undoing = (undo: EmailChange['undo']): string[] => {
  if (undo === 'unconfirmed')
    return [t`Nobody had confirmed this address, so the change cannot be taken back from here.`];
  if (undo === 'returned')
    return [
      t`It is the address that the account had before this one, so the change cannot be taken back from here.`,
    ];
  const { url } = undo;
  const until = dayAndTime(undo.until);
  return [
    t`This was not you? Take it back, which also signs out every device: ${url}`,
    t`The link works until ${until}.`,
  ];
};

/** Notifies the former address that the account no longer uses it. */
export const emailChangedMail = letter(({ at, undo }: EmailChange) => {
  const time = dayAndTime(at);
  return {
    subject: t`Your e-mail address was changed`,
    blocks: [
      t`Your account got another e-mail address on ${time}. Mail goes there from now on.`,
      ...undoing(undo),
    ],
    footer: t`You get this mail because this was the address of your account.`,
  };
});

/** Notifies the address that was removed by undoing a change. */
export const emailRestoredMail = letter(({ at }: { at: Date }) => {
  const time = dayAndTime(at);
  return {
    subject: t`The change of your e-mail address was taken back`,
    blocks: [
      t`On ${time} your account got its former e-mail address back, by the link that was sent there.`,
      t`Every device was signed out, and a new password has to be set with the former address.`,
    ],
    footer: t`You get this mail because this was the address of your account.`,
  };
});

/**
 * Tells a user that an admin deleted their account.
 * @param contact how to reach the host; may be empty
 */
export const accountDeletedMail = letter(({ contact }: { contact: string }) => {
  const instance = INSTANCE_NAME;
  return {
    subject: t`Your account was deleted`,
    blocks: [
      t`An admin of ${instance} deleted your account with everything in it. This cannot be undone.`,
      ...(contact === '' ? [] : [t`Do you think that this is a mistake? Then write to the host: ${contact}`]),
    ],
    footer: t`You get this mail because this was the address of your account.`,
  };
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
export const newDeviceMail = letter(({ at, device: kept, ip, url }: NewDevice) => {
  const [time, device] = [dayAndTime(at), deviceWords(kept)];
  return {
    subject: t`A new device signed in to your account`,
    blocks: [
      t`${device}, from ${ip}, signed in to your account on ${time}.`,
      t`Was it you? Then there is nothing to do.`,
      t`This was not me: sign that device out and set a new password: ${url}`,
    ],
    footer: t`You get this mail because your account did not know that device.`,
  };
});
