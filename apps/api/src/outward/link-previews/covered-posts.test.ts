import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

const PAGE =
  '<!doctype html><html><head><title>Feed</title><meta name="description" content=""></head></html>';
const PICTURE = 'https://pictures.example/a.webp';
/** With a size, because oEmbed requires one for a thumbnail. */
const media = [{ url: PICTURE, kind: 'image', width: 640, height: 480 }];
const SECRET = 'The butler did it';

let web: Server;
let app: TestApp;
beforeAll(async () => {
  web = createServer((_req, res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE));
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const webPage = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`;
  app = await createTestApp({ config: { webPage, webOrigin: 'https://feed.example' } });
});
afterAll(async () => {
  await app.close();
  web.close();
});

/** Everything published about a new post with these fields, and its author's feed. */
async function toldOf(fields: object): Promise<string[]> {
  const { agent, user } = await app.signUp();
  const body = { title: 'A story', description: SECRET, media, ...fields };
  const id = (await agent.post('/posts').send(body).expect(201)).body.data._id as string;
  const visitor = app.agent();
  const answers = await Promise.all([
    visitor.get('/page').query({ address: `/p/${id}` }),
    visitor.get('/oembed').query({ url: `https://feed.example/p/${id}` }),
    visitor.get('/link-preview').query({ address: `/p/${id}` }),
    visitor.get(`/feeds/${user.userName}.atom`),
    visitor.get(`/feeds/${user.userName}.json`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  return answers.map(({ text }) => text);
}

it('pages, oEmbed, previews and feeds show the warning instead of title, text and media [B8-16]', async () => {
  const [page, oembed, ...texts] = await toldOf({ contentWarning: 'Spoilers <b>' });
  for (const text of [page, oembed, ...texts]) {
    expect(text).not.toContain('A story');
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(PICTURE);
  }
  // Atom escapes the markup of HTML once more.
  for (const text of [page, ...texts]) expect(text).toMatch(/Content warning: Spoilers (<|&lt;|&amp;lt;)b/);
});

it('pages, oEmbed, previews and feeds omit the media of a sensitive post, and keep its text [B8-17]', async () => {
  const told = await toldOf({ sensitive: true });
  for (const text of told) expect(text).not.toContain(PICTURE);
  const [page, , ...texts] = told;
  for (const text of [page, ...texts]) expect(text).toContain(SECRET);
});

it('pages, oEmbed, previews and feeds include the media of other posts, pages and feeds their text', async () => {
  const told = await toldOf({});
  for (const text of told) expect(text).toContain(PICTURE);
  const [page, , ...texts] = told;
  for (const text of [page, ...texts]) expect(text).toContain(SECRET);
});
