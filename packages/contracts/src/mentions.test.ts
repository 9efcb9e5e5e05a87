import { describe, expect, it } from 'vitest';
import { processorTime } from './testing/processor-time.js';
import { mentionAtEnd, mentionsOf } from './mentions.js';

const namesOf = (text: string) => mentionsOf(text).map(({ userName }) => userName);

describe('mentionsOf', () => {
  it.each([
    ...[
      '@ada_b',
      '(@ada_b)',
      'by @ada_b.',
      '@ada_b: hi',
      '@ada_b, hi',
      "@ada_b's",
      '@ada_b’s',
      '@ada_b!?',
      '«@ada_b»',
    ],
    ...[
      '@ada_b...',
      '@ada_b…',
      '.@ada_b',
      '@ada_b/',
      '@ada_b - no',
      '@ada_b–no',
      '@ada_b-',
      '@ada_b:\nx',
      '@ada_b:)',
    ],
    ...[
      'a line\n@ada_b\n',
      '“@ada_b”',
      '@ada_b"',
      '@ada_b;',
      '-@ada_b',
      'cc:@ada_b',
      '😀@ada_b😀',
      '❤️@ada_b❤️',
    ],
    // scripts without spaces, and East Asian keyboard signs
    ...[
      '你好@ada_b',
      '@ada_bさん',
      '안녕@ada_b님',
      'สวัสดี@ada_bครับ',
      'हिन्दी@ada_b',
      'مرحبا@ada_b',
      '@ada_b。次',
    ],
    ...['＠ada_b', '﹫ada_b', '（＠ada_b）', '你好＠ada_b，你好', '@ada_b：你好'],
  ])('finds ada_b in %j', (text) => expect(namesOf(text)).toEqual(['ada_b']));

  it.each([
    // handles on other sites
    ...[
      '@ada_b@mastodon.example',
      '@ada_b@mastodon.example.',
      '＠ada_b＠mastodon.example',
      '@ada_b.bsky.example',
    ],
    ...[
      '@ada_b.例え.jp',
      '@ada_b:matrix.example',
      '@ada_b:matrix.example:8448',
      '@ada_b/cli',
      '@ada_b/cli@1.2.3',
    ],
    ...['@ada_b-c', '@ada_b.c', 'https://social.example/@ada_b', 'social.example/@ada_b'],
    // e-mail addresses
    ...[
      'me@ada_b.example',
      'me@ada_b',
      'é@ada_b',
      'e\u0301@ada_b',
      'me1@ada_b',
      'me_@ada_b',
      'mailto:x@ada_b.example',
    ],
    // no names, or names not allowed here
    ...[
      '@@ada_b',
      '@ab',
      '@ab c',
      `@${'x'.repeat(31)}`,
      '@ada_bé',
      '@ada_b\u0301',
      '@ada_bа',
      '@',
      '@ ada_b',
      '#@ada_b',
    ],
    ...['&@ada_b', '@ａｄａ'],
  ])('finds none in %j', (text) => expect(namesOf(text)).toEqual([]));

  it.each(['@', '@a', '@abc ', '@abc.', '@abc.d', '@abc:', 'न्', '\u0301', '@abcи'])(
    'parses 50,000 characters of %j within the time limit',
    (bit) => {
      const text = `@${bit.repeat(50_000 / bit.length)}`;
      expect(processorTime(() => mentionsOf(text))).toBeLessThan(1000);
    },
  );
});

describe('mentionAtEnd', () => {
  it.each([
    ['@ada', 'ada', 0],
    ['(@a_1', 'a_1', 1],
    ['你好＠a', 'a', 2],
  ])('finds in %j: %j', (text, userName, index) => expect(mentionAtEnd(text)).toEqual({ userName, index }));

  it.each(['', '@', 'me@ada', '@ada ', '@ada@m', `@${'x'.repeat(31)}`])('finds none in %j', (text) =>
    expect(mentionAtEnd(text)).toBeNull(),
  );
});
