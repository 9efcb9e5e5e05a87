import type { Post } from '@social-feed/contracts';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../platform/time.js';
import { clip, image } from '../../testing/media-items.js';
import { peopleScene, person, writePost } from '../../testing/people.js';
import { createTestApp } from '../../testing/test-app.js';

const scene = peopleScene();
const UNKNOWN = '0123456789abcdef01234567';
const write = (fields: object = {}, by = scene.ada) => writePost(by, fields);

describe('POST /posts', () => {
  it('returns the post as everyone will see it [F3-1 F7-12]', async () => {
    const post = await write({
      description: '  Two hours in the reeds.  ',
      tags: ['#Birds', 'birds', 'Dusk'],
      location: 'Lake Constance',
      images: [image('heron').url],
    });
    expect(post).toMatchObject({
      title: 'A heron at dusk',
      description: 'Two hours in the reeds.',
      tags: ['Birds', 'Dusk'],
      location: 'Lake Constance',
      images: ['https://pictures.example/heron.jpg'],
      videos: [],
      editedAt: null,
      views: 0,
      likes: 0,
      reactions: { likes: 0, dislikes: 0, shares: 0, saves: 0 },
      userInteraction: { liked: false, disliked: false, saved: false, viewed: false },
      isPinned: false,
      isBookmarked: false,
      user: { _id: scene.ada.id, isFollowing: false },
    });
    const seen = await scene.app.agent().get(`/posts/${post._id}`);
    expect(seen.body.data).toEqual(post);
  });

  it('merges images, videos and media into one list, images first [F3-3]', async () => {
    const post = await write({
      media: [clip('wings'), image('nest'), image('egg')],
      images: [image('egg').url, image('sky').url],
    });
    expect(post.media.map(({ url }) => url.replace('https://pictures.example/', ''))).toEqual([
      'egg.jpg',
      'sky.jpg',
      'nest.jpg',
      'wings.mp4',
    ]);
    expect(post.images).toEqual([image('egg').url, image('sky').url, image('nest').url]);
    expect(post.videos).toEqual([clip('wings').url]);
    expect(post.media[0]).toMatchObject({ alt: 'Picture of a egg', width: 800, height: 600 });
    expect(post.media[1]).toMatchObject({ alt: '', width: 0, height: 0 });
  });

  it('rejects a post without text and media', async () => {
    for (const body of [
      {},
      { title: '   ' },
      { title: '', description: '', images: [] },
      { tags: ['alone'] },
    ]) {
      const answer = await scene.ada.agent.post('/posts').send(body);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        success: false,
        message: 'A post needs a title, a description or media',
        code: 'VALIDATION_FAILED',
      });
    }
  });

  it.each([
    [{ title: { $gt: '' } }, 'Title must be text'],
    [{ title: 7 }, 'Title must be text'],
    [{ title: 'x'.repeat(151) }, 'Title must be at most 150 characters'],
    [{ description: 'x'.repeat(5001) }, 'Description must be at most 5000 characters'],
    [{ title: 'x', tags: 'birds' }, 'Tags must be a list'],
    [{ title: 'x', tags: new Array<string>(11).fill('t') }, 'At most 10 tags'],
    [{ title: 'x', images: ['javascript:alert(1)'] }, 'Image address must be an http or https address'],
    [{ title: 'x', images: ['data:text/html,hi'] }, 'Image address must be an http or https address'],
    [{ title: 'x', videos: [1] }, 'Video address must be text'],
    [
      {
        images: Array.from({ length: 6 }, (_, i) => image(`a${i}`).url),
        media: Array.from({ length: 6 }, (_, i) => image(`b${i}`)),
      },
      'At most 10 images',
    ],
  ])('rejects %j with a message [F5-13]', async (body, message) => {
    const answer = await scene.ada.agent.post('/posts').send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
  });

  it('ignores owner, dates and counters in the request', async () => {
    const post = await write({
      user: scene.ben.id,
      likes: 99,
      views: 99,
      createdAt: '2001-01-01T00:00:00Z',
      isPinned: true,
    });
    expect(post).toMatchObject({ user: { _id: scene.ada.id }, likes: 0, views: 0, isPinned: false });
    expect(new Date(post.createdAt)).toEqual(scene.app.clock.now());
  });

  it('requires a session, and stores nothing without one', async () => {
    const before = await scene.app.ctx.models.Post.countDocuments();
    const answer = await scene.app.agent().post('/posts').send({ title: 'Nobody' });
    expect(answer.status).toBe(401);
    expect(await scene.app.ctx.models.Post.countDocuments()).toBe(before);
  });

  it('creates one post if a call is repeated with its idempotency key', async () => {
    const before = await scene.app.ctx.models.Post.countDocuments();
    const send = () =>
      scene.ada.agent.post('/posts').set('Idempotency-Key', 'once-1').send({ title: 'Once' });
    const [first, again] = [await send(), await send()];
    expect(again.body).toEqual(first.body);
    expect(await scene.app.ctx.models.Post.countDocuments()).toBe(before + 1);
  });

  it('rejects hosts that are not allowed if hosts are restricted', async () => {
    const strict = await createTestApp({ config: { mediaHosts: ['pictures.example'] } });
    try {
      const { agent } = await strict.signUp();
      expect((await agent.post('/posts').send({ images: [image('ok').url] })).status).toBe(201);
      const refused = await agent.post('/posts').send({ images: ['https://elsewhere.example/a.jpg'] });
      expect(refused.status).toBe(400);
      expect(refused.body.message).toBe('Media must be uploaded or come from an allowed host');
    } finally {
      await strict.close();
    }
  });
});

describe('GET /posts/:id', () => {
  it('returns success, message and the post, to visitors too [F7-15]', async () => {
    const post = await write();
    const answer = await scene.app.agent().get(`/posts/${post._id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, message: 'Post fetched', data: post });
  });

  it('reports a missing post [F8-14]', async () => {
    const answer = await scene.app.agent().get(`/posts/${UNKNOWN}`);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ success: false, message: 'Post not found', code: 'NOT_FOUND' });
  });

  it('rejects a malformed id', async () => {
    const answer = await scene.app.agent().get('/posts/not-an-id');
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe('Invalid post ID');
  });

  it('shows viewers their own interactions', async () => {
    const post = await write();
    await scene.ben.agent.post(`/post-interactions/${post._id}/like`);
    const seen = (await scene.ben.agent.get(`/posts/${post._id}`)).body.data as Post;
    expect(seen.userInteraction.liked).toBe(true);
    expect(seen.likes).toBe(1);
    expect(((await scene.ada.agent.get(`/posts/${post._id}`)).body.data as Post).userInteraction.liked).toBe(
      false,
    );
  });

  it('hides the posts of a suspended author', async () => {
    const carl = await person(scene.app);
    const post = await write({}, carl);
    await scene.app.ctx.models.User.updateOne({ _id: carl.id }, { $set: { suspendedAt: new Date() } });
    // Authors are cached for one second.
    scene.app.clock.advance(1000);
    expect((await scene.app.agent().get(`/posts/${post._id}`)).status).toBe(404);
    const feed = await scene.app.agent().get('/posts?sortBy=createdAt&limit=50');
    expect((feed.body.data as Post[]).some(({ _id }) => _id === post._id)).toBe(false);
  });
});

describe('the posts of one account', () => {
  it('are limited, more on its first day, with the time to wait', async () => {
    const app = await createTestApp({ config: { accountLimitFactor: 1 } });
    try {
      const { agent } = await app.signUp();
      const post = async () => agent.post('/posts').send({ title: 'Again' });
      for (let count = 0; count < 5; count += 1) expect((await post()).status).toBe(201);
      const refused = await post();
      expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(await app.ctx.models.Post.countDocuments()).toBe(5);
      app.clock.advance(10 * MINUTE);
      expect((await post()).status).toBe(201);
    } finally {
      await app.close();
    }
  });
});
