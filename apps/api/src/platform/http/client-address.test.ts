import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { addressKey, beginningsOfKey, canonicalAddress, networkOf } from './client-address.js';

describe('addressKey', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
    // the format of some proxies
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8:1:2:3:4:5:6]:443', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::6]', '2001:db8:1:2::/64'],
  ])('maps %s to %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  it('separates neighbouring networks', () => {
    expect(addressKey('2001:db8:1:3::1')).not.toBe(addressKey('2001:db8:1:2::1'));
  });
});

describe('beginningsOfKey', () => {
  it('has the beginning of each address with the same key', () => {
    const parts = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), {
      minLength: 4,
      maxLength: 4,
    });
    fc.assert(
      fc.property(parts, parts, parts, (network, one, other) => {
        const [given, found] = [one, other].map((device) =>
          new ipaddr.IPv6([...network, ...device]).toString(),
        );
        if (addressKey(given!) !== addressKey(found!)) return; // one is an IPv4 address in IPv6
        expect(beginningsOfKey(given!).some((start) => found!.startsWith(start))).toBe(true);
      }),
    );
  });

  it('is an IPv4 address itself', () => {
    expect(beginningsOfKey('::ffff:203.0.113.9')).toEqual(['203.0.113.9']);
  });
});

describe('canonicalAddress', () => {
  it.each([
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:DB8:0:0::6]:443', '2001:db8::6'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, canonical) => {
    expect(canonicalAddress(address)).toBe(canonical);
  });
});

describe('networkOf', () => {
  it.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['203.0.113.7:51234', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['::1', '0:0:0::/48'],
    ['unknown', ''],
  ])('maps %s to %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
