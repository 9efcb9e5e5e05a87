import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePage, readPage } from './page-facts.js';

const AT = 'https://news.example/2026/sea?x=1';
const read = (text: string) => readPage(text, AT);

describe('readPage', () => {
  it('prefers Open Graph to Twitter to plain HTML [B23-5]', () => {
    const plain = '<title>Plain\n title</title><meta name=description content="Plain text">';
    const twitter =
      '<meta name="twitter:title" content="Twitter"><meta name="twitter:description" content="Tw text"><meta name="twitter:image" content="/t.png">';
    const graph =
      '<META PROPERTY="OG:Title" CONTENT="Sea &amp; sky"><meta property="og:description" content="Graph text"><meta property="og:image" content="//cdn.example/g.png">';
    expect(read(plain)).toEqual({ title: 'Plain title', description: 'Plain text', image: '' });
    expect(read(plain + twitter)).toEqual({
      title: 'Twitter',
      description: 'Tw text',
      image: 'https://news.example/t.png',
    });
    expect(read(plain + twitter + graph)).toEqual({
      title: 'Sea & sky',
      description: 'Graph text',
      image: 'https://cdn.example/g.png',
    });
  });

  it.each([
    ['in a script', '<script>"<title>No</title>"</script><title>Yes</title>'],
    ['in a comment', '<!-- <title>No</title> --><title>Yes</title>'],
    ['in a style', '<style><title>No</title></style><title>Yes</title>'],
    ['in an attribute', '<a title="<title>No</title>"></a><title>Yes</title>'],
    ['in a text field', '<textarea><title>No</title></textarea><title>Yes</title>'],
    ['of a drawing further on', '<title>Yes</title><svg><title>No</title></svg>'],
    ['with tags in it', '<title>Yes</title><body><title>No'],
    ['that is cut', '<title>Yes'],
  ])('does not take a title %s', (_where, page) => {
    expect(read(page).title).toBe('Yes');
  });

  it('makes texts one line without direction marks, and shortens them', () => {
    const { title, description } = read(
      `<title>a\u202eb\u2066c\n\td</title><meta name=description content="${'word '.repeat(1000)}">`,
    );
    expect(title).toBe('abc d');
    expect(description.length).toBeLessThanOrEqual(240);
    expect(description.endsWith('word…')).toBe(true);
  });

  it('takes no picture at an address that is none, too long, or not of http', () => {
    const addresses = ['javascript:alert(1)', 'data:image/png;base64,AA', 'file:///a.png', 'http://[', ''];
    for (const address of [...addresses, `/${'a'.repeat(3000)}`]) {
      expect(read(`<meta property="og:image" content="${address}">`).image).toBe('');
    }
  });

  it('reads any text', () => {
    const part = fc.constantFrom(
      '<meta',
      ' property=',
      'og:title',
      '"',
      '>',
      '<title>',
      '</',
      'title',
      '<!--',
      '&amp',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string())), (parts) => {
        expect(read(parts.join('')).title.length).toBeLessThanOrEqual(120);
      }),
    );
  });

  it('reads 512 kB of open tags in linear time', () => {
    const page = `${'<b a=1><i>'.repeat(50_000)}<meta property="og:title" content="End">`;
    expect(read(page).title).toBe('End');
  });
});

describe('decodePage', () => {
  const bytes = (...values: number[]) => Buffer.from(values);

  it.each([
    ['the header', Buffer.from('Größe', 'latin1'), 'text/html; charset=ISO-8859-1', 'Größe'],
    ['the byte order mark', Buffer.from('\ufeffGröße'), 'text/html; charset=ISO-8859-1', 'Größe'],
    ['a byte order mark of UTF-16', Buffer.from('\ufeffsea', 'utf16le'), '', 'sea'],
    [
      'the first bytes',
      Buffer.from('<meta charset="windows-1251">\xd0', 'latin1'),
      '',
      '<meta charset="windows-1251">Р',
    ],
    [
      'an old declaration',
      Buffer.from('<meta content="text/html; charset=koi8-r">\xc1', 'latin1'),
      '',
      '<meta content="text/html; charset=koi8-r">а',
    ],
    ['a Japanese one', bytes(0x8a, 0x43), 'text/html; charset=Shift_JIS', '海'],
    ['an impossible declaration', Buffer.from('<meta charset=utf-16>ö'), '', '<meta charset=utf-16>ö'],
    ['an unknown name', Buffer.from('ö'), 'text/html; charset=martian', 'ö'],
    ['nothing, as UTF-8', Buffer.from('海'), '', '海'],
    ['nothing, as Windows-1252', bytes(0xfc), '', 'ü'],
  ])('decodes by %s', (_what, page, type, text) => {
    expect(decodePage(page, type)).toBe(text);
  });

  it('leaves out a character that was cut', () => {
    expect(decodePage(Buffer.from('a海').subarray(0, 2), 'text/html')).toBe('a');
  });
});
