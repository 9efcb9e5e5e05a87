import { asRecord, readStored, writeStored } from '../../../../lib/json';
import { SIGN_UP } from '../stores/session-store';
import type { SignupFields } from './signup-rules';

const FIELDS = ['name', 'username', 'email', 'sentence'] as const;
type KeptFields = Partial<Pick<SignupFields, (typeof FIELDS)[number]>>;

const isKept = (value: unknown): value is KeptFields =>
  value !== null && Object.values(asRecord(value)).every((text) => typeof text === 'string');

/** What was typed into the sign-up form of this tab, without passwords. */
export const keptSignUp = (): KeptFields => readStored(SIGN_UP, isKept, {}, 'sessionStorage');

/** Keeps it for a return from another page or a provider; `null` once it is sent. */
export const keepSignUp = (fields: SignupFields | null): void => {
  const typed = fields && Object.fromEntries(FIELDS.map((name) => [name, fields[name]]));
  const isEmpty = !typed || Object.values(typed).every((text) => text === '');
  writeStored(SIGN_UP, isEmpty ? null : typed, 'sessionStorage');
};
