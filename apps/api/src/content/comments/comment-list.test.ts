import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../platform/time.js';
import { person } from '../../testing/people.js';
import { commentScene, type CommentPage } from '../../testing/comment-scene.js';
import type { Agent } from '../../testing/test-app.js';
import { commentRank } from './comment.model.js';

const UNKNOWN = '0123456789abcdef01234567';

const scene = commentScene();
const { say, list } = scene;
const bodies = (page: CommentPage) => page.data.map(({ body }) => body);

/** Inserts comments without the API, one minute apart, with these like counts. */
async function insertComments(likes: readonly number[], by = scene.ada, age = 0): Promise<void> {
  const user = new Types.ObjectId(by.id);
  const start = scene.app.clock.now().getTime() - age - likes.length * MINUTE;
  await scene.app.ctx.models.Comment.collection.insertMany(
    likes.map((count, index) => {
      const createdAt = new Date(start + index * MINUTE);
      return {
        _id: new Types.ObjectId(),
        post: new Types.ObjectId(scene.post),
        user,
        body: `c${index}`,
        createdAt,
        likes: count,
        rank: commentRank(count, createdAt),
      };
    }),
  );
  await scene.app.ctx.models.Post.updateOne({ _id: scene.post }, { $inc: { commentsCount: likes.length } });
}

describe('comments by date', () => {
  it('are listed newest first, page by page [F3-11 F7-27]', async () => {
    await insertComments(new Array<number>(12).fill(0));
    const first = await list('limit=10&sortOrder=desc');
    expect(bodies(first)).toEqual(Array.from({ length: 10 }, (_, i) => `c${11 - i}`));
    expect(first.pagination).toEqual({ currentPage: 1, hasNextPage: true, totalComments: 12 });
    const second = await list('limit=10&sortOrder=desc&page=2');
    expect(bodies(second)).toEqual(['c1', 'c0']);
    expect(second.pagination.hasNextPage).toBe(false);
    expect(bodies(await list('limit=2&sortOrder=asc'))).toEqual(['c0', 'c1']);
  });

  it('do not shift when comments are written during paging', async () => {
    await insertComments(new Array<number>(12).fill(0));
    const first = await list('limit=10&sortOrder=desc');
    scene.app.clock.advance(1000);
    await say('New one');
    const second = await list(`limit=10&sortOrder=desc&page=2&listing=${first.listing!}`);
    expect(bodies(second)).toEqual(['c1', 'c0']);
  });
});

describe('comments in the smart order', () => {
  const smart = (query = '', agent?: Agent) => list(`limit=15&orderType=smart${query}`, agent);

  it('are ranked by likes decayed with age', async () => {
    const start = scene.app.clock.now().getTime();
    const at = (hours: number) => new Date(start - hours * HOUR);
    expect(commentRank(0, at(0))).toBeGreaterThan(commentRank(0, at(1)));
    expect(commentRank(3, at(5))).toBeGreaterThan(commentRank(0, at(0)));
    expect(commentRank(3, at(48))).toBeLessThan(commentRank(0, at(0)));
    await insertComments([0, 5, 0, 9, 1]);
    expect(bodies(await smart())).toEqual(['c3', 'c1', 'c4', 'c2', 'c0']);
  });

  it('share a ranking of their post for a second', async () => {
    await insertComments([0, 5]);
    expect(bodies(await smart())).toEqual(['c1', 'c0']);
    const { Comment } = scene.app.ctx.models;
    // by another process
    await Comment.updateOne(
      { body: 'c0', post: scene.post },
      { likes: 99, rank: commentRank(99, scene.app.clock.now()) },
    );
    expect(bodies(await smart())).toEqual(['c1', 'c0']);
    scene.app.clock.advance(1000);
    expect(bodies(await smart())).toEqual(['c0', 'c1']);
    await say('New one');
    expect(bodies(await smart())).toContain('New one');
  });

  it("start with the viewer's own recent ones [F7-26]", async () => {
    await insertComments([50, 3]);
    await insertComments([0, 0, 0], scene.ben, 25 * HOUR);
    await say('Mine of now');
    expect(bodies(await smart('', scene.ben.agent))).toEqual(['Mine of now', 'c0', 'c1', 'c2', 'c1', 'c0']);
    expect(bodies(await smart('', scene.ada.agent)).slice(0, 2)).toEqual(['c1', 'c0']);
    expect(bodies(await smart())[0]).toBe('c0');
  });

  it('appear exactly once over the pages of a listing under concurrent changes', async () => {
    await insertComments(Array.from({ length: 70 }, (_, i) => (i * 7) % 13));
    let page = await smart('', scene.ben.agent);
    const seen = bodies(page);
    const doomed = page.data[3]!._id;
    const later = await list('limit=50&sortOrder=asc');
    for (let number = 2; page.pagination.hasNextPage; number += 1) {
      scene.app.clock.advance(1000);
      await say(`Interjection ${number}`);
      await scene.ada.agent.patch(`/comments/${later.data[number]!._id}/like`).send({});
      await scene.admin.agent.patch(`/comments/${later.data[number]!._id}/like`).send({});
      if (number === 3) await scene.app.ctx.models.Comment.deleteOne({ _id: doomed });
      page = await smart(`&page=${number}&listing=${page.listing!}`, scene.ben.agent);
      seen.push(...bodies(page));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect([...seen].sort()).toEqual(Array.from({ length: 70 }, (_, i) => `c${i}`).sort());
  });

  it('do not repeat without a listing while nobody writes, and continue below the ranked ones', async () => {
    await insertComments(Array.from({ length: 340 }, (_, i) => i % 11));
    const seen: string[] = [];
    for (let number = 1, more = true; more; number += 1) {
      const page = await list(`limit=50&orderType=smart&page=${number}`);
      seen.push(...bodies(page));
      more = page.pagination.hasNextPage;
    }
    expect(new Set(seen).size).toBe(340);
    expect(seen).toHaveLength(340);
  });

  it('write one record for all readers of the same order and any page size', async () => {
    await insertComments(Array.from({ length: 12 }, (_, i) => i % 5));
    const { CommentListing } = scene.app.ctx.models;
    const before = await CommentListing.countDocuments();
    const listings = new Set<string | undefined>();
    for (const query of ['', '&limit=1', '&limit=5', '&limit=10', '&limit=1']) {
      listings.add((await list(`orderType=smart${query}`)).listing);
      scene.app.clock.advance(1000);
    }
    expect(await CommentListing.countDocuments()).toBe(before + 1);
    expect(listings.size).toBe(1);
  });

  it('store a listing longer when it is opened again', async () => {
    await insertComments([3, 2, 1, 0]);
    const { CommentListing } = scene.app.ctx.models;
    const first = await list('orderType=smart&limit=2');
    scene.app.clock.advance(2 * MINUTE);
    const again = await list('orderType=smart&limit=2');
    expect(again.listing).toBe(first.listing);
    const kept = await CommentListing.findById(Number(first.listing)).lean();
    expect(kept?.createdAt).toEqual(scene.app.clock.now());
  });

  it('move a comment up when it is liked', async () => {
    await insertComments([0, 0, 0]);
    const { data } = await smart();
    await scene.ben.agent.patch(`/comments/${data[2]!._id}/like`).send({});
    expect(bodies(await smart())[0]).toBe('c0');
  });

  it('continue in the current order after a listing has expired', async () => {
    await insertComments(new Array<number>(20).fill(0));
    const page = await smart('&page=2&listing=123');
    expect(bodies(page)).toEqual(['c4', 'c3', 'c2', 'c1', 'c0']);
  });
});

describe('GET /comments/post/:id', () => {
  it('returns 404 for an unknown post and 400 for malformed input', async () => {
    const get = (path: string) => scene.app.agent().get(`/comments/post/${path}`);
    const unknown = await get(UNKNOWN);
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Post not found']);
    for (const path of [
      'p1',
      `${scene.post}?orderType=clever`,
      `${scene.post}?userId=somebody`,
      `${scene.post}?page=x`,
      `${scene.post}?listing=abc`,
    ]) {
      expect((await get(path)).status).toBe(400);
    }
    expect((await get(`${scene.post}?page=1000&userId=${UNKNOWN}`)).body.data).toEqual([]);
    for (const order of ['date', 'smart']) {
      const deep = await get(`${scene.post}?page=1001&orderType=${order}`);
      expect([deep.status, deep.body.errors[0].path]).toEqual([400, 'page']);
    }
  });

  it('leaves out comments of suspended users', async () => {
    const carl = await person(scene.app);
    await say('Buy my things', carl);
    await scene.app.ctx.models.User.updateOne({ _id: carl.id }, { $set: { suspendedAt: new Date() } });
    // Authors are cached for one second.
    scene.app.clock.advance(1001);
    expect((await list('orderType=smart')).data).toEqual([]);
  });
});
