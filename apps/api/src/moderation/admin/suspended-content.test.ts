import type { CurrentUser, Post } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { before } from '../../testing/before.js';
import { createTestApp, type Agent, type TestApp } from '../../testing/test-app.js';
import { pathOfUrl, uploadPicture } from '../../testing/uploads.js';

let app: TestApp;
let admin: { agent: Agent; user: CurrentUser };

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.signUp();
  await app.ctx.admin.setAdmin(admin.user.userName, true);
});
afterAll(() => app.close());

const post = async (agent: Agent, fields: object): Promise<string> =>
  (await agent.post('/posts').send(fields)).body.data._id;

describe('content of a suspended user', () => {
  it('is in no list until the suspension is lifted', async () => {
    const { agent, user } = await app.signUp();
    const picture = await uploadPicture(agent);
    const theirs = await post(agent, { title: 'Zebra crossing', tags: ['stripes'], images: [picture.url] });
    const other = await post(admin.agent, { title: 'Another' });
    const comment = await agent.post('/comments').send({ postId: other, body: 'Nice' });
    const below = await agent.post('/comments').send({ postId: theirs, body: 'Mine' });
    await admin.agent.post(`/posts/${theirs}/bookmark`);
    const statusOf = async (path: string, body: object = {}) =>
      (await admin.agent.post(path).send(body)).status;
    // A pinned seed keeps its order; restored posts appear under other seeds.
    const seen = async (seed = 7) => {
      const read = async (path: string) => (await admin.agent.get(path)).body;
      const has = (body: { data?: Post[] }) => (body.data ?? []).some(({ _id }) => _id === theirs);
      const feed = await read(`/posts/infinite?page=1&limit=20&isFirstLoad=true&seed=${seed}`);
      const comments = await read(`/comments/post/${other}`);
      const people = await read(`/search/people?q=${user.userName}`);
      return {
        feed: has(feed),
        cursor: has(await read(`/posts/infinite-cursor?limit=50&seed=${seed}`)),
        newest: has(await read('/posts?sortBy=createdAt&limit=50')),
        random: has(await read(`/posts/random?limit=50&seed=${seed}`)),
        tag: has(await read('/posts?tag=stripes')),
        words: has(await read('/posts?q=zebra')),
        bookmarks: has(await read('/posts/bookmarks')),
        post: (await admin.agent.get(`/posts/${theirs}`)).status,
        profile: (await admin.agent.get(`/users/username/${user.userName}`)).status,
        board: (await admin.agent.get(`/boards/user/${user._id}`)).status,
        profilePosts: (await read(`/posts/user/${user._id}`)).pagination.totalPosts,
        comments: comments.data.some(({ _id }: { _id: string }) => _id === comment.body.data._id),
        ownComments: (await admin.agent.get(`/comments/post/${theirs}`)).status,
        people: (people.data as unknown[] | undefined)?.length ?? 0,
        picture: (await admin.agent.get(pathOfUrl(picture.url))).status,
        tagCount: (await read('/search/tags?q=stripes')).data,
        countedByTag: (await read('/posts?tag=stripes')).pagination.totalPosts,
        countedByWords: (await read('/posts?q=zebra')).pagination.totalPosts,
        countedByUser: (await read(`/posts?userId=${user._id}`)).pagination.totalPosts,
        react: await statusOf(`/posts/${theirs}/reactions`, { type: 'share', action: 'add' }),
        like: await statusOf(`/post-interactions/${theirs}/like`),
        dislike: await statusOf(`/post-interactions/${theirs}/dislike`),
        bookmark: [await statusOf(`/posts/${theirs}/bookmark`), await statusOf(`/posts/${theirs}/bookmark`)],
        interactions: (await admin.agent.get(`/post-interactions/${theirs}/status`)).status,
        view: await statusOf(`/post-interactions/${theirs}/view`),
        likeOfComment: (await admin.agent.patch(`/comments/${comment.body.data._id}/like`)).status,
        likeBelow: (await admin.agent.patch(`/comments/${below.body.data._id}/like`)).status,
      };
    };
    const visible = await seen();
    expect(visible).toEqual({
      feed: true,
      cursor: true,
      newest: true,
      random: true,
      tag: true,
      words: true,
      bookmarks: true,
      post: 200,
      profile: 200,
      board: 200,
      profilePosts: 1,
      comments: true,
      ownComments: 200,
      people: 1,
      picture: 200,
      tagCount: [{ tag: 'stripes', posts: 1 }],
      countedByTag: 1,
      countedByWords: 1,
      countedByUser: 1,
      react: 200,
      like: 200,
      dislike: 200,
      bookmark: [200, 200],
      interactions: 200,
      view: 200,
      likeOfComment: 200,
      likeBelow: 200,
    });
    await app.ctx.admin.suspend(null, user._id);
    await app.ctx.jobs.runDue('post-visibility');
    expect(await seen()).toEqual({
      feed: false,
      cursor: false,
      newest: false,
      random: false,
      tag: false,
      words: false,
      bookmarks: false,
      post: 404,
      profile: 404,
      board: 404,
      profilePosts: 0,
      comments: false,
      ownComments: 404,
      people: 0,
      picture: 404,
      tagCount: [],
      countedByTag: 0,
      countedByWords: 0,
      countedByUser: 0,
      react: 404,
      like: 404,
      dislike: 404,
      bookmark: [404, 404],
      interactions: 404,
      view: 404,
      likeOfComment: 404,
      likeBelow: 404,
    });
    expect((await admin.agent.post('/comments').send({ postId: theirs, body: 'Hello?' })).status).toBe(404);
    await app.ctx.admin.lift(null, user._id);
    await app.ctx.jobs.runDue('post-visibility');
    expect(await seen(8)).toEqual(visible);
  });

  it('is hidden in parts by a job with a short lock, which goes on', async () => {
    const { user } = await app.signUp();
    const { Job, Post: posts } = app.ctx.models;
    const owner = new Types.ObjectId(user._id);
    const one = () => ({ _id: new Types.ObjectId(), user: owner, hidden: false, feedKeys: [] });
    await posts.collection.insertMany(Array.from({ length: 10_501 }, one));
    await app.ctx.admin.suspend(null, user._id);
    let lockedUntil: Date | undefined;
    before(posts.collection, 'updateMany', async () => {
      lockedUntil = (await Job.findOne({ type: 'post-visibility', key: user._id }).lean())?.lockedUntil;
    });
    await app.ctx.jobs.runDue('post-visibility');
    expect(await posts.countDocuments({ user: owner, hidden: true })).toBe(10_501);
    expect(lockedUntil!.getTime() - app.clock.now().getTime()).toBeLessThanOrEqual(90_000);
    await expect(app.ctx.posts.positions.show(owner, AbortSignal.abort())).rejects.toThrow('aborted');
    await posts.deleteMany({ user: owner });
  });

  it('does not return if it is deleted while the suspension is lifted', async () => {
    const { agent, user } = await app.signUp();
    const gone = await post(agent, { title: 'Gone' });
    const { Post, PostInteraction } = app.ctx.models;
    const { positions } = app.ctx.posts;
    await positions.hide(new Types.ObjectId(user._id));
    const removal = vi
      .spyOn(PostInteraction.collection, 'deleteMany')
      .mockRejectedValueOnce(new Error('killed'));
    before(Post.collection, 'bulkWrite', () => agent.delete(`/posts/${gone}`));
    await positions.show(new Types.ObjectId(user._id));
    expect(removal).toHaveBeenCalledOnce();
    removal.mockRestore();
    expect(await Post.findById(gone).lean()).toMatchObject({ hidden: true, feedKeys: [] });
  });

  it('leaves every other post of a seed exactly once over all pages', async () => {
    const own = await createTestApp();
    try {
      const [author, hidden] = [await own.signUp(), await own.signUp()];
      const expected: string[] = [];
      for (let index = 0; index < 30; index += 1) {
        expected.push(await post(author.agent, { title: `Shown ${index}` }));
        await post(hidden.agent, { title: `Hidden ${index}` });
      }
      await own.ctx.admin.suspend(null, hidden.user._id);
      const found: string[] = [];
      let page: number | null = 1;
      let pages = 0;
      while (page !== null) {
        const limit: number = page === 1 ? 20 : 10;
        const answer = await own
          .agent()
          .get(`/posts/infinite?page=${page}&limit=${limit}&isFirstLoad=${page === 1}&seed=42`);
        const body = answer.body as { data: Post[]; nextPage: number | null };
        found.push(...body.data.map(({ _id }) => _id));
        page = body.nextPage;
        pages += 1;
      }
      expect([...found].sort()).toEqual([...expected].sort());
      expect(pages).toBe(5);
    } finally {
      await own.close();
    }
  });

  it('counts no views in a batch, but counts those of other posts', async () => {
    const { agent, user } = await app.signUp();
    const hidden = await post(agent, { title: 'Hidden' });
    const shown = await post(admin.agent, { title: 'Shown' });
    const viewer = (await app.signUp()).agent;
    await viewer.post(`/post-interactions/${hidden}/view`).send({});
    await app.ctx.admin.suspend(null, user._id);
    const reader = (await app.signUp()).agent;
    const batch = () =>
      reader
        .post('/post-interactions/batch-views')
        .send({ postViews: [hidden, shown].map((postId) => ({ postId, viewDuration: 1 })) });
    const answer = await batch();
    expect(answer.status).toBe(200);
    expect(answer.body.data.results).toEqual([
      { postId: hidden, viewAdded: false, totalViews: 0 },
      { postId: shown, viewAdded: true, totalViews: 1 },
    ]);
    await app.ctx.admin.lift(null, user._id);
    expect((await batch()).body.data.results).toEqual([
      { postId: hidden, viewAdded: true, totalViews: 2 },
      { postId: shown, viewAdded: false, totalViews: 1 },
    ]);
  });
});
