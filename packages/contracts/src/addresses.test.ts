import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressesIn } from './addresses.js';
import { processorTime } from './testing/processor-time.js';
import { runs } from './testing/runs.js';

const linksIn = (text: string) =>
  text
    .split(/\s/u)
    .flatMap((piece) =>
      addressesIn(piece).flatMap(({ start, end, href }) =>
        href === undefined ? [] : piece.slice(start, end),
      ),
    );

describe('addressesIn', () => {
  it.each([
    // text directly before and after an address
    ['你好https://example.com/a', 'https://example.com/a'],
    ['👉https://example.com/a', 'https://example.com/a'],
    ['❤️https://example.com/a👍', 'https://example.com/a'],
    ['링크:https://example.com입니다', 'https://example.com'],
    ['https://example.com에서.다음', 'https://example.com'],
    ['https://example.com.다음 문장', 'https://example.com'],
    ['https://example.com。次', 'https://example.com'],
    ['（https://example.com/a）', 'https://example.com/a'],
    ['「https://example.com/a」を見て', 'https://example.com/a'],
    ['https://example.com/aを見て', 'https://example.com/a'],
    ['https://example.com/a?b=1#cです', 'https://example.com/a?b=1#c'],
    ['https://example.com，下一个', 'https://example.com'],
    ['موقعhttps://example.com/aوهو', 'https://example.com/a'],
    ['http://localhost:3000에서', 'http://localhost:3000'],
    ['https://localhost는', 'https://localhost'],
    ['http://127.0.0.1입니다', 'http://127.0.0.1'],
    ['http://[::1]:80/x입니다', 'http://[::1]:80/x'],
    ['https://example.com👍', 'https://example.com'],
    ['https://example.com.👍', 'https://example.com'],
    ['=https://example.com', 'https://example.com'],
    ['2https://example.com', 'https://example.com'],
    ['보기example.com/a입니다', 'example.com/a'],
    ['详见example.com。', 'example.com'],
    ['👉example.com👈', 'example.com'],
    ['http://例え.jpです', 'http://例え.jp'],
    ['http://пример.рфです', 'http://пример.рф'],
    // hosts and paths in other scripts
    ['http://例え.jp', 'http://例え.jp'],
    ['http://例え.テスト/x', 'http://例え.テスト/x'],
    ['https://www.abc東京.jp/', 'https://www.abc東京.jp/'],
    ['https://東京abc.jp/', 'https://東京abc.jp/'],
    ['https://한국.한국', 'https://한국.한국'],
    ['https://münchen.de', 'https://münchen.de'],
    ['münchen.de', 'münchen.de'],
    ['пример.рф/путь', 'пример.рф/путь'],
    ['https://उदाहरण.भारत', 'https://उदाहरण.भारत'],
    ['https://مثال.إختبار', 'https://مثال.إختبار'],
    ['https://نامه\u200cای.com/', 'https://نامه\u200cای.com/'],
    ['https://xn--r8jz45g.jp', 'https://xn--r8jz45g.jp'],
    ['https://💩.la/', 'https://💩.la/'],
    ['https://ja.wikipedia.org/wiki/東京', 'https://ja.wikipedia.org/wiki/東京'],
    ['https://ko.wikipedia.org/wiki/서울_(도시)', 'https://ko.wikipedia.org/wiki/서울_(도시)'],
    ['https://example.com/?q=東京&x=1', 'https://example.com/?q=東京&x=1'],
    ['https://example.com/naïve/été', 'https://example.com/naïve/été'],
    ['https://web.archive.org/web/https://example.com/', 'https://web.archive.org/web/https://example.com/'],
    ['https://a.example/x_(y)', 'https://a.example/x_(y)'],
  ])('finds in %j: %j', (text, address) => {
    expect(linksIn(text)).toEqual([address]);
    const href = address.includes('://') ? address : `https://${address}`;
    expect(new URL(href).host).not.toBe('');
  });

  it('finds addresses that touch each other’s text', () => {
    expect(linksIn('https://a.example와https://b.example과c.com입니다')).toEqual([
      'https://a.example',
      'https://b.example',
      'c.com',
    ]);
    expect(linksIn('https://ja.wikipedia.org/wiki/東京https://b.example')).toEqual([
      'https://ja.wikipedia.org/wiki/東京',
      'https://b.example',
    ]);
  });

  it.each([
    ...[
      'xhttps://example.com',
      'éhttps://example.com',
      'https://例え。jp/',
      'https://',
      'https://👍',
      'https://.a',
    ],
    ...[
      'ada@example.org',
      'me.de@example.org',
      '사용자@example.org',
      '@보기example.org',
      'ada@example.org/x',
    ],
    ...['a_example.org', '//example.org', 'x/example.org', 'example.org:8080', 'v1.2.3', 'ftp://example.org'],
  ])('finds none in %j', (text) => expect(linksIn(text)).toEqual([]));

  const addresses = fc
    .tuple(
      fc.constantFrom('https://', 'http://'),
      fc.constantFrom(
        'example.com',
        'a.example',
        '例え.jp',
        'пример.рф',
        'sub.example.co.uk:8080',
        '192.0.2.1',
        'bücher.de',
      ),
      fc.constantFrom('', '/a', '/a/b2', '/a?b=c', '/x#y', '/wiki/A_(b)', '/%E6%97%A5', '/a-b_c'),
    )
    .map((parts) => parts.join(''));
  /** Letters of other scripts, emoji, whitespace, and punctuation that cannot end an address. */
  const around = fc.string({
    unit: fc.constantFrom(
      ...Array.from("你好を見テ링크ไทขمرאбн、。，（）「」『』？！…：👉👍🎉 \n“”‘’«»,!?)'"),
    ),
    maxLength: 10,
  });
  const before = around.map((text) => `${text}${/[\p{Script=Latin}]$/u.test(text) ? ' ' : ''}`);

  it('finds each address whole and nothing else, regardless of the text around it', () => {
    fc.assert(
      fc.property(before, addresses, around, (prefix, address, suffix) => {
        // A Cyrillic host may continue with Cyrillic letters, and a host in another script with Chinese or Japanese
        // ones.
        const text = `${prefix}${address}${/рф$/.test(address) ? suffix.replace(/^[бн]+/u, '') : suffix}`;
        expect(linksIn(text)).toEqual([address]);
      }),
      { numRuns: runs(500, 3000) },
    );
  });

  it.each([
    'a.',
    'http://',
    'https://a.example/',
    'https://a.example/>',
    'https://a.example가',
    '가a.com',
    '가.',
    'a@a.',
  ])('parses 50,000 characters of %j within the time limit', (bit) => {
    const text = bit.repeat(50_000 / bit.length);
    expect(processorTime(() => addressesIn(text))).toBeLessThan(2000);
  });
});
