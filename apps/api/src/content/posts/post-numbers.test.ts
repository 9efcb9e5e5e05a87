import fc from 'fast-check';
import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postNumbersMigration } from '../../migrations/0009-post-numbers.js';
import { insertPosts, insertUser } from '../../testing/content.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { uploadPicture } from '../../testing/uploads.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const total = async (path: string) =>
  (await app.agent().get(path).expect(200)).body.pagination.totalPosts as number;

/** The numbers that three lists answer, and the numbers of posts. */
async function numbersOf(user: Types.ObjectId) {
  const { Post } = app.ctx.models;
  const id = user.toHexString();
  return {
    answered: [
      await total(`/posts/user/${id}`),
      await total(`/posts/user/${id}?media=true`),
      await total(`/posts?userId=${id}&sortBy=createdAt`),
    ],
    there: [
      await Post.countDocuments({ user }),
      await Post.countDocuments({ user, hasMedia: true }),
      await Post.countDocuments({ user, hidden: false }),
    ],
  };
}

describe('the number of posts in the lists of an author', () => {
  type Author = Awaited<ReturnType<TestApp['signUp']>>;
  let author: Author;
  let user: Types.ObjectId;
  beforeEach(async () => {
    author = await app.signUp();
    user = new Types.ObjectId(author.user._id);
  });

  const someOf = (posts: string[], place: number) => posts[place % Math.max(1, posts.length)];
  const ACTS = {
    write: async (posts: string[]) => {
      await app.ctx.models.User.updateOne({ _id: user }, { $unset: { suspendedAt: 1 } });
      posts.push(...(await insertPosts(app, 1, user)));
    },
    illustrate: async (posts: string[], place: number) => {
      const post = someOf(posts, place);
      if (post === undefined) return;
      const { media } = (await app.ctx.models.Post.findById(post).lean())!;
      // a picture that no post names any more may be gone
      const images = media.length === 0 ? [(await uploadPicture(author.agent)).url] : [];
      // past the limit of edits
      const viewer = { id: author.user._id, userName: '', isAdmin: false, sessionId: '' };
      await app.ctx.posts.service.update(viewer, post, { images });
    },
    remove: async (posts: string[], place: number) => {
      const [post] = posts.splice(place % Math.max(1, posts.length), 1);
      if (post !== undefined) await author.agent.delete(`/posts/${post}`).expect(200);
    },
    hide: () => app.ctx.posts.positions.hide(user),
    show: () => app.ctx.posts.positions.show(user),
    add: () => app.ctx.boards.totals.run(),
  } satisfies Record<string, (posts: string[], place: number) => Promise<unknown>>;

  it('is the number of posts after any sequence of acts', async () => {
    const acts = fc.array(
      fc.tuple(fc.constantFrom(...(Object.keys(ACTS) as (keyof typeof ACTS)[])), fc.nat(9)),
      { minLength: 5, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(acts, async (sequence) => {
        await app.ctx.posts.deleteOf(user, new AbortController().signal);
        const posts: string[] = [];
        for (const [act, place] of sequence) {
          await ACTS[act](posts, place);
          const { answered, there } = await numbersOf(user);
          expect(answered).toEqual(there);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('is counted while the totals get the first posts, so that their lists are not empty', async () => {
    await insertPosts(app, 8, user);
    const { totals } = app.ctx.posts;
    // what a run does before it adds to the board
    await totals.addEvents(await totals.due());
    for (const order of ['random&seed=7', 'createdAt']) {
      const { body } = await app
        .agent()
        .get(`/posts?userId=${user.toHexString()}&sortBy=${order}`)
        .expect(200);
      expect([order, body.data.length, body.pagination.totalPosts]).toEqual([order, 8, 8]);
    }
  });

  it('is counted while the totals lack many posts', async () => {
    await insertPosts(app, 120, user);
    const { answered, there } = await numbersOf(user);
    expect(answered).toEqual([120, 0, 120]);
    expect(answered).toEqual(there);
  });
});

it('migrates the totals of authors, also when run twice', async () => {
  const { Board, Post } = app.ctx.models;
  const { _id: user } = await insertUser(app);
  const ids = (await insertPosts(app, 5, user)).map((id) => new Types.ObjectId(id));
  await Post.collection.updateMany({ _id: { $in: ids.slice(0, 2) } }, { $set: { hasMedia: true } });
  await Post.updateOne({ _id: ids[0]! }, { hidden: true });
  await app.ctx.boards.totals.run();
  await insertPosts(app, 1, user);
  await Board.collection.updateMany({}, { $unset: { 'totals.media': 1, 'totals.shown': 1 } });
  await Post.collection.updateMany(
    {},
    { $unset: { 'inTotals.media': 1, 'inTotals.shown': 1, uncounted: 1 } },
  );
  for (let run = 0; run < 2; run += 1) {
    await postNumbersMigration.up(app.ctx.connection.db!, new AbortController().signal, () => undefined);
    expect((await numbersOf(user)).answered).toEqual([6, 2, 5]);
  }
  await app.ctx.boards.totals.run();
  expect((await Board.findOne({ user }).lean())?.totals).toMatchObject({ posts: 6, media: 2, shown: 5 });
  expect((await numbersOf(user)).answered).toEqual([6, 2, 5]);
});
