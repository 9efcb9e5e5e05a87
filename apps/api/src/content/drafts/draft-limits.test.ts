import type { StoredDraft } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../platform/time.js';
import { person } from '../../testing/people.js';
import { appScene } from '../../testing/scene.js';
import type { Agent } from '../../testing/test-app.js';

const usual = appScene({ config: { accountLimitFactor: 1 } });
const wide = appScene();

const exactly = (time: Date) => ({ from: time.toISOString(), until: time.toISOString() });

describe('scheduled posts', () => {
  it('share the limits of posts, and those past them are put off, none lost [B24-30]', async () => {
    const { app } = usual;
    const { agent, id } = await person(app);
    // The start of a window of ten minutes, and long before the end of the day.
    app.clock.advance(24 * HOUR - (app.clock.now().getTime() % (24 * HOUR)));
    await app.ctx.models.Session.updateMany({}, { expiresAt: new Date(Date.now() + 90 * 24 * HOUR) });
    await agent.post('/auth/refresh');
    const user = new Types.ObjectId(id);
    await app.ctx.models.User.updateOne({ _id: user }, { confirmEmail: true });
    const published = () => app.ctx.models.Post.countDocuments({ user });
    const waiting = () => app.ctx.models.Draft.countDocuments({ user });
    const run = () => app.ctx.drafts.publishDue(new AbortController().signal);
    for (let count = 0; count < 3; count += 1)
      expect((await agent.post('/posts').send({ title: 'At once' })).status).toBe(201);
    const soon = new Date(app.clock.now().getTime() + MINUTE);
    for (let count = 0; count < 10; count += 1) {
      const body = { post: { title: `Later ${count}` }, publishing: exactly(soon) };
      expect((await agent.post('/drafts').send(body)).status).toBe(201);
    }
    app.clock.advance(2 * MINUTE);
    await Promise.all([run(), run()]);
    await run();
    expect([await published(), await waiting()]).toEqual([5, 8]);
    expect((await agent.post('/posts').send({ title: 'At once' })).status).toBe(429);
    const { data } = (await agent.get('/drafts')).body as { data: StoredDraft[] };
    expect(new Set(data.map(({ problem }) => problem))).toEqual(
      new Set(['You have published many posts. This one follows as soon as the limit allows it.']),
    );
    for (const [posts, drafts] of [
      [10, 3],
      [13, 0],
    ]) {
      app.clock.advance(10 * MINUTE);
      await run();
      expect([await published(), await waiting()]).toEqual([posts, drafts]);
    }
    const titles = await app.ctx.models.Post.find({ user }).sort({ _id: 1 }).lean();
    expect(titles.slice(3).map(({ title }) => title)).toEqual(
      Array.from({ length: 10 }, (_, count) => `Later ${count}`),
    );
  });
});

describe('the numbers of drafts and scheduled posts', () => {
  /** A repeatable source of numbers below a limit. */
  const numbers = (seed: number) => (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const numbersOf = async (user: Types.ObjectId) => {
    const { Draft } = wide.app.ctx.models;
    const scheduled = await Draft.countDocuments({ user, publishAt: { $exists: true } });
    return { drafts: (await Draft.countDocuments({ user })) - scheduled, scheduled };
  };
  const create = (agent: Agent, isScheduled: boolean) =>
    agent
      .post('/drafts')
      .send({
        post: { title: 'x' },
        ...(isScheduled && { publishing: exactly(new Date(wide.app.clock.now().getTime() + HOUR)) }),
      });
  const insert = (user: Types.ObjectId, count: number, fields: object = {}) =>
    wide.app.ctx.models.Draft.collection.insertMany(
      Array.from({ length: count }, () => ({
        user,
        post: { title: 'x', media: [], tags: [] },
        version: 1,
        createdAt: wide.app.clock.now(),
        updatedAt: wide.app.clock.now(),
        ...fields,
      })),
    );
  const timed = () => {
    const publishAt = new Date(wide.app.clock.now().getTime() + HOUR);
    return { publishAt, from: publishAt, until: publishAt };
  };

  it.each([1, 2, 3])('never exceed their limits by calls at once, seed %i [B24-31]', async (seed) => {
    const { agent, id } = await person(wide.app);
    const user = new Types.ObjectId(id);
    const next = numbers(seed);
    await insert(user, 17 + next(3));
    await insert(user, 46 + next(4), timed());
    for (let round = 0; round < 3; round += 1) {
      const { data } = (await agent.get('/drafts')).body as { data: StoredDraft[] };
      const calls = Array.from({ length: 16 }, () => {
        const { _id, version, publishing } = data[next(data.length)]!;
        const act = next(4);
        if (act === 0) return create(agent, next(2) === 0);
        if (act === 1 && next(3) === 0) return agent.delete(`/drafts/${_id}`);
        const moved = publishing === null ? exactly(timed().from) : null;
        return agent.put(`/drafts/${_id}`).send({ post: { title: 'y' }, version, publishing: moved });
      });
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      for (const status of statuses) expect([200, 201, 404, 409]).toContain(status);
      const { drafts, scheduled } = await numbersOf(user);
      expect(drafts).toBeLessThanOrEqual(20);
      expect(scheduled).toBeLessThanOrEqual(50);
    }
  });

  it('give the last place to one of many calls, and to one at least [B24-31]', async () => {
    const { agent, id } = await person(wide.app);
    const user = new Types.ObjectId(id);
    await insert(user, 19);
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(agent, false)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
    expect(await numbersOf(user)).toEqual({ drafts: 20, scheduled: 0 });
  });
});
