import { ACCOUNT_LIMITS } from './limits.js';

const EMAIL_PATTERN =
  /^[^\s\p{Cc}\p{Cf}@<>"(),:;[\]\\]{1,64}@[^\s\p{Cc}\p{Cf}@<>"'(),:;[\]\\]+\.[^\s\p{Cc}\p{Cf}@.<>"'(),:;[\]\\]{2,}$/u;

/** Whether a text looks like an e-mail address; linear in its length, which is capped first. */
export const looksLikeEmail = (value: string) =>
  value.length <= ACCOUNT_LIMITS.emailMax && EMAIL_PATTERN.test(value);
