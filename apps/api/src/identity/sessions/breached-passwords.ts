import { ACCOUNT_LIMITS, RESET_STRENGTH_MIN, resetPasswordStrength } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Config } from '../../platform/config/config.js';
import { invalidField } from '../../platform/http/errors.js';
import { createServiceWords } from './service-words.js';

export const BREACHED_MESSAGE = t`This password is known from data breaches. Please choose another one.`;
export const GUESSABLE_MESSAGE = t`This password is a word of this site, which is easy to guess. Please choose another one.`;

/** Whether the rules of sign-up or reset accept the word in some spelling. */
function isAccepted(word: string): boolean {
  const atSignUp = word.length >= ACCOUNT_LIMITS.passwordMin && /\p{L}/u.test(word) && /\p{Nd}/u.test(word);
  const capitalized = word.replace(/\p{L}/u, (letter) => letter.toUpperCase());
  const strength = Math.max(resetPasswordStrength(word), resetPasswordStrength(capitalized));
  return atSignUp || (word.length >= ACCOUNT_LIMITS.resetPasswordMin && strength >= RESET_STRENGTH_MIN);
}

/** Loads the list, without the words that no rule accepts: 20,847 of 49,233 are left. */
async function loadBreached(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(isAccepted));
}

export type BreachedPasswords = ReturnType<typeof createBreachedPasswords>;

/**
 * Passwords of a bundled list of breached ones, in lower case, which is loaded with the first new password, and words
 * of this service.
 */
export function createBreachedPasswords(config: Pick<Config, 'webOrigin' | 'instance'>) {
  const isServiceWord = createServiceWords(config);
  let loading: ReturnType<typeof loadBreached> | undefined;
  return {
    /**
     * Only for new passwords: an owner with such a password still signs in.
     * @param path field to report
     * @throws AppError 400 if the password is on the list, in any letter case, or a word of this service
     */
    async refuse(password: string, path: string): Promise<void> {
      loading ??= loadBreached();
      const breached = await loading;
      if (breached.has(password.toLowerCase())) throw invalidField(path, BREACHED_MESSAGE);
      if (isServiceWord(password)) throw invalidField(path, GUESSABLE_MESSAGE);
    },
    /** How many passwords are on the list. */
    count: async (): Promise<number> => (await (loading ??= loadBreached())).size,
  };
}
