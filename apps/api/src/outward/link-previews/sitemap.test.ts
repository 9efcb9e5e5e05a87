import type { Types } from 'mongoose';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertUser, newPost } from '../../testing/content.js';
import { appScene } from '../../testing/scene.js';

const scene = appScene({ config: { webOrigin: 'https://feed.example' } });

const write = async (user: Types.ObjectId, time: string, fields: Parameters<typeof newPost>[1] = {}) => {
  const [post] = await scene.app.ctx.posts.positions.insert([
    newPost(user, { createdAt: new Date(time), ...fields }),
  ]);
  return post!._id.toHexString();
};
const get = (path: string, status = 200) => scene.app.agent().get(`/feeds/${path}`).expect(status);
const locations = ({ text }: { text: string }) =>
  Array.from(text.matchAll(/<loc>https:\/\/feed\.example([^<]*)<\/loc>/g), ([, path]) => path);

describe('the sitemap', () => {
  let author: Types.ObjectId;

  beforeAll(async () => {
    author = (await insertUser(scene.app))._id;
  });

  it('is empty without posts, and named in robots.txt [B17-1]', async () => {
    expect(locations(await get('sitemap.xml'))).toEqual([]);
    const { text, headers } = await get('robots.txt');
    expect(text).toBe('User-agent: *\nDisallow:\n\nSitemap: https://feed.example/sitemap.xml\n');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('has posts and their authors by month, to the millisecond in UTC [B17-1]', async () => {
    const last = await write(author, '2026-01-31T23:59:59.999Z');
    const first = await write(author, '2026-02-01T00:00:00Z', { editedAt: new Date('2026-03-05T01:00:00Z') });
    const december = await write(author, '2025-12-01T00:00:00Z');
    const october = await write(author, '2025-10-31T23:00:00Z');
    const index = await get('sitemap.xml');
    expect(locations(index)).toEqual(
      ['2026-02', '2026-01', '2025-12', '2025-10'].map((month) => `/sitemap-${month}.xml`),
    );
    expect(locations(await get('sitemap-2025-10.xml'))).toContain(`/p/${october}`);
    expect(index.headers['content-type']).toBe('application/xml; charset=utf-8');
    const { userName } = await scene.app.ctx.models.User.findById(author).orFail();
    const february = await get('sitemap-2026-02.xml');
    expect(locations(february)).toEqual([`/${userName}`, `/p/${first}`]);
    expect(february.text).toContain('<lastmod>2026-03-05T01:00:00.000Z</lastmod>');
    expect(locations(await get('sitemap-2026-01.xml'))).toEqual([`/${userName}`, `/p/${last}`]);
    expect(locations(await get('sitemap-2025-12.xml'))).toEqual([`/${userName}`, `/p/${december}`]);
    expect(february.headers['cache-control']).toBe('public, max-age=3600');
    const etag = february.headers['etag'] as string;
    await scene.app.agent().get('/feeds/sitemap-2026-02.xml').set('If-None-Match', etag).expect(304);
  });

  it('has no posts of suspended users, and no months without posts [B17-2]', async () => {
    const suspended = (await insertUser(scene.app))._id;
    const post = await write(suspended, '2026-02-10T00:00:00Z');
    expect(locations(await get('sitemap-2026-02.xml'))).toContain(`/p/${post}`);
    await scene.app.ctx.models.User.updateOne({ _id: suspended }, { suspendedAt: new Date() });
    await scene.app.ctx.posts.positions.hide(suspended);
    const left = locations(await get('sitemap-2026-02.xml'));
    expect(left).toHaveLength(2);
    expect(left).not.toContain(`/p/${post}`);
    await get('sitemap-2024-01.xml', 404);
  });

  it('has no posts of silenced users, and none of users suspended just now [B17-2]', async () => {
    const silenced = (await insertUser(scene.app))._id;
    const suspended = (await insertUser(scene.app))._id;
    const posts = [
      await write(silenced, '2026-02-11T00:00:00Z'),
      await write(suspended, '2026-02-12T00:00:00Z'),
    ];
    await write(silenced, '2027-05-01T00:00:00Z');
    await scene.app.ctx.posts.positions.unlist(silenced);
    // The job that hides the posts has not run.
    await scene.app.ctx.models.User.updateOne({ _id: suspended }, { suspendedAt: new Date() });
    const left = locations(await get('sitemap-2026-02.xml'));
    for (const post of posts) expect(left).not.toContain(`/p/${post}`);
    expect(left).toHaveLength(2);
    expect(locations(await get('sitemap.xml'))).not.toContain('/sitemap-2027-05.xml');
  });

  it.each(['2026-13', '2026-1', '../../features/secret', '2026-02-01', '%00', "2026-02'"])(
    'rejects the month %s [B17-2]',
    async (month) => {
      const { status } = await scene.app.agent().get(`/feeds/sitemap-${month}.xml`);
      expect([400, 404]).toContain(status);
    },
  );
});
