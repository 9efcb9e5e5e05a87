import { describe, expect, it } from 'vitest';
import { canonicalValue, valuesForAddress, valuesForEmail, valuesForName } from './refusal-values.js';

const all = (found: { values: string[] }[]) => found.flatMap(({ values }) => values);

describe('the stored spelling of a refused value', () => {
  it.each([
    ['mail-domain', ' @Example.ORG ', 'example.org'],
    ['mail-domain', '*.example.org', 'example.org'],
    ['mail-domain', 'münchen.example', 'xn--mnchen-3ya.example'],
    ['mail-address', 'Ada+news@Example.org', 'ada@example.org'],
    ['mail-address', 'Bad.Guy+1@GoogleMail.com', 'badguy@gmail.com'],
    ['mail-address', 'bad.guy@example.org', 'bad.guy@example.org'],
    ['ip-range', '203.0.113.77', '203.0.113.77/32'],
    ['ip-range', '203.0.113.77/24', '203.0.113.0/24'],
    ['ip-range', '::ffff:203.0.113.7', '203.0.113.7/32'],
    ['ip-range', '2001:DB8::1/48', '2001:db8::/48'],
    ['ip-range', '2001:DB8:1:2::3', '2001:db8:1:2::/64'],
    ['ip-range', '2001:db8:1:2::3/128', '2001:db8:1:2::3/128'],
    ['name', 'Admin', 'admin'],
    ['name', 'official_*', 'official_*'],
  ] as const)('of %s %s is %s', (kind, typed, stored) => {
    expect(canonicalValue(kind, typed)).toBe(stored);
  });

  it.each([
    ['mail-domain', 'example'],
    ['mail-domain', 'a b.example'],
    ['mail-address', 'example.org'],
    ['ip-range', '203.0.113.0/33'],
    ['ip-range', '203.0.113.0/'],
    ['ip-range', '0.0.0.0/0'],
    ['ip-range', '::/0'],
    ['ip-range', '203.0.113.0/24/8'],
    ['ip-range', 'example.org'],
    ['name', '*'],
    ['name', 'a*b'],
    ['name', 'with space'],
  ] as const)('does not exist for %s %s', (kind, typed) => {
    expect(canonicalValue(kind, typed)).toBeUndefined();
  });
});

describe('the values that refuse', () => {
  it('an e-mail address are its domain, the domains above, and itself without the part after a plus', () => {
    expect(all(valuesForEmail('ada+x@mail.example.org'))).toEqual([
      'mail.example.org',
      'example.org',
      'ada+x@mail.example.org',
      'ada@mail.example.org',
    ]);
  });

  it.each(['bad.guy@gmail.com', 'b.a.d.guy@googlemail.com', 'badguy+2@gmail.com', 'bad.guy@googlemail.com'])(
    '%s include the mailbox that it leads to',
    (email) => {
      expect(all(valuesForEmail(email))).toEqual(expect.arrayContaining([email, 'badguy@gmail.com']));
    },
  );

  it('a name are itself and each of its beginnings', () => {
    expect(all(valuesForName('Abc'))).toEqual(['abc', 'a*', 'ab*', 'abc*']);
  });

  it('an address are all networks that contain it, for both families', () => {
    expect(all(valuesForAddress('::ffff:203.0.113.7'))).toContain('203.0.113.0/24');
    expect(all(valuesForAddress('203.0.113.7:4711'))).toContain('203.0.113.7/32');
    expect(all(valuesForAddress('2001:db8:1:2::3'))).toEqual(
      expect.arrayContaining(['2001:db8:1::/48', '2001:db8:1:2::3/128']),
    );
    expect(all(valuesForAddress('unknown'))).toEqual([]);
  });
});
