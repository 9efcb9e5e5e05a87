import { ACCOUNT_LIMITS } from './limits.js';

/** What could be an address that somebody has had since before the rules below. */
const LOOSE_PATTERN =
  /^[^\s\p{Cc}\p{Cf}@<>"(),:;[\]\\]{1,64}@[^\s\p{Cc}\p{Cf}@<>"'(),:;[\]\\]+\.[^\s\p{Cc}\p{Cf}@.<>"'(),:;[\]\\]{2,}$/u;

/**
 * Characters that end a host name, are decoded or are left out in one, so that another domain would come out. Joiners
 * belong to some scripts, where UTS #46 checks them.
 */
const NO_DOMAIN = /[/?#%:\\@\s]|(?![\u200c\u200d])\p{Cf}/u;

/** A dot-atom of RFC 5321 and RFC 6531: no dot at either end and no two in a row. */
const LOCAL_PART = /^[^\s\p{Cc}\p{Cf}\p{Cs}@<>"(),:;.[\]\\]+(\.[^\s\p{Cc}\p{Cf}\p{Cs}@<>"(),:;.[\]\\]+)*$/u;
/** Labels of a host name, at least two; the last one has a letter, so that it is no number of an IP address. */
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;

/** Bytes of RFC 5321. */
const LOCAL_PART_MAX = 64;
const ADDRESS_MAX = 254;

/** The domain as mail servers look it up (UTS #46), `undefined` if it is none. */
function asciiDomain(domain: string): string | undefined {
  if (NO_DOMAIN.test(domain)) return undefined;
  try {
    return new URL(`ws://${domain}`).hostname || undefined;
  } catch {
    return undefined;
  }
}

/**
 * The one spelling of a mailbox, by which addresses are compared, stored and counted: normal form C, lower case, and the
 * domain in its ASCII form. Any text has one, so look-ups need no check before.
 */
export function canonicalEmail(text: string): string {
  const folded = text.trim().normalize('NFC').toLowerCase().normalize('NFC');
  const at = folded.lastIndexOf('@');
  if (at === -1) return folded;
  const domain = folded.slice(at + 1);
  return `${folded.slice(0, at)}@${asciiDomain(domain) ?? domain}`;
}

/** Whether a text is an address that an account may get. */
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
    // such as a label that begins with xn-- and decodes to nothing
    asciiDomain(domain) !== undefined
  );
}

/**
 * Whether a text may be the address of an account. Looser than `looksLikeEmail`: accounts from before its rules keep
 * their addresses, and can sign in and reset their passwords.
 */
export const mayBeEmail = (value: string): boolean =>
  value.length <= ACCOUNT_LIMITS.emailMax && (LOOSE_PATTERN.test(value) || looksLikeEmail(value));
