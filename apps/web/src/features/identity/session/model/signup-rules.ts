import { t } from '@lingui/core/macro';
import { registerBody } from '@social-feed/contracts';
import { issuesOf, fieldsOf } from '../../../../lib/use-form';
import type { FieldError } from '../../../../lib/api-error';

type SignupField = 'name' | 'username' | 'email' | 'password' | 'confirmPassword' | 'rules' | 'sentence';
/** `rules` is empty until the rules are accepted. */
export type SignupFields = Record<SignupField, string>;
/** The fields of every sign-up. */
type Account = Omit<SignupFields, 'rules' | 'sentence'>;
type SignupErrors = Partial<Record<SignupField, string>>;

/** Maps fields of the payload to fields of the form. */
const FIELD_OF: Readonly<Record<string, SignupField>> = {
  fullName: 'name',
  userName: 'username',
  email: 'email',
  password: 'password',
  acceptedRules: 'rules',
  sentence: 'sentence',
};

const fieldOf = (path: string): SignupField | undefined =>
  Object.hasOwn(FIELD_OF, path) ? FIELD_OF[path] : undefined;

/** Returns the field errors of the sign-up form, worded as in A §5; empty if valid. */
export const checkSignup = (fields: Account): SignupErrors => {
  const result = registerBody.safeParse({
    fullName: fields.name,
    userName: fields.username,
    email: fields.email,
    password: fields.password,
  });
  const errors = issuesOf(result.error, fieldOf);
  if (fields.confirmPassword === '') errors.confirmPassword = t`Please confirm your password`;
  else if (fields.confirmPassword !== fields.password) errors.confirmPassword = t`Passwords do not match`;
  return errors;
};

/**
 * Maps the server's field errors to the form's fields. Keeps the first error of each field and drops unknown
 * fields.
 */
export const fieldErrors = (errors: readonly FieldError[]): SignupErrors => fieldsOf(errors, fieldOf);

/** The rule for passwords in a line (A §5). */
export const PASSWORD_RULE = t`6 or more characters, a letter and a digit`;

export const meetsPasswordRule = (password: string): boolean =>
  registerBody.shape.password.safeParse(password).success;

const STRENGTH_LABELS = [t`Too Weak`, t`Weak`, t`Good`, t`Strong`] as const;

/** Returns how many of 4 bars a password fills, 0 to 4, and its label (A §5). */
export const passwordStrength = (password: string): { bars: number; label: string } => {
  const points = [
    password.length >= 6,
    password.length >= 8,
    /\p{L}/u.test(password) && /\p{Nd}/u.test(password),
    /\p{Lu}|[^\p{L}\p{N}]/u.test(password),
  ].filter(Boolean).length;
  return { bars: points, label: STRENGTH_LABELS[Math.max(0, points - 1)] ?? t`Too Weak` };
};
