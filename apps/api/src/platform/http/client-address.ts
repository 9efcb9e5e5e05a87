import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** Some proxies forward the port too, which differs for each connection. */
const withoutPort = (address: string) =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');

const bareAddress = (address: string) => withoutPort(address).split('%', 1)[0] ?? '';

/** Returns a parsed address, `undefined` if it is none. IPv4-mapped IPv6 addresses are IPv4. */
export function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = bareAddress(address);
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined;
}

/** Returns an address in the one spelling by which it is stored and searched. */
export const canonicalAddress = (address: string): string =>
  parseAddress(address)?.toString() ?? bareAddress(address);

/** Whether a caller is on this machine, as a proxy is that TRUST_PROXY does not name. */
export const isLoopback = (address: string): boolean => parseAddress(address)?.range() === 'loopback';

/**
 * Returns the key for rate limits of an address: an IPv4 address, or the /64 of an IPv6 address, because one
 * household has all of it. IPv4-mapped IPv6 addresses count as IPv4.
 */
export function addressKey(address: string): string {
  const bare = bareAddress(address);
  const parsed = parseAddress(address);
  if (parsed === undefined) return bare;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Parts of an IPv6 address that name a household, and a device in it. */
const NETWORK_PARTS = 4;
const DEVICE = [0xffff, 0xffff, 0xffff, 0xffff];

/**
 * Returns how the canonical spellings begin of all addresses with the same key. The `::` of an IPv6 address can be within
 * its network, behind it or across its end. Some other addresses begin alike.
 */
export function beginningsOfKey(address: string): string[] {
  const parsed = parseAddress(address);
  if (!(parsed instanceof ipaddr.IPv6)) return [canonicalAddress(address)];
  const network = parsed.parts.slice(0, NETWORK_PARTS);
  const whole = network.map((part) => part.toString(16)).join(':');
  const within = new ipaddr.IPv6([...network, ...DEVICE]).toString().replace(/(?:ffff:){3}ffff$/, '');
  return [...new Set([within, `${whole}:`, `${whole.replace(/(?:^|:)0(?::0)*$/, '')}::`])];
}

/** Returns the range of all addresses that begin with the same bits, such as `192.0.2.0/24`. */
export function rangeOf(address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number): string {
  const range = `${address.toString()}/${prefix}`;
  const network =
    address instanceof ipaddr.IPv4
      ? ipaddr.IPv4.networkAddressFromCIDR(range)
      : ipaddr.IPv6.networkAddressFromCIDR(range);
  return `${network.toString()}/${prefix}`;
}

/** Returns the network of an address: the /24 of an IPv4 address, or the /48 of an IPv6 address. */
export function networkOf(address: string): string {
  const parsed = parseAddress(address);
  if (parsed === undefined) return '';
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join('.')}.0/24`;
  const groups = parsed.parts.slice(0, 3).map((group) => group.toString(16));
  return `${groups.join(':')}::/48`;
}

/** Returns the caller's address, as far as TRUST_PROXY allows. */
export const clientAddress = (req: Request) => req.ip ?? req.socket.remoteAddress ?? 'unknown';
