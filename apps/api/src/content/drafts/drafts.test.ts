import type { Post, StoredDraft } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { describe, expect, it, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../platform/time.js';
import { peopleScene, writePost, type Person } from '../../testing/people.js';
import { drawTime } from './publishing-time.js';

const scene = peopleScene();
const at = (milliseconds: number) => new Date(scene.app.clock.now().getTime() + milliseconds);
const exactly = (milliseconds: number) => {
  const time = at(milliseconds).toISOString();
  return { from: time, until: time };
};
const send = ({ agent }: Person, post: object, publishing?: object | null) =>
  agent.post('/drafts').send({ post, ...(publishing !== undefined && { publishing }) });
const keep = async (post: object, publishing?: object) =>
  (await send(scene.ada, post, publishing).expect(201)).body.data as StoredDraft;
const list = async ({ agent } = scene.ada) =>
  (await agent.get('/drafts').expect(200)).body.data as StoredDraft[];
const run = () => scene.app.ctx.drafts.publishDue(new AbortController().signal);
const titled = async (title: string) =>
  ((await scene.app.agent().get(`/posts/user/${scene.ada.id}?limit=50`)).body.data as Post[]).filter(
    (post) => post.title === title,
  );
/** Lets the time of a draft come, without ending sessions. */
const due = async ({ _id }: StoredDraft) => {
  const past = { $set: { publishAt: at(-1000) } };
  await scene.app.ctx.models.Draft.collection.updateOne({ _id: new Types.ObjectId(_id) }, past);
  scene.app.clock.advance(20_000);
};
/** Stores drafts past the limit of the API. */
const insertDrafts = (user: Types.ObjectId, count: number) => {
  const post = { title: 'x', media: [], tags: [] };
  const one = () => ({ user, post, version: 1, createdAt: at(0), updatedAt: at(0) });
  return scene.app.ctx.models.Draft.collection.insertMany(Array.from({ length: count }, one));
};

describe('a draft in the account', () => {
  it('is listed for its author only, changed by version, and deleted [B24-16]', async () => {
    const draft = await keep({ title: 'Half a', tags: ['bread'] });
    expect(draft).toMatchObject({
      post: { title: 'Half a', tags: ['bread'], media: [] },
      publishing: null,
      version: 1,
    });
    expect(await list()).toContainEqual(draft);
    expect(await list(scene.ben)).toEqual([]);
    const path = `/drafts/${draft._id}`;
    const change = (version: number, by = scene.ada) =>
      by.agent.put(path).send({ post: { title: 'A whole' }, version });
    expect((await change(1, scene.ben)).status).toBe(404);
    expect((await change(1)).body.data).toMatchObject({ post: { title: 'A whole' }, version: 2 });
    // another device still has the first version
    const late = await change(1);
    expect([late.status, late.body.code]).toEqual([409, 'CONTENT_CHANGED']);
    expect((await scene.ben.agent.delete(path)).status).toBe(404);
    await scene.ada.agent.delete(path).expect(200);
    expect(await list()).toEqual([]);
    expect((await scene.ada.agent.delete(path)).status).toBe(404);
  });

  it('is changed once if the answer was lost and the change is sent again [B24-61]', async () => {
    const draft = await keep({ title: 'Lost' });
    const change = () =>
      scene.ada.agent
        .put(`/drafts/${draft._id}`)
        .set('Idempotency-Key', 'lost')
        .send({ post: { title: 'Found' }, version: 1 });
    const first = await change().expect(200);
    expect(first.body.data).toMatchObject({ post: { title: 'Found' }, version: 2 });
    expect((await change().expect(200)).body).toEqual(first.body);
    await scene.ada.agent.delete(`/drafts/${draft._id}`).expect(200);
  });

  it('is refused if it could not be published, or without a session [B24-16]', async () => {
    expect((await send(scene.ada, { tags: ['x'] })).body.message).toBe(
      'A post needs a title, a description or media',
    );
    expect((await send(scene.ada, { title: 'x'.repeat(151) })).status).toBe(400);
    expect((await scene.app.agent().get('/drafts')).status).toBe(401);
    expect(
      (
        await scene.app
          .agent()
          .post('/drafts')
          .send({ post: { title: 'x' } })
      ).status,
    ).toBe(401);
  });

  it('is published at once, with its own rules, and then gone [B24-12 B24-16]', async () => {
    const draft = await keep({ title: 'Done', commenting: 'nobody' });
    const answer = await scene.ada.agent.post(`/drafts/${draft._id}/publish`).expect(200);
    expect(answer.body.data).toMatchObject({ title: 'Done', commenting: 'nobody' });
    expect(await titled('Done')).toHaveLength(1);
    expect(await list()).toEqual([]);
    expect((await scene.ada.agent.post(`/drafts/${draft._id}/publish`)).status).toBe(404);
  });

  it('is limited in number, and in the data export [B24-16]', async () => {
    const { Draft } = scene.app.ctx.models;
    const user = new Types.ObjectId(scene.ben.id);
    await insertDrafts(user, 19);
    const answers = await Promise.all([send(scene.ben, { title: 'a' }), send(scene.ben, { title: 'b' })]);
    expect(answers.map(({ status }) => status)).toContain(409);
    expect((await list(scene.ben)).length).toBeLessThanOrEqual(20);
    expect(JSON.parse((await scene.ben.agent.get('/auth/export')).text).drafts.length).toBeGreaterThan(18);
    await Draft.deleteMany({ user });
  });

  it('cannot be a post that is no longer scheduled if there are too many drafts [B24-16]', async () => {
    const { Draft } = scene.app.ctx.models;
    const user = new Types.ObjectId(scene.ben.id);
    const scheduled = (await send(scene.ben, { title: 'Later' }, exactly(HOUR)).expect(201)).body
      .data as StoredDraft;
    await insertDrafts(user, 20);
    const change = (publishing: object | null) =>
      scene.ben.agent
        .put(`/drafts/${scheduled._id}`)
        .send({ post: { title: 'Later' }, version: 1, publishing });
    expect((await change(null)).status).toBe(409);
    expect((await list(scene.ben))[0]?.publishing).not.toBeNull();
    expect((await change(exactly(2 * HOUR))).status).toBe(200);
    await Draft.deleteMany({ user });
  });
});

describe('a post that is published later', () => {
  it('is nowhere before its time, and everywhere after it [B24-10 B24-11]', async () => {
    const { ada, ben, app } = scene;
    const name = (await app.ctx.models.User.findById(ben.id).lean())!.userName;
    const draft = await keep(
      { title: 'Tomorrow', description: `Hello @${name}`, tags: ['dawnchorus'] },
      exactly(DAY),
    );
    expect((await list())[0]).toEqual(draft);
    const counts = async () => (await app.agent().get(`/posts/analytics/user/${ada.id}`)).body.data as object;
    const before = await counts();
    app.clock.advance(20_000);
    await run();
    expect(await titled('Tomorrow')).toEqual([]);
    expect((await app.agent().get(`/posts/${draft._id}`)).status).toBe(404);
    expect((await ada.agent.get(`/posts/${draft._id}`)).status).toBe(404);
    expect((await app.agent().get('/posts?q=Tomorrow')).body.data).toEqual([]);
    expect((await app.agent().get('/search/tags?q=dawn')).body.data).toEqual([]);
    expect((await ben.agent.get('/notifications')).body.data).toEqual([]);
    expect(await counts()).toEqual(before);
    await due(draft);
    await run();
    const [post] = await titled('Tomorrow');
    expect(Date.parse(post!.createdAt)).toBeGreaterThan(Date.parse(draft.updatedAt));
    expect(await list()).toEqual([]);
    expect(
      (await app.agent().get(`/posts/infinite?limit=50&isFirstLoad=true&seed=77`)).body.data,
    ).toContainEqual(expect.objectContaining({ _id: post!._id }));
    expect((await ben.agent.get('/notifications')).body.data).toMatchObject([{ kind: 'mention' }]);
    await run();
    expect(await titled('Tomorrow')).toHaveLength(1);
  });

  it('is published once, also if the process ended in between [B24-13]', async () => {
    const { Draft, Post: posts } = scene.app.ctx.models;
    const draft = await keep({ title: 'Once' }, exactly(HOUR));
    const _id = new Types.ObjectId(draft._id);
    await due(draft);
    const stored = (await Draft.collection.findOne({ _id }))!;
    await run();
    // as if the process had ended after the post was written
    const post = (await posts.collection.findOne({ title: 'Once' }))!;
    await Draft.collection.insertOne({ ...stored, publishing: { post: post._id, at: at(-HOUR) } });
    scene.app.clock.advance(20_000);
    await run();
    expect(await titled('Once')).toHaveLength(1);
    expect(await Draft.collection.findOne({ _id })).toBeNull();
    // and the post is deleted before the retry
    await Draft.collection.insertOne({ ...stored, publishing: { post: post._id, at: at(-HOUR) } });
    await scene.ada.agent.delete(`/posts/${post._id.toHexString()}`).expect(200);
    scene.app.clock.advance(20_000);
    await run();
    expect(await titled('Once')).toEqual([]);
  });

  it('is not kept again if its post was published and is being deleted [B24-13]', async () => {
    const { Draft, Post: posts } = scene.app.ctx.models;
    const draft = await keep({ title: 'Going' }, exactly(HOUR));
    const _id = new Types.ObjectId(draft._id);
    await due(draft);
    const stored = (await Draft.collection.findOne({ _id }))!;
    await run();
    const post = (await posts.collection.findOne({ title: 'Going' }))!;
    // as if the process had ended after the post was written, and its deletion were to be finished later
    await Draft.collection.insertOne({ ...stored, publishing: { post: post._id } });
    const removed = { user: new Types.ObjectId('0'.repeat(24)), hidden: true, feedKeys: [], searchTerms: [] };
    await posts.collection.updateOne({ _id: post._id }, { $set: { ...removed, deletedAt: at(0) } });
    scene.app.clock.advance(3 * MINUTE);
    await run();
    expect(await titled('Going')).toEqual([]);
    expect(await Draft.collection.findOne({ _id })).toBeNull();
    const { email } = (await scene.app.ctx.models.User.findById(scene.ada.id).lean())!;
    expect((await scene.app.ctx.mail.kept(email)).filter(({ text }) => text.includes('Going'))).toEqual([]);
  });

  it('is not made again if its post is deleted while a retry has claimed it [B24-13]', async () => {
    const { Draft, Post: posts } = scene.app.ctx.models;
    const draft = await keep({ title: 'Claimed' }, exactly(HOUR));
    const _id = new Types.ObjectId(draft._id);
    await due(draft);
    const stored = (await Draft.collection.findOne({ _id }))!;
    await run();
    const post = (await posts.collection.findOne({ title: 'Claimed' }))!;
    // as if the first attempt had ended after the post was written, and the next were about to write it
    await Draft.collection.insertOne({ ...stored, publishing: { post: post._id }, publishAt: at(MINUTE) });
    await scene.ada.agent.delete(`/posts/${post._id.toHexString()}`).expect(200);
    expect(await titled('Claimed')).toEqual([]);
    await expect(posts.collection.insertOne(post)).rejects.toThrow('duplicate key');
    // and it has ended too
    scene.app.clock.advance(3 * MINUTE);
    await scene.app.ctx.posts.removals.finish();
    expect(await Draft.collection.findOne({ _id })).toBeNull();
    expect(await posts.collection.findOne({ _id: post._id })).toBeNull();
  });

  it('does not keep later ones waiting if it fails, and is tried again [B24-13]', async () => {
    const first = await keep({ title: 'Fails' }, exactly(HOUR));
    const second = await keep({ title: 'Waits' }, exactly(2 * HOUR));
    await due(first);
    await due(second);
    vi.spyOn(scene.app.ctx.posts.service, 'create').mockRejectedValueOnce(new Error('The disk is full'));
    await expect(run()).rejects.toThrow('Some scheduled posts could not be published');
    expect([await titled('Fails'), await titled('Waits')].map(({ length }) => length)).toEqual([0, 1]);
    scene.app.clock.advance(3 * MINUTE);
    await run();
    expect(await titled('Fails')).toHaveLength(1);
  });

  it('is not changed or deleted while it is being published [B24-13]', async () => {
    const { Draft } = scene.app.ctx.models;
    const draft = await keep({ title: 'Busy' }, exactly(HOUR));
    const busy = { $set: { publishing: { post: new Types.ObjectId(), at: at(0) } } };
    await Draft.collection.updateOne({ _id: new Types.ObjectId(draft._id) }, busy);
    const { agent } = scene.ada;
    expect((await agent.put(`/drafts/${draft._id}`).send({ post: { title: 'x' }, version: 1 })).status).toBe(
      409,
    );
    expect((await agent.delete(`/drafts/${draft._id}`)).status).toBe(409);
    expect((await agent.post(`/drafts/${draft._id}/publish`)).status).toBe(409);
    await Draft.deleteOne({ _id: draft._id });
  });

  it('becomes a draft with the reason if it is refused [B24-14]', async () => {
    const draft = await keep({ title: 'Refused' }, exactly(HOUR));
    await scene.app.ctx.models.User.updateOne({ _id: scene.ada.id }, { $set: { suspendedAt: at(0) } });
    await due(draft);
    await run();
    await scene.app.ctx.models.User.updateOne({ _id: scene.ada.id }, { $set: { suspendedAt: null } });
    expect(await titled('Refused')).toEqual([]);
    const stored = await scene.app.ctx.models.Draft.findById(draft._id).lean();
    expect(stored).toMatchObject({ problem: 'Your account was suspended' });
    expect(stored).not.toHaveProperty('publishAt');
    await scene.app.ctx.models.Draft.deleteOne({ _id: draft._id });
  });

  it('keeps the drawn minute of an unchanged choice, and can become a draft [B24-12]', async () => {
    const { Draft } = scene.app.ctx.models;
    const day = { from: at(DAY).toISOString(), until: at(2 * DAY).toISOString() };
    const draft = await keep({ title: 'Some day' }, day);
    expect(draft.publishing).toEqual(day);
    expect(JSON.stringify(draft)).not.toContain('publishAt');
    const drawn = async () => (await Draft.findById(draft._id).lean())?.publishAt;
    const first = await drawn();
    const change = (body: object) =>
      scene.ada.agent.put(`/drafts/${draft._id}`).send({ post: { title: 'Day' }, ...body });
    await change({ version: 1, publishing: day }).expect(200);
    expect(await drawn()).toEqual(first);
    expect((await change({ version: 2, publishing: null })).body.data.publishing).toBeNull();
    expect(await drawn()).toBeUndefined();
    await Draft.deleteOne({ _id: draft._id });
  });

  it('keeps the zone of the choice, with its drawn minute, until it is a draft again [B34-4]', async () => {
    const day = { from: at(DAY).toISOString(), until: at(2 * DAY).toISOString() };
    const { _id } = await keep({ title: 'Zoned' }, day);
    const path = `/drafts/${_id}`;
    const stored = () => scene.app.ctx.models.Draft.findById(_id).lean();
    const drawn = (await stored())!.publishAt;
    const change = async (version: number, publishing: object | null) =>
      (
        await scene.ada.agent
          .put(path)
          .send({ post: { title: 'Zoned' }, publishing, version })
          .expect(200)
      ).body.data;
    const zoned = { ...day, timeZone: 'Europe/Berlin' };
    expect(await change(1, zoned)).toMatchObject({ publishing: zoned });
    expect((await stored())!.publishAt).toEqual(drawn);
    expect(await list()).toContainEqual(expect.objectContaining({ publishing: zoned }));
    expect((await change(2, day)).publishing).toEqual(day);
    expect((await change(3, zoned)).publishing).toEqual(zoned);
    expect((await change(4, null)).publishing).toBeNull();
    expect(await stored()).not.toHaveProperty('timeZone');
    await scene.ada.agent.delete(path).expect(200);
  });

  it('takes a time with an offset, and no day that the calendar lacks [B34-6]', async () => {
    const time = at(DAY);
    const offset = new Date(time.getTime() + HOUR).toISOString().replace('Z', '+01:00');
    const draft = await keep({ title: 'Offset' }, { from: offset, until: offset });
    expect(draft.publishing).toEqual({ from: time.toISOString(), until: time.toISOString() });
    await scene.ada.agent.delete(`/drafts/${draft._id}`).expect(200);
    const missing = '2026-11-31T10:00:00Z';
    const refused = await send(scene.ada, { title: 'x' }, { from: missing, until: missing });
    expect([refused.status, refused.body.errors[0]]).toEqual([
      400,
      { path: 'publishing.from', message: 'from must be a time that exists' },
    ]);
  });

  it.each([
    [{ from: -HOUR, until: -MINUTE }, 'Choose a time in the future'],
    [{ from: 2 * HOUR, until: HOUR }, 'The end must not be before the start'],
    [{ from: HOUR, until: 30 * HOUR }, 'Choose one day at most'],
    [{ from: 92 * DAY, until: 92 * DAY }, 'Choose a day within the next 90 days'],
  ])('is refused for %j', async ({ from, until }, message) => {
    const publishing = { from: at(from).toISOString(), until: at(until).toISOString() };
    const answer = await send(scene.ada, { title: 'When' }, publishing);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });

  it('stays with its author, whose own posts are not touched', async () => {
    const post = await writePost(scene.ada, { title: 'Today' });
    expect((await titled('Today')).map(({ _id }) => _id)).toEqual([post._id]);
  });
});

describe('drawTime', () => {
  const now = new Date('2026-11-26T12:00:30.000Z');
  it('draws every minute of a day, and none of the past [B24-12]', () => {
    const day = { from: '2026-11-26T00:00:00.000Z', until: '2026-11-26T23:59:00.000Z' };
    const drawn = Array.from({ length: 3000 }, () => drawTime(day, now).publishAt);
    expect(drawn.every((time) => time > now && time <= new Date(day.until))).toBe(true);
    expect(new Set(drawn.map(Number)).size).toBeGreaterThan(600);
    const exact = '2026-11-27T08:00:00.000Z';
    expect(drawTime({ from: exact, until: exact }, now).publishAt).toEqual(new Date(exact));
  });
});
