import { ACCOUNT_LIMITS } from './limits.js';

/** Matches addresses that accounts may have had before the rules below. */
const LOOSE_PATTERN =
  /^[^\s\p{Cc}\p{Cf}@<>"(),:;[\]\\]{1,64}@[^\s\p{Cc}\p{Cf}@<>"'(),:;[\]\\]+\.[^\s\p{Cc}\p{Cf}@.<>"'(),:;[\]\\]{2,}$/u;

/**
 * Characters that end a host name, or are decoded or dropped in one, which would produce another domain. Joiners
 * are legal in some scripts; UTS #46 checks them.
 */
const NO_DOMAIN = /[/?#%:\\@\s]|(?![\u200c\u200d])\p{Cf}/u;

/** A dot-atom of RFC 5321 and RFC 6531: no leading, trailing or consecutive dots. */
const LOCAL_PART = /^[^\s\p{Cc}\p{Cf}\p{Cs}@<>"(),:;.[\]\\]+(\.[^\s\p{Cc}\p{Cf}\p{Cs}@<>"(),:;.[\]\\]+)*$/u;
/** A host name of at least two labels. The last one contains a letter, which excludes IP addresses. */
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;

/** Limits of RFC 5321, in bytes. */
const LOCAL_PART_MAX = 64;
const ADDRESS_MAX = 254;

/** Returns the domain in the form that mail servers look up (UTS #46), or `undefined` if it is invalid. */
function asciiDomain(domain: string): string | undefined {
  if (NO_DOMAIN.test(domain)) return undefined;
  try {
    return new URL(`ws://${domain}`).hostname || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the canonical spelling of an address, used to compare, store and count addresses: normal form C, lower
 * case, ASCII domain. Accepts any text, so look-ups need no prior validation.
 */
export function canonicalEmail(text: string): string {
  const folded = text.trim().normalize('NFC').toLowerCase().normalize('NFC');
  const at = folded.lastIndexOf('@');
  if (at === -1) return folded;
  const domain = folded.slice(at + 1);
  return `${folded.slice(0, at)}@${asciiDomain(domain) ?? domain}`;
}

/** Whether a new account may use this address. */
export function looksLikeEmail(value: string): boolean {
  if (value.length > ACCOUNT_LIMITS.emailMax) return false;
  const email = canonicalEmail(value);
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, Math.max(at, 0)), email.slice(at + 1)];
  const bytes = new TextEncoder().encode(local).length;
  return (
    bytes <= LOCAL_PART_MAX &&
    bytes + 1 + domain.length <= ADDRESS_MAX &&
    LOCAL_PART.test(local) &&
    DOMAIN.test(domain) &&
    // such as a label that starts with xn-- and decodes to nothing
    asciiDomain(domain) !== undefined
  );
}

/**
 * Whether an existing account may have this address. Looser than `looksLikeEmail`: accounts created before its
 * rules keep their addresses and can still sign in and reset their passwords.
 */
export const mayBeEmail = (value: string): boolean =>
  value.length <= ACCOUNT_LIMITS.emailMax && (LOOSE_PATTERN.test(value) || looksLikeEmail(value));
