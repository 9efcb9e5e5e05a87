import { plural, t } from '@lingui/core/macro';
import {
  AUTHENTICATOR_APP,
  BY_ADMIN,
  deviceWords,
  type SecurityEvent,
  type SecurityLogEntry,
} from '@social-feed/contracts';
import { labelled } from './words/labelled';

/** The name of a second step. Users name their passkeys. */
export const factorName = (name: string): string =>
  name === AUTHENTICATOR_APP ? t`Authenticator app` : name;

type Entry = Pick<SecurityLogEntry, 'event' | 'detail' | 'count'>;

const named = (text: string, detail: string): string => (detail === '' ? text : labelled(text, detail));

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
  'session-ended': ({ detail }) =>
    named(t`Signed out a device`, detail === BY_ADMIN ? t`By an admin` : deviceWords(detail)),
  'other-sessions-ended': ({ count }) =>
    plural(count, { one: 'Signed out one other device', other: 'Signed out # other devices' }),
  'device-disowned': t`Signed out a device by the link of a mail`,
  'password-changed': t`Password changed`,
  'password-reset': t`Password reset by mail`,
  'password-removed': t`Password removed`,
  'email-confirmed': t`E-mail address confirmed`,
  'email-changed': t`E-mail address changed`,
  'email-restored': t`Former e-mail address restored`,
  'provider-connected': ({ detail }) => named(t`Account connected`, detail),
  'provider-disconnected': ({ detail }) => named(t`Account disconnected`, detail),
  'token-created': ({ detail }) => named(t`API token created`, detail),
  'token-revoked': ({ detail }) => named(t`API token revoked`, detail),
  'factor-added': ({ detail }) => named(t`Second step added`, factorName(detail)),
  'factor-removed': ({ detail }) => named(t`Second step removed`, factorName(detail)),
  'factor-failed': ({ count }) =>
    plural(count, { one: 'Failed second step', other: '# failed second steps' }),
  'recovery-codes-created': t`New recovery codes`,
  'recovery-code-used': ({ detail }) => named(t`Recovery code used`, detail),
};

/** Describes an entry of the security log. */
export const describeEvent = (entry: Entry): string => {
  const words = WORDS[entry.event];
  return typeof words === 'string' ? words : words(entry);
};

/** Whether an entry is an attempt that failed. */
export const isFailure = ({ event }: Pick<Entry, 'event'>): boolean => event.endsWith('-failed');
