import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** Some proxies forward the port too, which is another one for each connection. */
const withoutPort = (address: string) =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');

/**
 * What one caller's budgets are counted under: an IPv4 address, or the /64 of an IPv6 address, since one household has
 * all of it. IPv4 written as IPv6 counts as IPv4.
 */
export function addressKey(address: string): string {
  const bare = withoutPort(address).split('%', 1)[0] ?? '';
  if (!ipaddr.isValid(bare)) return bare;
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The caller's address as far as TRUST_PROXY lets it be believed. */
export const clientAddress = (req: Request) => req.ip ?? req.socket.remoteAddress ?? 'unknown';
