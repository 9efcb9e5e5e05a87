import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { beforeAll, describe, expect, it } from 'vitest';
import { appScene } from '../../testing/scene.js';
import { createTestApp, type Agent } from '../../testing/test-app.js';

const scene = appScene({ config: { webOrigin: 'https://feed.example' } });
let ada: Agent;
beforeAll(async () => {
  ({ agent: ada } = await scene.app.signUp({ userName: 'Ada_1', fullName: 'Ada Byron' }));
});

const newPost = async (fields: object, by = ada): Promise<string> =>
  (await by.post('/posts').send(fields).expect(201)).body.data._id as string;

describe('feeds', () => {
  it('are valid Atom and JSON Feed, newest post first [B8-10]', async () => {
    const { agent: writer } = await scene.app.signUp({ userName: 'Writer_1', fullName: 'Wilma Wright' });
    const first = await newPost({ title: 'First', description: 'One & <two>', tags: ['rye'] }, writer);
    scene.app.clock.advance(1000);
    const image = 'https://pictures.example/a.webp?w=1';
    const second = await newPost({ description: 'No title', images: [image] }, writer);
    const atom = await scene.app.agent().get('/feeds/writer_1.atom').expect(200);
    expect(atom.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(atom.headers['cache-control']).toBe('public, max-age=60');
    const read = parseAtomFeed(atom.text);
    expect(read.title?.value).toBe('Wilma Wright (@Writer_1) · Social Feed');
    expect(read.links?.map(({ rel, href }) => `${rel} ${href}`)).toEqual([
      'self https://feed.example/Writer_1.atom',
      'alternate https://feed.example/Writer_1',
    ]);
    expect(read.entries?.map(({ id, title, content }) => [id, title?.value, content?.value])).toEqual([
      [
        `https://feed.example/p/${second}`,
        'Post by Wilma Wright',
        `<p>No title</p>\n<p><img src="${image}" alt=""></p>`,
      ],
      [`https://feed.example/p/${first}`, 'First', '<p>One &amp; &lt;two&gt;</p>'],
    ]);
    expect(read.updated).toBe(read.entries?.[0]?.updated);

    const json = await scene.app.agent().get('/feeds/Writer_1.json').expect(200);
    expect(json.headers['content-type']).toBe('application/feed+json; charset=utf-8');
    const feed = parseJsonFeed(JSON.parse(json.text));
    expect(JSON.parse(json.text).version).toBe('https://jsonfeed.org/version/1.1');
    expect(feed.home_page_url).toBe('https://feed.example/Writer_1');
    expect(
      feed.items?.map(({ title, content_text, attachments }) => [title, content_text, attachments]),
    ).toEqual([
      ['Post by Wilma Wright', 'No title', [{ url: image, mime_type: 'image/webp' }]],
      ['First', 'One & <two>', undefined],
    ]);
  });

  it('have paragraphs, lines, links and pictures with their descriptions as HTML [B8-10]', async () => {
    const { agent: writer } = await scene.app.signUp({ userName: 'Poet_1' });
    const media = [
      {
        url: 'https://pictures.example/b.webp',
        kind: 'image',
        alt: 'The "sea" & sky',
        width: 640,
        height: 480,
      },
    ];
    const description = 'One\nline & <two>\n\n \nSee https://a.example/?b=1&c=2 by @Ada_1 #sea';
    await newPost({ title: 'Poem', description, media }, writer);
    const html = [
      '<p>One<br>line &amp; &lt;two&gt;</p>',
      '<p>See <a href="https://a.example/?b=1&amp;c=2">https://a.example/?b=1&amp;c=2</a> by <a href="https://feed.example/Ada_1">@Ada_1</a> <a href="https://feed.example/search?q=%23sea">#sea</a></p>',
      '<p><img src="https://pictures.example/b.webp" alt="The &quot;sea&quot; &amp; sky" width="640" height="480"></p>',
    ].join('\n');
    const atom = await scene.app.agent().get('/feeds/Poet_1.atom').expect(200);
    expect(parseAtomFeed(atom.text).entries?.[0]?.content).toEqual({ type: 'html', value: html });
    const json = await scene.app.agent().get('/feeds/Poet_1.json').expect(200);
    expect(parseJsonFeed(JSON.parse(json.text)).items?.[0]).toMatchObject({
      content_html: html,
      content_text: description,
    });
  });

  it('of a tag contain the posts of all users [B8-11]', async () => {
    const id = await newPost({ title: 'Tagged', tags: ['Many Words'] });
    for (const name of ['many%20words', '%23MANY%20words']) {
      const { text } = await scene.app.agent().get(`/feeds/tag/${name}.json`).expect(200);
      const feed = parseJsonFeed(JSON.parse(text));
      expect(feed.feed_url).toBe('https://feed.example/tag/many%20words.json');
      expect(feed.home_page_url).toBe('https://feed.example/search?q=%23many%20words');
      expect(feed.items?.map((item) => item.id)).toEqual([`https://feed.example/p/${id}`]);
    }
    const dotted = await scene.app.agent().get('/feeds/tag/v1.2.atom').expect(200);
    expect(parseAtomFeed(dotted.text).id).toBe('https://feed.example/search?q=%23v1.2');
  });

  it('return 304 to a client with the current version, until there is a new post [B8-12]', async () => {
    const { agent: writer } = await scene.app.signUp({ userName: 'Writer_2' });
    for (const path of ['/feeds/Writer_2.atom', '/feeds/Writer_2.json']) {
      const { headers } = await scene.app.agent().get(path).expect(200);
      const etag = headers['etag']!;
      const again = (known = etag) => scene.app.agent().get(path).set('If-None-Match', known);
      expect((await again().expect(304)).text).toBe('');
      const compressed = etag.replace(/"$/, '-gzip"');
      // As `fetch` sends it, other forms of the condition (RFC 9110), and with the suffix of a proxy.
      for (const known of [etag, etag.replace(/^W\//, ''), `"a,b", ${etag} , "c"`, '*', compressed])
        for (const cacheControl of ['no-cache', 'max-age=0', 'no-store'])
          await again(known).set('Cache-Control', cacheControl).set('Pragma', 'no-cache').expect(304);
      for (const known of ['"other"', `${etag}x`, 'W/""', etag.slice(0, -2)]) await again(known).expect(200);
      await newPost({ title: 'New' }, writer);
      await again().expect(200);
    }
  });

  it('reject other formats, unknown users and invalid names', async () => {
    await scene.app.agent().get('/feeds/Ada_1.rss').expect(400);
    await scene.app.agent().get('/feeds/nobody_here.atom').expect(404);
    await scene.app.agent().get('/feeds/a.atom').expect(400);
    await scene.app
      .agent()
      .get(`/feeds/tag/${'x'.repeat(31)}.atom`)
      .expect(400);
  });
});

it('are rate limited per address [B8-13]', async () => {
  const poor = await createTestApp({ config: { rateLimitFactor: 0.02 } });
  const statuses = new Set<number>();
  for (let call = 0; call < 41; call += 1)
    statuses.add((await poor.agent().get('/feeds/nobody_1.atom')).status);
  expect([...statuses].sort()).toEqual([404, 429]);
  expect((await poor.agent().get('/page?address=/home')).status).toBe(429);
  await poor.close();
});
