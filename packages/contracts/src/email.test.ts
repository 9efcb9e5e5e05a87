import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalEmail, looksLikeEmail, mayBeEmail } from './email.js';

describe('canonicalEmail', () => {
  it.each([
    ['v@example.org', ' V@Example.ORG ', 'v@ⓔxample.org', 'v@ｅxample.org', 'v@example。org'],
    [
      'm@xn--mnchen-3ya.example',
      'm@münchen.example',
      'M@MÜNCHEN.example',
      'm@münchen.example'.normalize('NFD'),
    ],
    ['josé@example.org', 'JOSÉ@example.org', 'josé@example.org'.normalize('NFD')],
    ['a@xn--strae-oqa.example', 'a@straße.example'],
    ['a@xn--wgv71a119e.jp', 'a@日本語.jp'],
    ['a@xn--mgba3gch31f060k.example', 'a@نامه\u200cای.example'],
    ['a+tag@example.org', 'A+Tag@example.org'],
  ])('returns %s for all its spellings', (canonical, ...spellings) => {
    for (const spelling of [canonical, ...spellings]) {
      expect(canonicalEmail(spelling)).toBe(canonical);
      expect(looksLikeEmail(spelling.trim())).toBe(true);
    }
  });

  it('is idempotent', () => {
    const address = fc.tuple(fc.string({ unit: 'grapheme' }), fc.domain()).map((parts) => parts.join('@'));
    fc.assert(
      fc.property(fc.oneof(address, fc.string({ unit: 'binary' })), (text) => {
        const once = canonicalEmail(text);
        expect(canonicalEmail(once)).toBe(once);
      }),
    );
  });

  it('never changes the host', () => {
    for (const domain of [
      'example.org/x',
      'example.org:80',
      'example.org?x',
      'example.org#x',
      'ex%61mple.org',
    ]) {
      expect(canonicalEmail(`a@${domain}`)).toBe(`a@${domain}`);
      expect(looksLikeEmail(`a@${domain}`)).toBe(false);
    }
  });

  it('differs for different mailboxes', () => {
    const different = [
      'a@example.org',
      'a.b@example.org',
      'a@example.com',
      'a@straße.example',
      'a@strasse.example',
    ];
    expect(new Set(different.map(canonicalEmail)).size).toBe(different.length);
  });
});

describe('looksLikeEmail', () => {
  it.each([
    'a..b@example.org',
    '.a@example.org',
    'a.@example.org',
    'a@x..org',
    'a@.example.org',
    'a@example.org.',
    'a@-x.org',
    'a@x-.org',
    'a@x.-org',
    'a@x.org-',
    `a@${'x'.repeat(64)}.org`,
    `a@${'é'.repeat(58)}.org`,
    `${'é'.repeat(33)}@example.org`,
    'a@x_y.org',
    'a@localhost',
    'a@1.2.3.4',
    'a@1.2',
    'a@example.123',
    'a@[127.0.0.1]',
    'a@xn--.org',
    'a@xn--a.org',
    'a@exa\u00admple.org',
    'a@exa\u200bmple.org',
    'a@exa\u200cmple.org',
    'a@exa mple.org',
    'a@b@example.org',
    'a＠example.org',
    '@example.org',
    'a@',
    'a\ud800@example.org',
    // rejected in older versions too: no top-level domain has one letter, and no mail service issues quoted names
    'a@b.c',
    '"x"@y.org',
  ])('rejects %j', (text) => {
    expect(looksLikeEmail(text)).toBe(false);
  });

  it.each([
    "o'brien@example.org",
    'a.b+c@sub.example.co.uk',
    'jörg@bücher.example',
    'a@x-y.org',
    'a@1x.org',
    'a@x.museum',
    'a@example.xn--p1ai',
    'δοκιμή@παράδειγμα.δοκιμή',
    `a@${'x'.repeat(63)}.org`,
  ])('accepts %j', (text) => {
    expect(looksLikeEmail(text)).toBe(true);
    expect(mayBeEmail(text)).toBe(true);
  });
});

it('leaves addresses of older accounts valid for look-ups', () => {
  for (const text of ['a..b@example.org', 'a.@docomo.example', 'a@x_y.org'])
    expect(mayBeEmail(text)).toBe(true);
  for (const text of ['nobody', 'no body@example.org', 'a@b', '"x"@y.org'])
    expect(mayBeEmail(text)).toBe(false);
});
