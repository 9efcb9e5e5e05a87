import type { Post } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Agent, type TestApp } from '../testing/test-app.js';

let app: TestApp;
let ada: { agent: Agent; id: string };
let ben: { agent: Agent; id: string };
let admin: { agent: Agent; id: string };

async function person() {
  const { agent, user } = await app.signUp();
  return { agent, id: user._id };
}

beforeAll(async () => {
  app = await createTestApp();
  [ada, ben, admin] = [await person(), await person(), await person()];
  await app.ctx.models.User.updateOne({ _id: admin.id }, { $set: { isAdmin: true } });
});
afterAll(() => app.close());

const UNKNOWN = '0123456789abcdef01234567';
const image = (name: string) => ({
  url: `https://pictures.example/${name}.jpg`,
  kind: 'image',
  alt: `Picture of a ${name}`,
  width: 800,
  height: 600,
});
const clip = (name: string) => ({
  url: `https://pictures.example/${name}.mp4`,
  kind: 'video',
  width: 640,
  height: 360,
});

async function write(fields: object = {}, by = ada): Promise<Post> {
  const answer = await by.agent.post('/posts').send({ title: 'A heron at dusk', ...fields });
  expect(answer.status).toBe(201);
  return answer.body.data as Post;
}

describe('POST /posts', () => {
  it('answers the post as everybody will see it', async () => {
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
      user: { _id: ada.id, isFollowing: false },
    });
    const seen = await app.agent().get(`/posts/${post._id}`);
    expect(seen.body.data).toEqual(post);
  });

  it('makes images, videos and media one list, images first', async () => {
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

  it('refuses a post that says and shows nothing', async () => {
    for (const body of [
      {},
      { title: '   ' },
      { title: '', description: '', images: [] },
      { tags: ['alone'] },
    ]) {
      const answer = await ada.agent.post('/posts').send(body);
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
  ])('refuses %j with a message', async (body, message) => {
    const answer = await ada.agent.post('/posts').send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
  });

  it('takes owner, dates and counters from nobody but itself', async () => {
    const post = await write({
      user: ben.id,
      likes: 99,
      views: 99,
      createdAt: '2001-01-01T00:00:00Z',
      isPinned: true,
    });
    expect(post).toMatchObject({ user: { _id: ada.id }, likes: 0, views: 0, isPinned: false });
    expect(new Date(post.createdAt)).toEqual(app.clock.now());
  });

  it('needs a session, and leaves nothing behind without one', async () => {
    const before = await app.ctx.models.Post.countDocuments();
    const answer = await app.agent().post('/posts').send({ title: 'Nobody' });
    expect(answer.status).toBe(401);
    expect(await app.ctx.models.Post.countDocuments()).toBe(before);
  });

  it('makes one post of a call that is repeated with its key', async () => {
    const before = await app.ctx.models.Post.countDocuments();
    const send = () => ada.agent.post('/posts').set('Idempotency-Key', 'once-1').send({ title: 'Once' });
    const [first, again] = [await send(), await send()];
    expect(again.body).toEqual(first.body);
    expect(await app.ctx.models.Post.countDocuments()).toBe(before + 1);
  });

  it('refuses hosts that are not allowed where hosts are restricted', async () => {
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
  it('answers success, message and the post, to visitors too', async () => {
    const post = await write();
    const answer = await app.agent().get(`/posts/${post._id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, message: 'Post fetched', data: post });
  });

  it('says that there is no such post', async () => {
    const answer = await app.agent().get(`/posts/${UNKNOWN}`);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ success: false, message: 'Post not found', code: 'NOT_FOUND' });
  });

  it('refuses a malformed id', async () => {
    const answer = await app.agent().get('/posts/not-an-id');
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe('Invalid post ID');
  });

  it('shows the asking user what he did with it', async () => {
    const post = await write();
    await ben.agent.post(`/post-interactions/${post._id}/like`);
    const seen = (await ben.agent.get(`/posts/${post._id}`)).body.data as Post;
    expect(seen.userInteraction.liked).toBe(true);
    expect(seen.likes).toBe(1);
    expect(((await ada.agent.get(`/posts/${post._id}`)).body.data as Post).userInteraction.liked).toBe(false);
  });

  it('hides the posts of a suspended author', async () => {
    const carl = await person();
    const post = await write({}, carl);
    await app.ctx.models.User.updateOne({ _id: carl.id }, { $set: { suspendedAt: new Date() } });
    expect((await app.agent().get(`/posts/${post._id}`)).status).toBe(404);
    const feed = await app.agent().get('/posts?sortBy=createdAt&limit=50');
    expect((feed.body.data as Post[]).some(({ _id }) => _id === post._id)).toBe(false);
  });
});

describe('PUT /posts/:id', () => {
  it('changes what is sent and nothing else, and keeps reactions', async () => {
    const post = await write({ description: 'First words', tags: ['one'], media: [image('heron')] });
    await ben.agent.post(`/post-interactions/${post._id}/like`);
    const answer = await ada.agent.put(`/posts/${post._id}`).send({ title: 'Another title', likes: 50 });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      title: 'Another title',
      description: 'First words',
      tags: ['one'],
      likes: 1,
      createdAt: post.createdAt,
    });
    expect((answer.body.data as Post).media).toEqual(post.media);
    expect((answer.body.data as Post).editedAt).not.toBeNull();
  });

  it('replaces media, keeping what is known of those that stay', async () => {
    const post = await write({ media: [image('a'), image('b'), clip('c')] });
    const answer = await ada.agent.put(`/posts/${post._id}`).send({ images: [image('b').url] });
    expect((answer.body.data as Post).media).toEqual([post.media[1], post.media[2]]);
    const cleared = await ada.agent.put(`/posts/${post._id}`).send({ media: [] });
    expect((cleared.body.data as Post).media).toEqual([]);
  });

  it('refuses to empty a post', async () => {
    const post = await write();
    const answer = await ada.agent.put(`/posts/${post._id}`).send({ title: '' });
    expect(answer.status).toBe(400);
    expect(((await app.agent().get(`/posts/${post._id}`)).body.data as Post).title).toBe('A heron at dusk');
  });

  it('never leaves an empty post after two edits at once', async () => {
    const post = await write({ description: 'Words' });
    const edits = await Promise.all([
      ada.agent.put(`/posts/${post._id}`).send({ title: '' }),
      ada.agent.put(`/posts/${post._id}`).send({ description: '' }),
    ]);
    expect(edits.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('is for the owner alone', async () => {
    const post = await write();
    for (const { agent } of [ben, admin]) {
      const answer = await agent.put(`/posts/${post._id}`).send({ title: 'Mine now' });
      expect(answer.status).toBe(403);
      expect(answer.body.message).toBe('Permission denied');
    }
    expect((await app.agent().put(`/posts/${post._id}`).send({ title: 'x' })).status).toBe(401);
    expect((await ada.agent.put(`/posts/${UNKNOWN}`).send({ title: 'x' })).status).toBe(404);
    expect((await ada.agent.put(`/posts/${post._id}`).send({ title: ['x'] })).status).toBe(400);
  });
});

describe('DELETE /posts/:id', () => {
  it('takes interactions, comments and their likes along', async () => {
    const post = await write();
    await ben.agent.post(`/post-interactions/${post._id}/like`);
    const comment = await ben.agent.post('/comments').send({ postId: post._id, body: 'Lovely' });
    await ada.agent.patch(`/comments/${comment.body.data._id as string}/like`).send({});
    const answer = await ada.agent.delete(`/posts/${post._id}`);
    expect(answer.body).toEqual({ success: true, message: 'Post deleted' });
    expect((await app.agent().get(`/posts/${post._id}`)).status).toBe(404);
    const { PostInteraction, Comment, CommentLike, CounterIntent } = app.ctx.models;
    const id = new Types.ObjectId(post._id);
    expect(await PostInteraction.countDocuments({ post: id })).toBe(0);
    expect(await Comment.countDocuments({ post: id })).toBe(0);
    expect(await CommentLike.countDocuments({ post: id })).toBe(0);
    expect(await CounterIntent.countDocuments({})).toBe(0);
    expect((await ada.agent.delete(`/posts/${post._id}`)).status).toBe(404);
  });

  it('is for the owner and admins', async () => {
    const post = await write();
    expect((await app.agent().delete(`/posts/${post._id}`)).status).toBe(401);
    const foreign = await ben.agent.delete(`/posts/${post._id}`);
    expect(foreign.status).toBe(403);
    expect(foreign.body.message).toBe('Permission denied');
    expect((await ada.agent.delete('/posts/zzz')).status).toBe(400);
    expect((await admin.agent.delete(`/posts/${post._id}`)).status).toBe(200);
  });
});
