import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.js';

/**
 * The IANA IPv4 and IPv6 special-purpose address registries, multicast, and the ranges that embed IPv4 addresses
 * (www.iana.org/assignments/iana-ipv4-special-registry, …/iana-ipv6-special-registry).
 */
const REGISTRY = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.0.0/29', '192.0.0.8/32', '192.0.0.9/32', '192.0.0.10/32', '192.0.0.170/31'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4'],
  ...['240.0.0.0/4', '255.255.255.255/32'],
  ...['::1/128', '::/128', '::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48'],
  ...[
    '100::/64',
    '100:0:0:1::/64',
    '2001::/23',
    '2001::/32',
    '2001:1::1/128',
    '2001:1::2/128',
    '2001:1::3/128',
  ],
  ...['2001:2::/48', '2001:3::/32', '2001:4:112::/48', '2001:10::/28', '2001:20::/28', '2001:30::/28'],
  ...['2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10'],
  ...['fec0::/10', 'ff00::/8'],
];

const edgesOf = (range: string): string[] => {
  const kind = range.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4;
  const [address, bits] = kind.parseCIDR(range);
  const first = address.toByteArray();
  const last = first.map((byte, index) => {
    const free = Math.min(8, Math.max(0, (index + 1) * 8 - bits));
    return byte | (2 ** free - 1);
  });
  return [address.toString(), ipaddr.fromByteArray(last).toString()];
};

describe('isPublicAddress', () => {
  it.each(REGISTRY)('rejects the first and last address of %s [B23-2]', (range) => {
    for (const address of edgesOf(range))
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });

  it.each(['1.1.1.1', '93.184.216.34', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0'])(
    'accepts %s, which is outside of all special ranges',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each(['2606:4700:4700::1111', '2a00:1450:4001:82a::200e', '2400:cb00::1', '2001:200::1'])(
    'accepts %s of the global unicast space',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    'fe80::1%eth0',
    '2a00::1%1',
    '1.1.1.1:80',
  ])('rejects "%s", which no resolver returns', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
