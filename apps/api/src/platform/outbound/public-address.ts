import ipaddr from 'ipaddr.js';

/** All of IPv6 that is assigned to networks of the internet; what lies outside is for special purposes. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Ranges of the IANA special-purpose registries inside 2000::/3 that ipaddr.js does not name. */
const SPECIAL = [
  // IETF protocol assignments
  ipaddr.IPv6.parseCIDR('2001::/23'),
  // documentation
  ipaddr.IPv6.parseCIDR('3fff::/20'),
];

/**
 * Whether an IP address belongs to the public internet. It does not if any IANA registry gives it a special purpose
 * (private, loopback, link-local, documentation, …), or if it contains an IPv4 address (mapped, NAT64, 6to4, Teredo),
 * since a translator on the way could reach a private one by it.
 * @param address in the form that a resolver returns; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === 'unicast';
  if (address.includes('%') || !ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return (
    parsed.range() === 'unicast' &&
    parsed.match(GLOBAL_UNICAST) &&
    !SPECIAL.some((range) => parsed.match(range))
  );
}
