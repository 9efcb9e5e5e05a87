import type { Post, StoredDraft } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../platform/time.js';
import { person, type Person } from '../../testing/people.js';
import { appScene } from '../../testing/scene.js';

const scene = appScene();
let ada: Person;
const at = (milliseconds: number) => new Date(scene.app.clock.now().getTime() + milliseconds);
const exactly = (milliseconds: number) => {
  const time = at(milliseconds).toISOString();
  return { from: time, until: time };
};
const schedule = async (post: object, milliseconds = HOUR) =>
  (
    await ada.agent
      .post('/drafts')
      .send({ post, publishing: exactly(milliseconds) })
      .expect(201)
  ).body.data as StoredDraft;
const run = () => scene.app.ctx.drafts.publishDue(new AbortController().signal);
const drafts = () => scene.app.ctx.models.Draft.collection;
const own = async () =>
  (await scene.app.agent().get(`/posts/user/${ada.id}?limit=50`).expect(200)).body.data as Post[];
const mails = async () => {
  const { email } = (await scene.app.ctx.models.User.findById(ada.id).lean())!;
  return (await scene.app.ctx.mail.kept(email)).filter(({ subject }) => /published/.test(subject));
};

afterEach(() => void vi.restoreAllMocks());
beforeEach(async () => {
  ada = await person(scene.app);
});

describe('a scheduled post', () => {
  it('waits for no others that fail, however many they are [B24-13]', async () => {
    const user = new Types.ObjectId((await person(scene.app)).id);
    const post = { title: 'Fails', media: [], tags: [] };
    const fields = { user, post, publishAt: at(-HOUR), version: 1, createdAt: at(0), updatedAt: at(0) };
    await drafts().insertMany(Array.from({ length: 100 }, () => ({ ...fields, _id: new Types.ObjectId() })));
    await schedule({ title: 'First' }, MINUTE);
    await schedule({ title: 'Second' }, HOUR);
    const { service } = scene.app.ctx.posts;
    const { create } = service;
    vi.spyOn(service, 'create').mockImplementation((...given) =>
      given[1].title === 'Fails' ? Promise.reject(new Error('The disk is full')) : create(...given),
    );
    for (let runs = 0; runs < 4; runs += 1) {
      scene.app.clock.advance(20 * MINUTE);
      await run().catch(() => undefined);
    }
    expect((await own()).map(({ title }) => title)).toEqual(['Second', 'First']);
    await drafts().deleteMany({ user });
  });

  it('tells its author by mail, once, if it is refused [B24-18]', async () => {
    await schedule({ title: 'Refused' }, MINUTE);
    scene.app.clock.advance(2 * MINUTE);
    const { AppError } = await import('../../platform/http/errors.js');
    vi.spyOn(scene.app.ctx.posts.service, 'create').mockRejectedValue(
      new AppError('VALIDATION_FAILED', 'This picture is gone'),
    );
    await run();
    await run();
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/Refused.*This picture is gone.*\/drafts/s);
    // A refusal that the author sees needs no mail.
    const [draft] = (await ada.agent.get('/drafts')).body.data as StoredDraft[];
    await ada.agent.post(`/drafts/${draft!._id}/publish`).expect(400);
    expect(await mails()).toHaveLength(1);
  });

  it('is not published for an account that is gone [B24-14]', async () => {
    await schedule({ title: 'Orphan' }, MINUTE);
    await scene.app.ctx.models.User.deleteOne({ _id: ada.id });
    scene.app.clock.advance(2 * MINUTE);
    await run();
    expect(await scene.app.ctx.models.Post.countDocuments({ user: ada.id })).toBe(0);
    await drafts().deleteMany({ user: new Types.ObjectId(ada.id) });
  });

  it('closes its comments so many days after it, not after the draft [B24-3]', async () => {
    await schedule({ title: 'Open', commentsCloseAfter: 1 }, MINUTE);
    await drafts().updateMany({}, { $set: { createdAt: at(-9 * DAY), updatedAt: at(-9 * DAY) } });
    scene.app.clock.advance(2 * MINUTE);
    await run();
    const [post] = await own();
    expect(Date.parse(post!.commentsCloseAt!)).toBe(Date.parse(post!.createdAt) + DAY);
  });

  it('goes at the later time if it is put off while the job looks at it [B24-12]', async () => {
    const draft = await schedule({ title: 'Thursday' }, MINUTE);
    scene.app.clock.advance(2 * MINUTE);
    const find = drafts().find.bind(drafts());
    vi.spyOn(scene.app.ctx.rateLimits, 'consumeForAccount').mockImplementationOnce(async (...given) => {
      await ada.agent
        .put(`/drafts/${draft._id}`)
        .send({ post: { title: 'Friday' }, publishing: exactly(DAY), version: 1 })
        .expect(200);
      return scene.app.ctx.rateLimits.consumeForAccount(...given);
    });
    await run();
    expect(await own()).toEqual([]);
    expect(await find({ 'post.title': 'Friday' }).toArray()).toHaveLength(1);
  });

  it('is one post if its author publishes it as its time comes [B24-13]', async () => {
    const draft = await schedule({ title: 'Once' }, MINUTE);
    scene.app.clock.advance(2 * MINUTE);
    await Promise.all([
      run(),
      ada.agent.post(`/drafts/${draft._id}/publish`),
      ada.agent.post(`/drafts/${draft._id}/publish`),
      run(),
    ]);
    await run();
    expect((await own()).map(({ title }) => title)).toEqual(['Once']);
  });

  it('cannot be made by dates in a post [B24-10]', async () => {
    const past = at(-DAY).toISOString();
    const dates = { createdAt: past, publishAt: past, publishing: exactly(DAY), updatedAt: past };
    await ada.agent
      .post('/posts')
      .send({ title: 'Now', ...dates })
      .expect(201);
    const [post] = await own();
    expect(Math.abs(Date.parse(post!.createdAt) - at(0).getTime())).toBeLessThan(MINUTE);
  });

  it('is published with a field that is unknown today [B24-16]', async () => {
    const user = new Types.ObjectId(ada.id);
    const fields = {
      version: 1,
      createdAt: at(0),
      updatedAt: at(0),
      publishAt: at(MINUTE),
      until: at(MINUTE),
    };
    const old = {
      ...fields,
      from: at(MINUTE),
      user,
      post: { title: 'Old', media: [], tags: [], poll: ['yes'] },
    };
    await drafts().insertOne({ ...old, _id: new Types.ObjectId() });
    scene.app.clock.advance(2 * MINUTE);
    await run();
    const [post] = await own();
    expect(post).toMatchObject({ title: 'Old', media: [] });
    expect(post).not.toHaveProperty('poll');
  });
});
