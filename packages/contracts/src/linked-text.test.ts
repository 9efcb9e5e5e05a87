import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partText, tagsIn } from './linked-text.js';
import { runs } from './testing/runs.js';

/** Links of a text, each as `kind text -> target`. */
const linksOf = (text: string) =>
  partText(text).flatMap((part) => {
    if (part.kind === 'text') return [];
    const target = part.kind === 'link' ? part.href : part.kind === 'tag' ? part.tag : part.userName;
    return [`${part.kind} ${part.text} -> ${target}`];
  });
const joined = (text: string) =>
  partText(text)
    .map((part) => part.text)
    .join('');

describe('partText', () => {
  it.each([
    ['See https://example.org/a?b=c#d.', ['link https://example.org/a?b=c#d -> https://example.org/a?b=c#d']],
    ['(http://example.org/x_(y))', ['link http://example.org/x_(y) -> http://example.org/x_(y)']],
    ['example.org/path, and more', ['link example.org/path -> https://example.org/path']],
    ['«https://пример.рф/путь»', ['link https://пример.рф/путь -> https://пример.рф/путь']],
    ['HTTPS://EXAMPLE.ORG', ['link HTTPS://EXAMPLE.ORG -> HTTPS://EXAMPLE.ORG']],
    ['#Garten, #été2 and #日本語', ['tag #Garten -> Garten', 'tag #été2 -> été2', 'tag #日本語 -> 日本語']],
    ['(@ada_b) @Bob1!', ['mention @ada_b -> ada_b', 'mention @Bob1 -> Bob1']],
    ['a line\n#tag\n@name', ['tag #tag -> tag', 'mention @name -> name']],
    ['😀#tag', ['tag #tag -> tag']],
    ['＃タグ #il·lusió', ['tag ＃タグ -> タグ', 'tag #il·lusió -> il·lusió']],
    ['你好＠ada_b @ada_b@social.example', ['mention ＠ada_b -> ada_b']],
    ['#见https://a.example', ['tag #见 -> 见', 'link https://a.example -> https://a.example']],
    ['#booking.com', ['tag #booking -> booking']],
    ['#\ufe0fhello and #\ufe0fbooking.com', ['tag #\ufe0fhello -> hello', 'tag #\ufe0fbooking -> booking']],
  ])('finds the links in %j', (text, expected) => {
    expect(linksOf(text)).toEqual(expected);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org/file',
    'file:///etc/passwd',
    '//example.org/x',
    'ada@example.org',
    'mailto:ada@example.org',
    'word#tag &#39; ##twice a/#b',
    '#1 #123 #',
    `#${'x'.repeat(31)}`,
    'a@name me@name @ab @name_é @@name',
    `@${'x'.repeat(31)}`,
    'version 1.2.3, e.g. this... and so.On',
    '',
  ])('finds nothing in %j [B1-6]', (text) => {
    expect(linksOf(text)).toEqual([]);
    expect(joined(text)).toBe(text);
  });

  it('links to the host that the text shows, even with a user name or password in the address', () => {
    for (const text of [
      'https://example.org@evil.example/x',
      'https://user:pass@example.com/x',
      'http://user@example.com',
      'https://example.org:443@evil.example/',
      'https://example.org%2f@evil.example/',
      'https://用户@例子.example/a',
    ])
      expect(linksOf(text)).toEqual([]);
    for (const text of [
      'https://example.org\\@evil.example/',
      'https://example.org\u2044a.evil.example/',
      'https://example.org\uff20evil.example/',
      'https://example.org\u200b.evil.example/',
    ])
      expect(linksOf(text)).toEqual(['link https://example.org -> https://example.org']);
  });

  it('ends an address at a mark that changes the writing direction [B1-7]', () => {
    expect(linksOf('https://example.org/\u202egpj.exe')).toEqual([
      'link https://example.org/ -> https://example.org/',
    ]);
    for (const part of partText('\u202e#tag\u2066 @name \u200fhttps://a.example\u202c x'))
      if (part.kind !== 'text') expect(part.text).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
  });

  const bits = fc.constantFrom(
    ...[
      'http://',
      'https://',
      'www.',
      'a.example',
      '#',
      '#\ufe0f',
      '@',
      'tag',
      'ada_b',
      '.',
      '/',
      ' ',
      '\n',
      '(',
      ')',
    ],
    ...['\u202e', '\u2066', '😀', 'é', '日', '&#x3c;', '<b>', '"', "'", ':', '?', '-', '\0', 'javascript:'],
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(bits, { maxLength: 60 }).map((some) => some.join('')),
  );

  it('returns parts that join to the original text, and links only to http(s) [B1-4]', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const parts = partText(text);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        for (const part of parts) {
          expect(part.text).not.toBe('');
          if (part.kind === 'link') {
            expect(new URL(part.href).protocol).toMatch(/^https?:$/);
            expect(new URL(part.href).username + new URL(part.href).password).toBe('');
            expect([part.text, `https://${part.text}`]).toContain(part.href);
          }
          if (part.kind === 'tag') expect(part.text).toMatch(new RegExp(`^[#＃﹟]\\ufe0f?${part.tag}$`, 'u'));
          if (part.kind === 'mention') expect(part.userName).toMatch(/^\w{3,30}$/);
        }
        for (const [index, part] of parts.entries())
          if (part.kind === 'text') expect(parts[index + 1]?.kind).not.toBe('text');
      }),
      { numRuns: runs(200, 500) },
    );
  });

  it.each(['a.', 'http://', 'https://a.example/', '#tag', '@name ', '(((', 'a@a.', '[a](', '://', '-.'])(
    'parses 50,000 characters of %j',
    (bit) => {
      const text = bit.repeat(50_000 / bit.length);
      expect(joined(text)).toBe(text);
    },
  );
});

describe('tagsIn', () => {
  it('returns tags as written', () => {
    expect(tagsIn('One #Tag, two #tag; see https://a.example/#not and #other')).toEqual([
      'Tag',
      'tag',
      'other',
    ]);
    expect(tagsIn('none')).toEqual([]);
  });
});
