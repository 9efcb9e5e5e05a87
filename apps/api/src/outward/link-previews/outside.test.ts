import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseAtomFeed } from 'feedsmith';
import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterMap } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '../../platform/time.js';
import { smallPng } from '../../testing/uploads.js';
import { createTestApp, type Agent, type TestApp } from '../../testing/test-app.js';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Social Feed</title>
    <meta
      name="description"
      content="Social Feed: a unique platform."
    />
    <meta property="og:type" content="website" />
    <meta
      property="og:title"
      content="Social Feed"
    />
    <meta name="twitter:card" content="summary" />
    <script src="/theme.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>`;

/** Texts that do harm, or break a page or feed, unless they are escaped. */
const HOSTILE = [
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `' onmouseover='alert(1)' x='`,
  '</head><body onload=alert(1)>',
  '<!-- --><svg/onload=alert(1)>',
  ']]><script>alert(1)</script><![CDATA[',
  '<!ENTITY x SYSTEM "file:///etc/passwd">&x;',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  'javascript:alert(1)',
  "$& $` $' $1 $$",
  '{{env "JWT_SECRET"}} {{readFile "/etc/passwd"}} ${1+1}',
  'a\r\nSet-Cookie: x=1\r\n\r\nb',
  'nul \u0000 bell \u0007 last \uffff',
  'turned \u202e round \u2066 inside',
];

/** Collapses whitespace and characters that pages and feeds cannot contain. */
const onOneLine = (text: string) => text.replace(/[\p{Cc}\uffff\s]+/gu, ' ').trim();
/** What would turn the text beside a title. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/gu;

let web: Server;
let app: TestApp;
let agent: Agent;
let userName: string;
let webAnswer: { status: number; body: string };

beforeAll(async () => {
  webAnswer = { status: 200, body: PAGE };
  web = createServer((_req, res) => {
    res.writeHead(webAnswer.status, { 'Content-Type': 'text/html' }).end(webAnswer.body);
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const webPage = `http://127.0.0.1:${(web.address() as AddressInfo).port}/index.html`;
  app = await createTestApp({ config: { webPage, webOrigin: 'https://feed.example' } });
  const { agent: signedIn, user } = await app.signUp({ userName: 'Ada_1', fullName: 'Ada Byron' });
  agent = signedIn;
  userName = user.userName;
});
afterAll(async () => {
  await app.close();
  web.close();
});

const newPost = async (fields: object, by = agent): Promise<string> =>
  (await by.post('/posts').send(fields).expect(201)).body.data._id as string;

type Element = DefaultTreeAdapterMap['element'];
const elementsOf = (node: DefaultTreeAdapterMap['parentNode']): Element[] =>
  node.childNodes.flatMap((child) => (tree.isElementNode(child) ? [child, ...elementsOf(child)] : []));
const attributesOf = ({ attrs }: Element) =>
  Object.fromEntries(attrs.map(({ name, value }) => [name, value]));

/** A page as parsed by a browser. */
async function pageAt(address: string) {
  const answer = await app.agent().get('/page').query({ address }).expect(200);
  const elements = elementsOf(parse(answer.text));
  const named = (name: string) => elements.filter(({ tagName }) => tagName === name);
  const metas = named('meta').map(attributesOf);
  const title = named('title')[0]?.childNodes[0];
  return {
    headers: answer.headers,
    title: title !== undefined && tree.isTextNode(title) ? title.value : '',
    meta: (name: string) =>
      metas.find((meta) => meta['name'] === name || meta['property'] === name)?.['content'],
    link: (rel: string, type?: string) =>
      named('link')
        .map(attributesOf)
        .find((link) => link['rel'] === rel && link['type'] === type)?.['href'],
    names: elements.map(({ tagName }) => tagName),
    handlers: elements.flatMap(({ attrs }) => attrs).filter(({ name }) => name.startsWith('on')),
  };
}

describe('GET /page', () => {
  it('describes a post and links to its oEmbed address [B8-1]', async () => {
    const description = `${'A long walk. '.repeat(30)}\nThe end`;
    const image = 'https://pictures.example/a.webp';
    const id = await newPost({ title: 'By the sea', description, images: [image] });
    const page = await pageAt(`/p/${id}`);
    expect(page.title).toBe('By the sea · Social Feed');
    expect(page.meta('description')).toMatch(/^A long walk\. .{180,190}…$/);
    expect(page.link('canonical')).toBe(`https://feed.example/p/${id}`);
    expect(
      ['og:type', 'og:title', 'og:url', 'og:image', 'og:site_name', 'twitter:card', 'robots'].map(page.meta),
    ).toEqual([
      'article',
      'By the sea',
      `https://feed.example/p/${id}`,
      image,
      'Social Feed',
      'summary_large_image',
      undefined,
    ]);
    expect(page.headers['cache-control']).toBe('no-cache');
    const oembed = new URL(page.link('alternate', 'application/json+oembed') ?? '');
    const embedded = await app
      .agent()
      .get(oembed.pathname + oembed.search)
      .expect(200);
    expect(embedded.body).toMatchObject({
      version: '1.0',
      type: 'link',
      title: 'By the sea',
      author_name: 'Ada Byron',
      author_url: `https://feed.example/${userName}`,
      provider_url: 'https://feed.example',
    });
  });

  it('uses the JPEG version of the picture if available, with its type and size', async () => {
    const { body } = await agent
      .post('/media')
      .attach('files', await smallPng(), 'a.png')
      .expect(201);
    const [uploaded] = body.data as { url: string; width: number; height: number }[];
    const id = await newPost({ title: 'Sea', media: [{ ...uploaded, kind: 'image', alt: 'The "sea"' }] });
    const page = await pageAt(`/p/${id}`);
    const jpeg = uploaded!.url.replace('1280.webp', 'fallback.jpg');
    const facts = ['', ':type', ':width', ':height', ':alt'].map((part) => page.meta(`og:image${part}`));
    const { width, height } = uploaded!;
    expect(facts).toEqual([jpeg, 'image/jpeg', String(width), String(height), 'The "sea"']);
    const file = await app.agent().get(new URL(jpeg).pathname).buffer(true).expect(200);
    expect(file.headers['content-type']).toBe('image/jpeg');
    const url = `https://feed.example/p/${id}`;
    expect((await app.agent().get('/oembed').query({ url }).expect(200)).body.thumbnail_url).toBe(jpeg);
  });

  it('gives each value once', async () => {
    const id = await newPost({ title: 'By the sea' });
    const { text } = await app
      .agent()
      .get('/page')
      .query({ address: `/p/${id}` });
    for (const name of ['property="og:title"', 'property="og:type"', 'name="twitter:card"'])
      expect([name, text.split(name).length - 1]).toEqual([name, 1]);
    await app.agent().get('/oembed').query({ url: 'https://feed.example/Ada_1', format: 'x' }).expect(400);
    const other = await app.agent().get('/page').query({ address: '/search?q=tea' });
    expect(other.text.split('property="og:title"').length - 1).toBe(1);
  });

  it('describes a profile at each of its addresses', async () => {
    const user = (await agent.get('/auth/me').expect(200)).body.user as { _id: string };
    const tabs = ['posts', 'about', 'bookmarks', 'media'].map((tab) => `/ada_1/${tab}`);
    for (const address of [...tabs, '/Ada_1/MEDIA/', `/profile/${user._id}`, `/profile/${user._id}?x=1`]) {
      const page = await pageAt(address);
      expect([address, page.title]).toEqual([address, 'Ada Byron (@Ada_1) · Social Feed']);
      expect(page.link('canonical')).toBe('https://feed.example/Ada_1');
      expect(page.meta('og:title')).toBe('Ada Byron (@Ada_1)');
    }
    for (const address of ['/profile/0123456789abcdef01234567', '/profile/x', '/nobody_here/media'])
      expect((await pageAt(address)).meta('robots')).toBe('noindex');
    for (const address of ['/ada_1/else', '/settings/about'])
      expect((await pageAt(address)).title).toBe('Social Feed');
  });

  it('describes a shared collection, but not to search engines [B14-5]', async () => {
    const { body } = await agent.post('/collections').send({ name: 'Sea & <sky>' }).expect(201);
    const shared = await agent.patch(`/collections/${body.data._id}`).send({ isShared: true }).expect(200);
    const page = await pageAt(`/c/${shared.body.data.shareId}`);
    expect([page.title, page.meta('robots')]).toEqual(['Sea & <sky> · Social Feed', 'noindex']);
    expect(page.meta('og:description')).toBe('0 posts, collected by Ada Byron (@Ada_1).');
    expect((await pageAt(`/c/${'x'.repeat(22)}`)).title).toBe('Social Feed');
  });

  it('shows the picture that a photo address names', async () => {
    const images = ['https://pictures.example/a.jpg', 'https://pictures.example/b.png'];
    const id = await newPost({ title: 'Two', images });
    for (const [number, image] of [
      [1, images[0]],
      [2, images[1]],
      [3, images[0]],
      [0, images[0]],
    ] as const) {
      const page = await pageAt(`/ada_1/status/${id}/photo/${number}`);
      expect([page.title, page.meta('og:image')]).toEqual(['Two · Social Feed', image]);
      expect(page.link('canonical')).toBe(`https://feed.example/p/${id}`);
    }
    expect((await pageAt('/ada_1/status/0123456789abcdef01234567/photo/1')).meta('robots')).toBe('noindex');
    const covered = await newPost({ title: 'Covered', images, sensitive: true });
    expect((await pageAt(`/ada_1/status/${covered}/photo/1`)).meta('og:image')).toBeUndefined();
  });

  it('titles a post without a title by its author [B8-2]', async () => {
    const page = await pageAt(`/p/${await newPost({ description: 'Words alone' })}`);
    expect([page.title, page.meta('og:description')]).toEqual([
      'Post by Ada Byron · Social Feed',
      'Words alone',
    ]);
  });

  it('describes a profile and links to its feeds [B8-3]', async () => {
    const page = await pageAt('/ada_1?x=1');
    expect(page.title).toBe('Ada Byron (@Ada_1) · Social Feed');
    expect(page.meta('description')).toBe('Posts by Ada Byron (@Ada_1).');
    expect(page.meta('og:type')).toBe('profile');
    expect([
      page.link('canonical'),
      page.link('alternate', 'application/atom+xml'),
      page.link('alternate', 'application/feed+json'),
    ]).toEqual(['', '.atom', '.json'].map((ending) => `https://feed.example/Ada_1${ending}`));
  });

  it("describes today's hand and links to its feeds [B11-5]", async () => {
    const page = await pageAt('/today');
    expect([page.title, page.meta('og:description')]).toEqual([
      "Today's hand · Social Feed",
      '24 posts of the day, drawn by chance, the same for everybody.',
    ]);
    expect([
      page.link('canonical'),
      page.link('alternate', 'application/atom+xml'),
      page.link('alternate', 'application/feed+json'),
    ]).toEqual(['', '.atom', '.json'].map((ending) => `https://feed.example/today${ending}`));
    expect((await pageAt('/today?date=2026-11-26')).title).toBe("Today's hand · Social Feed");
  });

  it('names a tag of single Korean letters as people write it [B8-4]', async () => {
    await newPost({ title: 'Laughing #ㅋㅋㅋ' });
    const page = await pageAt(`/search?q=${encodeURIComponent('#ㅋㅋㅋ')}`);
    expect(page.title).toBe('#ㅋㅋㅋ · Search · Social Feed');
    expect(page.link('canonical')).toBe(`https://feed.example/search?q=${encodeURIComponent('#ㅋㅋㅋ')}`);
    const { text } = await app
      .agent()
      .get(`/feeds/tag/${encodeURIComponent('ㅋㅋㅋ')}.json`)
      .expect(200);
    expect(JSON.parse(text).title).toContain('#ㅋㅋㅋ');
  });

  it('names the tag of a tag search, and leaves other searches unchanged [B8-4]', async () => {
    await newPost({ title: 'Bread', tags: ['Sour Dough'] });
    const page = await pageAt('/search?q=%23Sour%20Dough');
    expect(page.title).toBe('#sour dough · Search · Social Feed');
    expect(page.link('canonical')).toBe('https://feed.example/search?q=%23sour%20dough');
    expect(page.link('alternate', 'application/atom+xml')).toBe('https://feed.example/tag/sour%20dough.atom');
    for (const address of [
      '/search?q=bread',
      '/search',
      '/home',
      '/settings',
      '/Ada_1/else',
      '//a.example/p',
    ]) {
      const { text } = await app.agent().get('/page').query({ address });
      expect(text.replace(/\n *<meta name="instance"[^>]*>/, '')).toBe(PAGE);
    }
  });

  it.each([
    '/p/0123456789abcdef01234567',
    '/p/no-id',
    '/nobody_here',
    '/a',
    '/%E0%A4',
    '/search?q=%23unused',
    '/search?q=%23',
  ])('excludes %s from search engines, where no content exists [B8-5]', async (address) => {
    const page = await pageAt(address);
    expect([page.title, page.meta('robots'), page.meta('og:title')]).toEqual([
      'Social Feed',
      'noindex',
      undefined,
    ]);
  });

  it('reveals no deleted content and no suspended users [B8-6]', async () => {
    const deleted = await newPost({ title: 'Soon gone' });
    await agent.delete(`/posts/${deleted}`).expect(200);
    const other = await app.signUp({ userName: 'Suspended_1', fullName: 'Bad Name' });
    const hidden = await newPost({ title: 'Soon hidden', tags: ['onlyhere'] }, other.agent);
    expect((await pageAt(`/p/${hidden}`)).title).toBe('Soon hidden · Social Feed');
    const { User } = app.ctx.models;
    await User.updateOne({ _id: other.user._id }, { suspendedAt: app.clock.now() });
    app.clock.advance(2000);
    for (const address of [`/p/${deleted}`, `/p/${hidden}`, '/Suspended_1', '/search?q=%23onlyhere']) {
      const { title, meta } = await pageAt(address);
      expect([address, title, meta('robots')]).toEqual([address, 'Social Feed', 'noindex']);
      const url = `https://feed.example${address}`;
      await app.agent().get('/oembed').query({ url }).expect(404);
    }
    await app.agent().get('/feeds/Suspended_1.atom').expect(404);
    const tagged = await app.agent().get('/feeds/tag/onlyhere.json').expect(200);
    expect(JSON.parse(tagged.text).items).toEqual([]);
  });

  it('shows signed-in users no more than visitors [B8-7]', async () => {
    const id = await newPost({ title: 'Seen by all' });
    const address = `/p/${id}`;
    const [mine, theirs] = [
      await agent.get('/page').query({ address }),
      await app.agent().get('/page').query({ address }),
    ];
    expect(mine.text).toBe(theirs.text);
  });

  it.each(HOSTILE)('escapes %j [B8-8]', async (text) => {
    const id = await newPost({ title: text, description: text, tags: [text.slice(0, 30)] });
    await agent
      .put(`/users/${(await agent.get('/auth/me')).body.user._id}`)
      .send({ fullName: text.slice(0, 100) });
    const plain = elementsOf(parse(PAGE)).map(({ tagName }) => tagName);
    const tag = encodeURIComponent(`#${text.slice(0, 30)}`);
    for (const address of [`/p/${id}`, `/${userName}`, `/search?q=${tag}`]) {
      const page = await pageAt(address);
      expect(page.handlers).toEqual([]);
      expect(page.names.filter((name) => name !== 'meta' && name !== 'link')).toEqual(
        plain.filter((name) => name !== 'meta'),
      );
    }
    const page = await pageAt(`/p/${id}`);
    expect([page.title, page.meta('og:title')].map((value = '') => onOneLine(value))).toEqual([
      onOneLine(`${text} · Social Feed`.replace(TURNS, '')),
      onOneLine(text.replace(TURNS, '')),
    ]);
    const atom = parseAtomFeed((await app.agent().get(`/feeds/${userName}.atom`).expect(200)).text);
    const [entry] = atom.entries ?? [];
    expect([entry?.id, onOneLine(entry?.title?.value ?? '')]).toEqual([
      `https://feed.example/p/${id}`,
      onOneLine(text.replace(TURNS, '')),
    ]);
    await agent.put(`/users/${(await agent.get('/auth/me')).body.user._id}`).send({ fullName: 'Ada Byron' });
  });

  it('returns 503 if the web server fails, and retries it', async () => {
    app.clock.advance(MINUTE);
    for (const broken of [
      { status: 500, body: PAGE },
      { status: 200, body: 'nothing' },
    ]) {
      webAnswer = broken;
      await app.agent().get('/page').query({ address: '/home' }).expect(503);
    }
    webAnswer = { status: 200, body: PAGE.replace('theme.js', 'other.js') };
    expect((await app.agent().get('/page').query({ address: '/home' }).expect(200)).text).toContain(
      'other.js',
    );
  });

  it('rejects a missing or overlong address', async () => {
    await app.agent().get('/page').expect(400);
    await app
      .agent()
      .get('/page')
      .query({ address: `/${'x'.repeat(2000)}` })
      .expect(400);
  });
});

describe('GET /link-preview', () => {
  const previewOf = async (address: string) =>
    (await app.agent().get('/link-preview').query({ address }).expect(200)).body.data;

  it('describes posts and profiles as their pages do [B8-18]', async () => {
    const media = [{ url: 'https://pictures.example/c.webp', kind: 'image', width: 640, height: 480 }];
    const id = await newPost({ title: 'A gate', description: 'Two\nlines', media });
    expect(await previewOf(`/p/${id}?comment=1`)).toEqual({
      type: 'article',
      title: 'A gate',
      description: 'Two lines',
      author: { name: 'Ada Byron', url: `https://feed.example/${userName}` },
      image: { url: 'https://pictures.example/c.webp', alt: '' },
    });
    expect(await previewOf(`/${userName}`)).toMatchObject({
      type: 'profile',
      title: `Ada Byron (@${userName})`,
    });
  });

  it('is null where visitors see nothing, and elsewhere [B8-18]', async () => {
    const id = await newPost({ title: 'Gone' });
    await agent.delete(`/posts/${id}`).expect(200);
    for (const address of [`/p/${id}`, '/p/1', '/nobody_here', '/home', 'https://other.example/p/1'])
      expect(await previewOf(address)).toBeNull();
  });

  it('rejects a missing or overlong address', async () => {
    await app.agent().get('/link-preview').expect(400);
    await app
      .agent()
      .get(`/link-preview?address=/${'x'.repeat(2000)}`)
      .expect(400);
  });
});

describe('GET /oembed', () => {
  it('rejects addresses of other sites and unknown formats', async () => {
    for (const url of [
      'https://other.example/p/0123456789abcdef01234567',
      '/p/1',
      'https://feed.example/home',
      'https://feed.example:8443/Ada_1',
      'ftp://feed.example/Ada_1',
      'x',
    ]) {
      await app.agent().get('/oembed').query({ url }).expect(404);
    }
    await app.agent().get('/oembed').query({ url: 'http://feed.example/Ada_1' }).expect(200);
    await app.agent().get('/oembed').query({ url: 'https://feed.example/Ada_1', format: 'json' }).expect(200);
    const other = await app
      .agent()
      .get('/oembed')
      .query({ url: 'https://feed.example/Ada_1', format: 'xml' });
    expect([other.status, other.body.code]).toEqual([501, 'NOT_IMPLEMENTED']);
  });

  it('includes a picture only if it fits the requested size', async () => {
    const url = 'https://pictures.example/b.webp';
    const media = [{ url, kind: 'image', width: 640, height: 480 }];
    const id = await newPost({ title: 'A picture', media });
    const ask = async (room: object) =>
      (
        await app
          .agent()
          .get('/oembed')
          .query({ url: `https://feed.example/p/${id}`, ...room })
      ).body;
    expect(await ask({})).toMatchObject({ thumbnail_url: url, thumbnail_width: 640, thumbnail_height: 480 });
    expect(await ask({ maxwidth: 400 })).not.toHaveProperty('thumbnail_url');
  });
});
