import { asRecord, readStored, writeStored } from '../../../lib/json';
import type { SignupFields } from './signup-rules';

/** The name in sessionStorage. */
const KEPT = 'sign-up';
const FIELDS = ['name', 'username', 'email', 'sentence'] as const;
type KeptFields = Partial<Pick<SignupFields, (typeof FIELDS)[number]>>;

const isKept = (value: unknown): value is KeptFields =>
  value !== null && Object.values(asRecord(value)).every((text) => typeof text === 'string');

/** What was typed into the sign-up form of this tab, without passwords. */
export const keptSignUp = (): KeptFields => readStored(KEPT, isKept, {}, 'sessionStorage');

/** Keeps it for a return from another page or a provider; `null` once it is sent. */
export const keepSignUp = (fields: SignupFields | null): void => {
  const typed = fields && Object.fromEntries(FIELDS.map((name) => [name, fields[name]]));
  const isEmpty = !typed || Object.values(typed).every((text) => text === '');
  writeStored(KEPT, isEmpty ? null : typed, 'sessionStorage');
};
