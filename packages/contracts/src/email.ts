import { ACCOUNT_LIMITS } from './limits.js';

const EMAIL_PATTERN = /^[^\s@<>"'(),:;[\]\\]{1,64}@[^\s@<>"'(),:;[\]\\]+\.[^\s@.<>"'(),:;[\]\\]{2,}$/;

/** Whether a text looks like an e-mail address; linear in its length, which is capped first. */
export const looksLikeEmail = (value: string) =>
  value.length <= ACCOUNT_LIMITS.emailMax && EMAIL_PATTERN.test(value);
