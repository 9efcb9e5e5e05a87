import type { Post } from '@social-feed/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '../../platform/time.js';
import { startForeignSite, type ForeignSite } from '../../testing/foreign-site.js';
import { createTestApp, type Agent, type TestApp } from '../../testing/test-app.js';

let site: ForeignSite;
let app: TestApp;
let agent: Agent;

const PAGE =
  '<title>Sea</title><meta property="og:description" content="Waves"><meta property="og:image" content="/sea.png">';

beforeAll(async () => {
  site = await startForeignSite();
  app = await createTestApp({ config: { linkCards: true }, outbound: site.outbound });
  ({ agent } = await app.signUp());
});
afterAll(async () => {
  await app.close();
  await site.close();
});

const write = async (fields: object): Promise<Post> => {
  const answer = await agent.post('/posts').send(fields);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data as Post;
};
const edit = async ({ _id }: Post, fields: object): Promise<Post> => {
  const answer = await agent.put(`/posts/${_id}`).send(fields);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as Post;
};
const read = async ({ _id }: Post): Promise<Post> =>
  (await app.agent().get(`/posts/${_id}`)).body.data as Post;
const runJobs = () => app.ctx.jobs.runDue('link-card');

/** A post with a card. */
async function carded(address: string): Promise<Post> {
  site.at(address, PAGE);
  const post = await write({ description: `Look: ${address}` });
  await runJobs();
  return read(post);
}

describe('a link card', () => {
  it('has title, description, host and a signed picture of the first address [B23-5]', async () => {
    site.at('http://www.news.example/a', PAGE);
    const post = await write({
      title: 'News',
      description: 'See http://www.news.example/a and http://b.example/',
    });
    expect(post.card).toBeUndefined();
    await runJobs();
    const { card } = await read(post);
    expect(card).toEqual({
      url: 'http://www.news.example/a',
      site: 'news.example',
      title: 'Sea',
      description: 'Waves',
      image: expect.stringMatching(
        /^http:\/\/localhost:4000\/media\/remote\/[0-9a-f]{32}\/[\w-]+\/1280\.webp$/,
      ),
    });
    expect(Buffer.from(card!.image.split('/')[6]!, 'base64url').toString()).toBe(
      'http://www.news.example/sea.png',
    );
    await runJobs();
    expect(site.countOf('http://www.news.example/a')).toBe(1);
    expect(site.countOf('http://www.news.example/sea.png')).toBe(0);
  });

  it('names the host at which a redirect ends', async () => {
    site.at('http://short.example/1', (_req, res) =>
      res.writeHead(301, { Location: 'http://long.example/' }).end(),
    );
    site.at('http://long.example/', PAGE);
    const post = await write({ description: 'http://short.example/1' });
    await runJobs();
    expect((await read(post)).card).toMatchObject({ url: 'http://short.example/1', site: 'long.example' });
  });

  it('is of the page to which a refresh leads, at most five of them', async () => {
    const leading = (to: string) =>
      `<title>Redirecting</title><meta http-equiv=refresh content="0; url=${to}">`;
    site.at('http://old.example/', leading('http://new.example/'));
    site.at('http://new.example/', PAGE);
    site.at('http://circle.example/', leading('/?again'));
    site.at('http://circle.example/?again', leading('/'));
    const [moved, circle] = [
      await write({ description: 'http://old.example/' }),
      await write({ description: 'http://circle.example/' }),
    ];
    await runJobs();
    expect((await read(moved)).card).toMatchObject({
      url: 'http://old.example/',
      site: 'new.example',
      title: 'Sea',
    });
    expect((await read(circle)).card).toMatchObject({ title: 'Redirecting' });
    expect(site.countOf('http://circle.example/')).toBe(3);
    expect(site.countOf('http://circle.example/?again')).toBe(3);
  });

  it('is of the page behind one that sets a cookie and leads back by a refresh', async () => {
    site.at('http://wall.example/', (req, res) =>
      req.headers.cookie === 'seen=1'
        ? res.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE)
        : res
            .writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'seen=1' })
            .end('<title>Wait</title><meta http-equiv=refresh content="0; url=/?">'),
    );
    site.at('http://wall.example/?', (_req, res) => res.writeHead(302, { Location: '/' }).end());
    const post = await write({ description: 'http://wall.example/' });
    await runJobs();
    expect((await read(post)).card).toMatchObject({ title: 'Sea' });
  });

  it('is of a live page, whose head comes and whose body never ends', async () => {
    site.at('http://live.example/', (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/html', Connection: 'close' });
      // It breaks off, as the end of its time does.
      res.write(`<head>${PAGE}</head><p>`, () => res.destroy());
    });
    site.at('http://cut.example/', (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/html' }).write('<head><title>Se', () => res.destroy());
    });
    const [live, cut] = [
      await write({ description: 'http://live.example/' }),
      await write({ description: 'http://cut.example/' }),
    ];
    await runJobs();
    expect((await read(live)).card).toMatchObject({ title: 'Sea' });
    expect((await read(cut)).card).toBeUndefined();
    await app.ctx.models.Job.deleteMany({ type: 'link-card' });
  });

  it('names a host in its own letters, unless they could be taken for others', async () => {
    const sites = ['xn--mnchen-3ya.example', 'xn--80ak6aa92e.com'];
    for (const host of sites) site.at(`http://${host}/`, PAGE);
    const posts = [
      await write({ description: 'http://münchen.example/' }),
      await write({ description: 'http://xn--80ak6aa92e.com/' }),
    ];
    await runJobs();
    const shown = await Promise.all(posts.map(async (post) => (await read(post)).card?.site));
    expect(shown).toEqual(['münchen.example', 'xn--80ak6aa92e.com']);
  });

  it.each([
    ['with media', { description: 'http://media.example/', images: ['https://pictures.example/a.png'] }],
    ['without an address', { description: 'media.example is not written here: a.b' }],
    ['with a private host', { description: 'http://router.internal/' }],
    ['about the service itself', { description: 'http://localhost:3000/p/1' }],
    ['about no page', { description: 'http://files.example/a.pdf' }],
    ['about a page without a title', { description: 'http://files.example/untitled' }],
  ])('is not made for a post %s [B23-5]', async (_what, fields) => {
    site.at('http://media.example/', PAGE);
    site.at('http://files.example/a.pdf', 'x', 'application/pdf');
    site.at('http://files.example/untitled', '<p>Text</p>');
    const post = await write(fields);
    await runJobs();
    expect((await read(post)).card).toBeUndefined();
    expect(await app.ctx.models.Job.countDocuments({ type: 'link-card' })).toBe(0);
  });

  it('is tried 3 times if the host is down', async () => {
    const address = 'http://down.example/';
    site.at(address, (_req, res) => res.writeHead(500).end());
    const post = await write({ description: address });
    for (let run = 0; run < 5; run += 1) {
      await runJobs();
      app.clock.advance(MINUTE);
    }
    expect(site.countOf(address)).toBe(3);
    expect((await read(post)).card).toBeUndefined();
  });

  it('follows the address in edits', async () => {
    const post = await carded('http://first.example/');
    const same = await edit(post, { description: 'Again: http://first.example/ !' });
    expect(same.card).toEqual(post.card);
    site.at('http://second.example/', '<title>Second</title>');
    const other = await edit(post, { description: 'http://second.example/' });
    expect(other.card).toBeUndefined();
    await runJobs();
    expect((await read(post)).card).toMatchObject({ title: 'Second', image: '' });
    expect((await edit(post, { description: 'No address' })).card).toBeUndefined();
    expect(site.countOf('http://first.example/')).toBe(1);
  });

  it('of an address that an edit replaced is not stored', async () => {
    site.at('http://slow.example/', '<title>Slow</title>');
    site.at('http://quick.example/', '<title>Quick</title>');
    const post = await write({ description: 'http://slow.example/' });
    site.at('http://slow.example/', (_req, res) => {
      void edit(post, { description: 'http://quick.example/' }).then(() =>
        res.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Slow</title>'),
      );
    });
    await runJobs();
    await runJobs();
    expect((await read(post)).card).toMatchObject({ title: 'Quick' });
  });

  it('is not read for a deleted post', async () => {
    site.at('http://deleted.example/', PAGE);
    const post = await write({ description: 'http://deleted.example/' });
    await agent.delete(`/posts/${post._id}`);
    await runJobs();
    expect(site.countOf('http://deleted.example/')).toBe(0);
  });

  it('is made by no job where the host switched cards off', async () => {
    const off = await createTestApp({ outbound: site.outbound });
    try {
      site.at('http://off.example/', PAGE);
      const { agent: own } = await off.signUp();
      await own.post('/posts').send({ description: 'http://off.example/' });
      await off.ctx.jobs.runDue('link-card');
      expect(site.countOf('http://off.example/')).toBe(0);
    } finally {
      await off.close();
    }
  });
});

describe('DELETE /posts/:id/card', () => {
  const remove = (post: Post, by = agent) => by.delete(`/posts/${post._id}/card`);

  it('takes the card away, also after edits, until the address changes [B23-6]', async () => {
    const post = await carded('http://away.example/');
    const answer = await remove(post);
    expect([answer.status, answer.body.message]).toEqual([200, 'Link card removed']);
    const { card: _card, ...rest } = post;
    expect(answer.body.data).toEqual(rest);
    expect((await remove(post)).status).toBe(200);
    await edit(post, { description: 'Still http://away.example/' });
    await runJobs();
    expect((await read(post)).card).toBeUndefined();
    site.at('http://other.example/', PAGE);
    await edit(post, { description: 'http://other.example/' });
    await runJobs();
    expect((await read(post)).card?.url).toBe('http://other.example/');
  });

  it('wins over the job that is reading the page [B23-6]', async () => {
    const post = await write({ description: 'http://racing.example/' });
    site.at('http://racing.example/', (_req, res) => {
      void remove(post).then(() => res.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE));
    });
    await runJobs();
    expect((await read(post)).card).toBeUndefined();
  });

  it('is for the author only [B23-6]', async () => {
    const post = await carded('http://own.example/');
    const stranger = await app.signUp();
    expect((await remove(post, stranger.agent)).status).toBe(403);
    expect((await remove(post, app.agent())).status).toBe(401);
    expect((await read(post)).card).toEqual(post.card);
    expect((await remove({ ...post, _id: 'f'.repeat(24) })).status).toBe(404);
  });

  it('does nothing to a post without a card', async () => {
    const post = await write({ title: 'Plain' });
    expect((await remove(post)).body.data).toEqual(post);
  });
});
