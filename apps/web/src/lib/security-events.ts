import type { SecurityEvent, SecurityLogEntry } from '@social-feed/contracts';

type Entry = Pick<SecurityLogEntry, 'event' | 'detail' | 'count'>;

/** Ways of signing in that read differently in a sentence. */
const WAYS: Readonly<Record<string, string>> = { Password: 'the password', Passkey: 'a passkey' };

const named = (text: string, { detail }: Entry): string => (detail === '' ? text : `${text}: ${detail}`);
const by = (text: string, { detail }: Entry): string =>
  detail === '' ? text : `${text} with ${WAYS[detail] ?? detail}`;
const often = (one: string, many: string, { count }: Entry): string =>
  count === 1 ? one : `${count} ${many}`;

const WORDS: Readonly<Record<SecurityEvent, string | ((entry: Entry) => string)>> = {
  'account-created': (entry) => by('Account created', entry),
  'sign-in': (entry) => by('Signed in', entry),
  'sign-in-failed': (entry) =>
    often('Failed sign-in: wrong password', 'failed sign-ins: wrong password', entry),
  'sign-out': 'Signed out',
  'session-ended': (entry) => named('Signed out a device', entry),
  'other-sessions-ended': (entry) => `Signed out ${often('one other device', 'other devices', entry)}`,
  'device-disowned': 'Signed out a device by the link of a mail',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset by mail',
  'password-removed': 'Password removed',
  'email-confirmed': 'E-mail address confirmed',
  'email-changed': 'E-mail address changed',
  'email-restored': 'Former e-mail address restored',
  'provider-connected': (entry) => named('Account connected', entry),
  'provider-disconnected': (entry) => named('Account disconnected', entry),
  'token-created': (entry) => named('API token created', entry),
  'token-revoked': (entry) => named('API token revoked', entry),
  'factor-added': (entry) => named('Second step added', entry),
  'factor-removed': (entry) => named('Second step removed', entry),
  'factor-failed': (entry) => often('Failed second step', 'failed second steps', entry),
  'recovery-codes-created': 'New recovery codes',
  'recovery-code-used': (entry) => named('Recovery code used', entry),
};

/** Describes an entry of the security log. */
export const describeEvent = (entry: Entry): string => {
  const words = WORDS[entry.event];
  return typeof words === 'string' ? words : words(entry);
};

/** Whether an entry is an attempt that failed. */
export const isFailure = ({ event }: Pick<Entry, 'event'>): boolean => event.endsWith('-failed');
