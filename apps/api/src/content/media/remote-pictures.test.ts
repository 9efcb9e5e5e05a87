import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Post } from '@social-feed/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../platform/config/config.js';
import { DAY, MINUTE } from '../../platform/time.js';
import { before } from '../../testing/before.js';
import { startForeignSite, type ForeignSite } from '../../testing/foreign-site.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

const PICTURE = 'http://pictures.example/sea.png';
const CLIP = 'http://pictures.example/waves.mp4';

const png = (width: number, height: number, background = 'red') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

let site: ForeignSite;
let directory: string;
/** Three processes of one service: as it was, with a proxy, and with uploads only. */
const apps = {} as Record<Config['mediaMode'], TestApp> & { second: TestApp };

beforeAll(async () => {
  site = await startForeignSite();
  directory = await mkdtemp(join(tmpdir(), 'social-feed-remote-'));
  site.at(PICTURE, await png(800, 400, 'navy'), 'image/png');
  const common = { outbound: site.outbound };
  apps.any = await createTestApp({ ...common, config: { media: { directory } } });
  const { dbName } = apps.any.ctx.config.mongo;
  const start = (mediaMode: Config['mediaMode']) =>
    createTestApp({
      ...common,
      dbName: dbName!,
      clock: apps.any.clock,
      config: { mediaMode, media: { directory } },
    });
  [apps.proxy, apps.second, apps.uploads] = await Promise.all([
    start('proxy'),
    start('proxy'),
    start('uploads'),
  ]);
});

afterAll(async () => {
  for (const app of [apps.second, apps.proxy, apps.uploads, apps.any]) await app.close();
  await site.close();
  await rm(directory, { recursive: true, force: true });
});

/** The path of an address of the service. */
const pathOf = (url: string): string => {
  expect(url).toMatch(/^http:\/\/localhost:4000\/media\/remote\/[0-9a-f]{32}\/[\w-]+\/1280\.webp$/);
  return new URL(url).pathname;
};
const read = async (app: TestApp, id: string): Promise<Post> =>
  (await app.agent().get(`/posts/${id}`)).body.data as Post;

async function written(fields: object) {
  const writer = await apps.any.signUp();
  const answer = await writer.agent.post('/posts').send(fields);
  expect(answer.status, answer.text).toBe(201);
  return { ...writer, post: answer.body.data as Post };
}

/** The path at which readers get a picture of another site. */
async function pathFor(address: string): Promise<string> {
  const { post } = await written({ images: [address] });
  return pathOf((await read(apps.proxy, post._id)).images[0]!);
}

async function signInAt(app: TestApp, userName: string) {
  const agent = app.agent();
  const answer = await agent
    .post('/auth/login')
    .send({ emailOrUsername: userName, password: 'correct horse 1' });
  expect(answer.status, answer.text).toBe(200);
  return agent;
}

describe('a picture of another site', () => {
  it('has a signed address for all readers in posts, profiles and feeds [B23-1]', async () => {
    const { agent, user, post } = await written({
      title: 'Sea',
      media: [{ url: PICTURE, kind: 'image', alt: 'The sea', width: 800, height: 400, placeholder: '' }],
    });
    await agent.patch(`/users/${user._id}/profilepic`).send({ profilepic: PICTURE });
    const board = (await agent.get(`/boards/user/${user._id}`)).body.data;
    await agent.put(`/boards/${board._id}`).send({ coverPhoto: PICTURE, website: 'https://own.example/' });
    apps.any.clock.advance(1000);

    const shown = await read(apps.proxy, post._id);
    const signed = shown.images[0]!;
    pathOf(signed);
    expect(shown.media).toEqual([{ ...post.media[0], url: signed }]);
    expect(shown.user.profilepic).toBe(signed);
    const anyone = apps.proxy.agent();
    const profile = (await anyone.get(`/users/${user._id}`)).body.data;
    const proxied = (await anyone.get(`/boards/user/${user._id}`)).body.data;
    expect([profile.profilepic, proxied.coverPhoto]).toEqual([signed, signed]);
    expect(proxied.website).toBe('https://own.example/');
    const feed = await anyone.get(`/feeds/${user.userName}.json`);
    expect(feed.text).toContain(signed);
    expect(feed.text).not.toContain('pictures.example');
    const signedIn = await signInAt(apps.proxy, user.userName);
    expect((await signedIn.get('/auth/me')).body.user.profilepic).toBe(signed);
    expect((await read(apps.any, post._id)).images).toEqual([PICTURE]);
  });

  it('is fetched once for all readers and processes, and re-encoded in all widths [B23-1]', async () => {
    const address = 'http://pictures.example/once.png';
    const picture = await png(800, 400);
    site.at(address, picture, 'image/png');
    const path = await pathFor(address);
    const narrow = path.replace('1280.webp', '320.webp');
    const asked = [apps.proxy, apps.second].flatMap((app) =>
      [path, narrow, path, narrow].map((each) => app.agent().get(each)),
    );
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(site.countOf(address)).toBe(1);
    const [wide, small] = await Promise.all(
      [answers[0]!, answers[1]!].map(({ body }) => sharp(body as Buffer).metadata()),
    );
    expect([wide!.format, wide!.width, small!.width]).toEqual(['webp', 800, 320]);
    expect(answers[0]!.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect((await apps.proxy.agent().get(path.replace('1280.webp', 'fallback.jpg'))).type).toBe('image/jpeg');
    expect(site.countOf(address)).toBe(1);
  });

  it('is fetched once if another process stores it while this one asks [B23-1]', async () => {
    const address = 'http://pictures.example/meanwhile.png';
    const picture = await png(80, 40);
    site.at(address, picture, 'image/png');
    const path = await pathFor(address);
    const get = async (app: TestApp) => (await app.agent().get(path)).status;
    const meanwhile: number[] = [];
    before(apps.second.ctx.models.RemotePicture.collection, 'updateOne', async () => {
      meanwhile.push(await get(apps.proxy));
    });
    expect([await get(apps.second), ...meanwhile]).toEqual([200, 200]);
    expect(site.countOf(address)).toBe(1);
  });

  it.each(['binary/octet-stream', 'text/plain', 'application/x-download', 'application/pdf', 'nonsense'])(
    'is served if its host says that it is %s, because its bytes decide [B23-1]',
    async (type) => {
      const address = `http://pictures.example/${encodeURIComponent(type)}.png`;
      const picture = await png(80, 40);
      site.at(address, picture, type);
      expect((await apps.proxy.agent().get(await pathFor(address))).status).toBe(200);
    },
  );

  it('is not served at an address that was not signed [B23-1]', async () => {
    const path = await pathFor('http://pictures.example/signed.png');
    const [, , , id, address] = path.split('/');
    const other = Buffer.from('http://pictures.example/other.png').toString('base64url');
    const before = site.requests.length;
    for (const forged of [
      `/media/remote/${id}/${other}/1280.webp`,
      `/media/remote/${'0'.repeat(32)}/${address}/1280.webp`,
      `/media/remote/${id}/${address}/original.png`,
      `/media/remote/${id}//1280.webp`,
      `/media/remote/${id}/1280.webp`,
    ]) {
      expect([forged, (await apps.proxy.agent().get(forged)).status]).toEqual([forged, 404]);
    }
    expect(site.requests.length).toBe(before);
  });

  it.each([
    ['a page', 'text/html', '<p>No picture</p>'],
    ['a page that claims to be a picture', 'image/png', '<p>No picture</p>'],
    ['a drawing that may contain scripts', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a broken picture', 'image/png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['more than a picture may have', 'image/png', Buffer.alloc(11 * 1024 * 1024)],
  ])('is not served if it is %s, and not asked for again for a day [B23-1]', async (what, type, body) => {
    const address = `http://pictures.example/${what.replaceAll(' ', '-')}`;
    site.at(address, body, type);
    const path = await pathFor(address);
    const get = async () => (await apps.proxy.agent().get(path)).status;
    expect([await get(), await get()]).toEqual([404, 404]);
    expect(site.countOf(address)).toBe(1);
    apps.any.clock.advance(DAY - MINUTE);
    expect([await get(), site.countOf(address)]).toEqual([404, 1]);
    apps.any.clock.advance(2 * MINUTE);
    expect([await get(), site.countOf(address)]).toEqual([404, 2]);
  });

  it('is fetched again after 10 minutes if the host was down', async () => {
    const address = 'http://pictures.example/late.png';
    site.at(address, (_req, res) => res.writeHead(502).end());
    const path = await pathFor(address);
    const get = async () => (await apps.second.agent().get(path)).status;
    expect([await get(), await get(), site.countOf(address)]).toEqual([404, 404, 1]);
    site.at(address, await png(9, 9), 'image/png');
    apps.any.clock.advance(10 * MINUTE);
    expect([await get(), site.countOf(address)]).toEqual([200, 2]);
  });

  it('of a private host is not fetched [B23-2]', async () => {
    const path = await pathFor('http://router.internal/status.png');
    const before = site.requests.length;
    expect((await apps.proxy.agent().get(path)).status).toBe(404);
    expect(site.requests.length).toBe(before);
  });

  it('is removed after 30 days and fetched again for the next reader', async () => {
    const address = 'http://pictures.example/old.png';
    site.at(address, await png(9, 9), 'image/png');
    const path = await pathFor(address);
    expect((await apps.proxy.agent().get(path)).status).toBe(200);
    const folder = join(directory, 'files', 'remote');
    const id = path.split('/')[3]!;
    apps.any.clock.advance(30 * DAY - MINUTE);
    await apps.proxy.ctx.media.remote.sweep();
    expect(await readdir(folder)).toContain(id);
    apps.any.clock.advance(MINUTE);
    expect(await apps.second.ctx.media.remote.sweep()).toBeGreaterThan(0);
    expect(await readdir(folder)).not.toContain(id);
    expect((await apps.proxy.agent().get(path)).status).toBe(200);
    expect(site.countOf(address)).toBe(2);
  });
});

describe('an edit', () => {
  it('stores the address that the author wrote, not the one it read [B23-1]', async () => {
    const { user, post } = await written({ title: 'Sea', images: [PICTURE] });
    const agent = await signInAt(apps.proxy, user.userName);
    const { media, images } = await read(apps.proxy, post._id);
    const edited = await agent.put(`/posts/${post._id}`).send({ title: 'The sea', images, media });
    expect([edited.status, edited.body.data.images]).toEqual([200, images]);
    const picture = await agent.patch(`/users/${user._id}/profilepic`).send({ profilepic: images[0] });
    expect(picture.body.data.profilepic).toBe(images[0]);
    const stored = await read(apps.any, post._id);
    expect([stored.title, stored.images, stored.media[0]!.url]).toEqual(['The sea', [PICTURE], PICTURE]);
    expect((await apps.any.agent().get(`/users/${user._id}`)).body.data.profilepic).toBe(PICTURE);
  });
});

describe('MEDIA=proxy', () => {
  it('rejects new clips of other sites, and gives readers a link to old ones [B23-3]', async () => {
    const { user, post } = await written({ title: 'Waves', images: [PICTURE], videos: [CLIP] });
    const agent = await signInAt(apps.proxy, user.userName);
    const refused = await agent.post('/posts').send({ videos: [CLIP] });
    expect([refused.status, refused.body.message]).toEqual([400, 'Videos must be uploaded here']);
    const shown = await read(apps.proxy, post._id);
    expect([shown.images.length, shown.videos, shown.media.length]).toEqual([1, [], 1]);
    expect(shown.outside).toEqual([{ kind: 'video', url: CLIP }]);
    const edited = await agent.put(`/posts/${post._id}`).send({ images: shown.images, videos: [] });
    expect(edited.body.data.outside).toEqual(shown.outside);
    expect((await read(apps.any, post._id)).videos).toEqual([CLIP]);
  });
});

describe('MEDIA=uploads', () => {
  it('rejects media of other sites [B23-3]', async () => {
    const { agent, user } = await apps.uploads.signUp();
    const board = (await agent.get(`/boards/user/${user._id}`)).body.data;
    const own = `${apps.uploads.ctx.config.apiOrigin}/demo-media/pictures/sea-01.webp`;
    const poster = {
      url: own,
      kind: 'image',
      alt: '',
      width: 0,
      height: 0,
      placeholder: '',
      poster: PICTURE,
    };
    const answers = await Promise.all([
      agent.post('/posts').send({ images: [PICTURE] }),
      agent.post('/posts').send({ media: [poster] }),
      agent.post('/posts').send({ videos: [CLIP] }),
      agent.patch(`/users/${user._id}/profilepic`).send({ profilepic: PICTURE }),
      agent.put(`/boards/${board._id}`).send({ coverPhoto: PICTURE }),
    ]);
    expect(answers.map(({ status, body }) => [status, body.message, body.errors[0].path])).toEqual([
      [400, 'Pictures must be uploaded here', 'media'],
      [400, 'Pictures must be uploaded here', 'media'],
      [400, 'Videos must be uploaded here', 'media'],
      [400, 'Pictures must be uploaded here', 'profilepic'],
      [400, 'Pictures must be uploaded here', 'coverPhoto'],
    ]);
    expect((await agent.post('/posts').send({ images: [own] })).status).toBe(201);
  });

  it('gives readers links to stored ones, which edits keep [B23-3]', async () => {
    const { agent: before, user, post } = await written({ title: 'Sea', images: [PICTURE], videos: [CLIP] });
    await before.patch(`/users/${user._id}/profilepic`).send({ profilepic: PICTURE });
    apps.any.clock.advance(1000);
    const shown = await read(apps.uploads, post._id);
    expect([shown.images, shown.videos, shown.media, shown.user.profilepic]).toEqual([[], [], [], '']);
    expect(shown.outside).toEqual([
      { kind: 'image', url: PICTURE },
      { kind: 'video', url: CLIP },
    ]);
    const agent = await signInAt(apps.uploads, user.userName);
    const fields = { title: 'The sea', images: [], videos: [], media: [] };
    const edited = await agent.put(`/posts/${post._id}`).send(fields);
    expect([edited.status, edited.body.data.outside]).toEqual([200, shown.outside]);
    expect((await read(apps.any, post._id)).images).toEqual([PICTURE]);
  });
});
