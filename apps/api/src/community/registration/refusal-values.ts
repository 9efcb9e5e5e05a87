import { ACCOUNT_LIMITS, canonicalEmail, looksLikeEmail, type RefusalKind } from '@social-feed/contracts';
import ipaddr from 'ipaddr.js';
import { parseAddress, rangeOf } from '../../platform/http/client-address.js';

/** Labels of the longest domain. */
const LABELS_MAX = 127;
/** Larger ranges are a slip of the hand: `0.0.0.0/0` would refuse everybody. */
const SHORTEST_PREFIX = { ipv4: 8, ipv6: 16 };
/** The range that an address alone stands for: in its /64 of IPv6, a household's devices change their address each day. */
const PREFIX_ALONE = { ipv4: 32, ipv6: 64 };
const NAME = new RegExp(`^[a-z0-9_]{1,${ACCOUNT_LIMITS.userNameMax}}$`);
const NAME_BEGINNING = new RegExp(`^[a-z0-9_]{2,${ACCOUNT_LIMITS.userNameMax}}\\*$`);

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);

/** Providers that deliver further spellings of an address to one mailbox: any dots, and several domains. */
const PROVIDERS: readonly { domains: readonly [string, ...string[]]; ignoresDots: boolean }[] = [
  // https://support.google.com/mail/answer/7436150
  { domains: ['gmail.com', 'googlemail.com'], ignoresDots: true },
];

/** Returns the address without the part after a plus, which most providers deliver to the same mailbox. */
const withoutTag = (email: string) => email.replace(/^([^+]+)\+[^@]*@/, '$1@');

/** Returns one address for all that lead to the same mailbox. */
function mailboxOf(email: string): string {
  const address = withoutTag(email);
  const provider = PROVIDERS.find(({ domains }) => domains.includes(domainOf(address)));
  if (provider === undefined) return address;
  const name = address.slice(0, address.lastIndexOf('@'));
  return `${provider.ignoresDots ? name.replaceAll('.', '') : name}@${provider.domains[0]}`;
}

function canonicalRange(typed: string): string | undefined {
  const [text = '', length, ...rest] = typed.split('/');
  const address = parseAddress(text);
  if (address === undefined || rest.length > 0) return undefined;
  const longest = address instanceof ipaddr.IPv4 ? 32 : 128;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined;
  const prefix = length === undefined ? PREFIX_ALONE[address.kind()] : Number(length);
  return prefix > longest || prefix < SHORTEST_PREFIX[address.kind()] ? undefined : rangeOf(address, prefix);
}

/** Returns a value in the spelling in which it is stored, `undefined` if it is invalid. */
export function canonicalValue(kind: RefusalKind, typed: string): string | undefined {
  const text = typed.trim().toLowerCase();
  switch (kind) {
    case 'mail-domain': {
      const email = `x@${text.replace(/^(\*\.|[@.])/, '')}`;
      return looksLikeEmail(email) ? domainOf(canonicalEmail(email)) : undefined;
    }
    case 'mail-address':
      return looksLikeEmail(text) ? mailboxOf(canonicalEmail(text)) : undefined;
    case 'ip-range':
      return canonicalRange(text);
    case 'name':
      return NAME.test(text) || NAME_BEGINNING.test(text) ? text : undefined;
  }
}

/**
 * Returns every value that would refuse this address, so that one indexed look-up decides for any number of refusals.
 * The functions below do the same for names and IP addresses.
 */
export const valuesForEmail = (email: string): { kind: RefusalKind; values: string[] }[] => {
  const labels = domainOf(email).split('.').slice(-LABELS_MAX);
  return [
    { kind: 'mail-domain', values: labels.slice(0, -1).map((_, index) => labels.slice(index).join('.')) },
    { kind: 'mail-address', values: [...new Set([email, withoutTag(email), mailboxOf(email)])] },
  ];
};

export const valuesForName = (userName: string): { kind: RefusalKind; values: string[] }[] => {
  const name = userName.toLowerCase();
  const longest = name.slice(0, ACCOUNT_LIMITS.userNameMax);
  const beginnings = Array.from(longest, (_, index) => `${longest.slice(0, index + 1)}*`);
  return [{ kind: 'name', values: [name, ...beginnings] }];
};

export const valuesForAddress = (address: string): { kind: RefusalKind; values: string[] }[] => {
  const parsed = parseAddress(address);
  if (parsed === undefined) return [];
  const shortest = SHORTEST_PREFIX[parsed.kind()];
  const longest = parsed instanceof ipaddr.IPv4 ? 32 : 128;
  const prefixes = Array.from({ length: longest - shortest + 1 }, (_, index) => shortest + index);
  return [{ kind: 'ip-range', values: prefixes.map((prefix) => rangeOf(parsed, prefix)) }];
};
