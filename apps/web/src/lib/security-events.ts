import { plural, t } from '@lingui/core/macro';
import { deviceWords, type SecurityEvent, type SecurityLogEntry } from '@social-feed/contracts';

/** The name of a second step: the API names an authenticator app in English, users name their passkeys. */
export const factorName = (name: string): string =>
  name === 'Authenticator app' ? t`Authenticator app` : name;

type Entry = Pick<SecurityLogEntry, 'event' | 'detail' | 'count'>;

const named = (text: string, { detail }: Entry): string => (detail === '' ? text : t`${text}: ${detail}`);

const WORDS: Readonly<Record<SecurityEvent, string | ((entry: Entry) => string)>> = {
  'account-created': ({ detail }) => {
    if (detail === '') return t`Account created`;
    if (detail === 'Password') return t`Account created with the password`;
    return detail === 'Passkey' ? t`Account created with a passkey` : t`Account created with ${detail}`;
  },
  'sign-in': ({ detail }) => {
    if (detail === '') return t({ message: 'Signed in', context: 'event' });
    if (detail === 'Password') return t`Signed in with the password`;
    return detail === 'Passkey' ? t`Signed in with a passkey` : t`Signed in with ${detail}`;
  },
  'sign-in-failed': ({ count }) =>
    plural(count, { one: 'Failed sign-in: wrong password', other: '# failed sign-ins: wrong password' }),
  'sign-out': t`Signed out`,
  'session-ended': ({ event, count, detail }) =>
    named(t`Signed out a device`, {
      event,
      count,
      detail: detail === 'By an admin' ? t`By an admin` : deviceWords(detail),
    }),
  'other-sessions-ended': ({ count }) =>
    plural(count, { one: 'Signed out one other device', other: 'Signed out # other devices' }),
  'device-disowned': t`Signed out a device by the link of a mail`,
  'password-changed': t`Password changed`,
  'password-reset': t`Password reset by mail`,
  'password-removed': t`Password removed`,
  'email-confirmed': t`E-mail address confirmed`,
  'email-changed': t`E-mail address changed`,
  'email-restored': t`Former e-mail address restored`,
  'provider-connected': (entry) => named(t`Account connected`, entry),
  'provider-disconnected': (entry) => named(t`Account disconnected`, entry),
  'token-created': (entry) => named(t`API token created`, entry),
  'token-revoked': (entry) => named(t`API token revoked`, entry),
  'factor-added': (entry) => named(t`Second step added`, { ...entry, detail: factorName(entry.detail) }),
  'factor-removed': (entry) => named(t`Second step removed`, { ...entry, detail: factorName(entry.detail) }),
  'factor-failed': ({ count }) =>
    plural(count, { one: 'Failed second step', other: '# failed second steps' }),
  'recovery-codes-created': t`New recovery codes`,
  'recovery-code-used': (entry) => named(t`Recovery code used`, entry),
};

/** Describes an entry of the security log. */
export const describeEvent = (entry: Entry): string => {
  const words = WORDS[entry.event];
  return typeof words === 'string' ? words : words(entry);
};

/** Whether an entry is an attempt that failed. */
export const isFailure = ({ event }: Pick<Entry, 'event'>): boolean => event.endsWith('-failed');
