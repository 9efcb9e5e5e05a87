import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFactReader, decodePage, readPage } from './page-facts.js';

const AT = 'https://news.example/2026/sea?x=1';
const read = (...slices: string[]) => {
  const reader = createFactReader(AT);
  for (const slice of slices) reader.write(slice);
  return reader.end();
};

describe('readPage', () => {
  it('prefers Open Graph to Twitter to plain HTML [B23-5]', () => {
    const plain = '<title>Plain\n title</title><meta name=description content="Plain text">';
    const twitter =
      '<meta name="twitter:title" content="Twitter"><meta name="twitter:description" content="Tw text"><meta name="twitter:image" content="/t.png">';
    const graph =
      '<META PROPERTY="OG:Title" CONTENT="Sea &amp; sky"><meta property="og:description" content="Graph text"><meta property="og:image" content="//cdn.example/g.png">';
    expect(read(plain)).toMatchObject({ title: 'Plain title', description: 'Plain text', image: '' });
    expect(read(plain + twitter)).toMatchObject({
      title: 'Twitter',
      description: 'Tw text',
      image: 'https://news.example/t.png',
    });
    expect(read(plain + twitter + graph)).toMatchObject({
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
    ['of a drawing before it', '<svg><title>No</title></svg><title>Yes</title>'],
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

  it('takes the first of several pictures that readers can get', () => {
    const image = (...contents: string[]) =>
      read(contents.map((content) => `<meta property="og:image" content="${content}">`).join('')).image;
    expect(image('/a.png', '/b.png')).toBe('https://news.example/a.png');
    expect(image('/a.SVG?v=1#x', 'data:image/png;base64,AA', '/b.png')).toBe('https://news.example/b.png');
    const typed =
      '<meta property="og:image" content="/draw?1"><meta property="og:image:type" content="image/svg+xml">';
    expect(read(`${typed}<meta property="og:image" content="/draw?2">`).image).toBe(
      'https://news.example/draw?2',
    );
    expect(read(`${typed}<meta name="twitter:image" content="/t.svgz">`).image).toBe('');
  });

  it('takes the title of the page in its body', () => {
    const drawing = '<svg><svg><title>No</title></svg><title>No</title></svg>';
    expect(read(`<html><body>${drawing}<p>Text<title>Yes</title>`).title).toBe('Yes');
  });

  it('takes fields for previews from the body too, but no titles of drawings [B23-5]', () => {
    const page = (body: string) => read(`<html><body>${body}`);
    expect(page('<meta property="og:title" content="Yes">').title).toBe('Yes');
    expect(page('<svg><title>No</title></svg><meta name=description content=No>')).toMatchObject({
      title: '',
      description: '',
    });
  });

  it('takes the next best of what shows nothing or is no address', () => {
    const { title, image } = read(
      `<title>Yes</title><meta property="og:title" content="\u200b&nbsp;">
      <meta property="og:image" content="data:image/png;base64,AA"><meta name="twitter:image" content="/t.png">`,
    );
    expect([title, image]).toEqual(['Yes', 'https://news.example/t.png']);
    expect(read('<title>\u3164</title>').title).toBe('');
  });

  it('reads several names of one element, and addresses from the base of the page', () => {
    const { title, image } = read(
      '<base target=_top><base href="//cdn.example/i/"><meta property="og:title twitter:title" content="Yes"><meta property="og:image" content="a.png">',
    );
    expect([title, image]).toEqual(['Yes', 'https://cdn.example/i/a.png']);
  });

  it.each([
    ['0; url=/b', 'https://news.example/b'],
    ["0;URL='https://b.example/?x=1;y'", 'https://b.example/?x=1;y'],
    ['1.5, "b"', 'https://news.example/2026/b'],
    ['300; url=/b', ''],
    ['0', ''],
    ['0; url=javascript:alert(1)', ''],
  ])('tells that a page leads on by the refresh %s', (content, address) => {
    const meta = `<meta http-equiv="Refresh" content="${content.replaceAll('"', '&quot;')}">`;
    expect(read(`<title>Redirecting</title>${meta}`).refresh).toBe(address);
    expect(read(`<noscript>${meta}</noscript>`).refresh).toBe('');
    expect(read(`<meta property="og:title" content="Here">${meta}`).refresh).toBe('');
  });

  it('reads any text, in slices as at once', () => {
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
      fc.property(fc.array(fc.oneof(part, fc.string({ unit: 'binary' }))), fc.nat(), (parts, number) => {
        const text = parts.join('');
        const whole = read(text);
        const end = number % (text.length + 1);
        expect(whole.title.length).toBeLessThanOrEqual(120);
        expect(read(text.slice(0, end), text.slice(end))).toEqual(whole);
      }),
    );
  });

  it('reads 1 MB of open tags in linear time, and lets others run meanwhile', async () => {
    const page = `${'<b a=1><i>'.repeat(100_000)}<meta property="og:title" content="End">`;
    let turns = 0;
    const others = setInterval(() => (turns += 1), 0);
    expect((await readPage(page, AT)).title).toBe('End');
    clearInterval(others);
    expect(turns).toBeGreaterThan(3);
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
    [
      'a declaration behind a long script',
      Buffer.from(`<script>${' '.repeat(5000)}</script><meta charset=windows-1251>\xd0`, 'latin1'),
      '',
      `<script>${' '.repeat(5000)}</script><meta charset=windows-1251>Р`,
    ],
    [
      'the declaration of XML',
      Buffer.from('<?xml version="1.0" encoding="koi8-r"?>\xc1', 'latin1'),
      '',
      '<?xml version="1.0" encoding="koi8-r"?>а',
    ],
    [
      'a declaration in the text',
      Buffer.from('<body><meta charset=koi8-r>ö'),
      '',
      '<body><meta charset=koi8-r>ö',
    ],
    ...[
      '<!-- <meta charset=koi8-r> -->',
      '<script>write("<meta charset=koi8-r>")</script>',
      '<meta name=description content="what charset=koi8-r is">',
      '<meta name=x data-charset=koi8-r>',
      '<script>find("<body>")</script>',
    ].map((before): [string, Buffer, string, string] => [
      `its declaration behind ${before}`,
      Buffer.from(`${before}<meta charset=windows-1251>\xd0`, 'latin1'),
      'text/html; charset=none',
      `${before}<meta charset=windows-1251>Р`,
    ]),
    ['an impossible declaration', Buffer.from('<meta charset=utf-16>ö'), '', '<meta charset=utf-16>ö'],
    ['an unknown name', Buffer.from('ö'), 'text/html; charset=martian', 'ö'],
    ['nothing, as UTF-8', Buffer.from('海'), '', '海'],
    ['nothing, as Windows-1252', bytes(0xfc), '', 'ü'],
    [
      'nothing, as UTF-8 with a character that the page cut',
      Buffer.concat([Buffer.from('Unterlüß, gr'), bytes(0xc3), Buffer.from('...')]),
      '',
      'Unterlüß, gr\ufffd...',
    ],
    [
      'nothing, as Windows-1252 with pairs that are UTF-8 too',
      Buffer.from('für Ã¼ Öl, Äß', 'latin1'),
      '',
      'für Ã¼ Öl, Äß',
    ],
  ])('decodes by %s', (_what, page, type, text) => {
    expect(decodePage(page, type)).toBe(text);
  });

  it('leaves out a character that was cut', () => {
    expect(decodePage(Buffer.from('a海').subarray(0, 2), 'text/html')).toBe('a');
  });
});
