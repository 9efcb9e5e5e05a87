import { ACCOUNT_LIMITS } from './limits.js';
import { t } from './t.js';

/** Minimum score of a new password. */
export const RESET_STRENGTH_MIN = 3;

/**
 * Strength of a new password, 0 to 5: one point each for 8 or more characters, an uppercase letter, a lowercase
 * letter, a digit and a special character.
 */
export function resetPasswordStrength(password: string): number {
  const points = [
    password.length >= ACCOUNT_LIMITS.resetPasswordMin,
    /\p{Lu}/u.test(password),
    /\p{Ll}/u.test(password),
    /\p{Nd}/u.test(password),
    /[^\p{L}\p{N}]/u.test(password),
  ];
  return points.filter(Boolean).length;
}

/** Returns the label of a score: Weak (2 or less), Fair (3), Good (4), Strong (5). */
export const resetStrengthLabel = (score: number): string =>
  score <= 2 ? t`Weak` : score === 3 ? t`Fair` : score === 4 ? t`Good` : t`Strong`;
