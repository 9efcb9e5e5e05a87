import { Types } from 'mongoose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { later } from '../../testing/decision-scene.js';
import { signUpAdmin, signUpModerator, type SignedUp } from '../../testing/people.js';
import { appScene } from '../../testing/scene.js';
import { MODERATOR_MAILS } from '../../reading/notifications/moderator-mails.js';

const scene = appScene();
let admin: SignedUp;
let moderator: SignedUp;
let author: SignedUp;

interface Shown {
  _id: string;
  target: string;
  count: number;
  reasons: { reason: string; count: number }[];
  words: string[];
}

const setWords = (reportWords: unknown) => admin.agent.patch('/admin/instance').send({ reportWords });
beforeAll(async () => {
  [admin, moderator] = [await signUpAdmin(scene.app), await signUpModerator(scene.app)];
  await setWords(['Casino', '#viagra', '赌场']).expect(200);
});
beforeEach(async () => {
  author = await scene.app.signUp();
});

const write = async (fields: object): Promise<string> => {
  const answer = await author.agent.post('/posts').send(fields);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data._id as string;
};
const edit = async (id: string, fields: object) => {
  scene.app.clock.advance(1000);
  await author.agent.put(`/posts/${id}`).send(fields).expect(200);
};
const casesOf = async (target: string, by = moderator) =>
  ((await by.agent.get('/admin/reports?limit=50').expect(200)).body.data as Shown[]).filter(
    (each) => each.target === target,
  );
const dismiss = async (target: string) => {
  const [found] = await casesOf(target);
  await moderator.agent.post(`/admin/reports/${found!._id}/decision`).send({ act: 'dismiss' }).expect(200);
  await later(scene.app);
};

describe('the words of the host', () => {
  it('report a post without a reporter, and hide nothing [B20-40]', async () => {
    const post = await write({ title: 'My CASINO', description: '在赌场', tags: ['Viagra'] });
    const other = await write({ title: 'Casinos and viagra' });
    const [found, ...more] = await casesOf(post);
    expect(found).toMatchObject({
      count: 1,
      reasons: [{ reason: 'words', count: 1 }],
      words: ['Casino', '#viagra', '赌场'],
    });
    expect(more).toEqual([]);
    expect(await casesOf(other)).toEqual([]);
    const detail = (await moderator.agent.get(`/admin/reports/${found!._id}`).expect(200)).body.data;
    expect(detail).toMatchObject({ words: found!.words, reports: [{ reason: 'words', text: '' }] });
    const { agent } = await scene.app.signUp();
    expect((await agent.get(`/posts/${post}`)).status).toBe(200);
    const listed = (await agent.get(`/posts/user/${author.user._id}`)).body.data as { _id: string }[];
    expect(listed.map(({ _id }) => _id).sort()).toEqual([post, other].sort());
    const stored = await scene.app.ctx.models.Post.findById(post).lean();
    expect(stored).not.toHaveProperty('pending.0');
  });

  it('are found with invisible characters in them, which readers do not see either [B20-40]', async () => {
    for (const hidden of ['Ca\u200bsino', 'Ca\u00adsi\u2060no', 'Ca\u200csino']) {
      const post = await write({ title: `My ${hidden}` });
      expect((await casesOf(post)).map(({ words }) => words)).toEqual([['Casino']]);
    }
    const apart = await write({ title: 'Ca sino' });
    expect(await casesOf(apart)).toEqual([]);
  });

  it('are found in warnings and in what pictures show, also after an edit [B20-40]', async () => {
    const image = (alt: string) => ({
      url: 'https://pictures.example/a.png',
      kind: 'image',
      alt,
      width: 4,
      height: 3,
      placeholder: '',
    });
    const warned = await write({ title: 'Boats', contentWarning: 'About a casino' });
    const pictured = await write({ title: 'Boats', media: [image('A boat')] });
    expect(await casesOf(pictured)).toEqual([]);
    await edit(pictured, { media: [image('A boat named Casino')] });
    for (const post of [warned, pictured])
      expect((await casesOf(post)).map(({ words }) => words)).toEqual([['Casino']]);
  });

  it('report comments and replies, also edited ones [B20-40]', async () => {
    const postId = await write({ title: 'Nothing' });
    const comment = await author.agent.post('/comments').send({ postId, body: 'hello' }).expect(201);
    const { _id } = comment.body.data as { _id: string };
    const reply = await author.agent.post('/comments').send({ postId, body: 'casino!', parent: _id });
    expect(await casesOf(_id)).toEqual([]);
    expect(await casesOf(reply.body.data._id as string)).toMatchObject([{ count: 1, words: ['Casino'] }]);
    scene.app.clock.advance(1000);
    await author.agent.patch(`/comments/${_id}`).send({ body: 'the casino' }).expect(200);
    expect(await casesOf(_id)).toMatchObject([{ count: 1, words: ['Casino'] }]);
    await author.agent.patch(`/comments/${_id}`).send({ body: 'the casino' }).expect(200);
    expect(await casesOf(_id)).toMatchObject([{ count: 1 }]);
  });

  it('have one open case per target, and add to the reports of people [B20-41]', async () => {
    const post = await write({ title: 'Boats' });
    const { agent } = await scene.app.signUp();
    await agent.post('/reports').send({ kind: 'post', target: post, reason: 'spam' }).expect(201);
    await edit(post, { title: 'Casino boats' });
    await edit(post, { location: 'Lisbon' });
    await edit(post, { title: 'Casino boats #viagra' });
    expect(await scene.app.ctx.models.ReportCase.countDocuments({ target: post })).toBe(1);
    const [found] = await casesOf(post);
    expect(found!.count).toBe(3);
    expect(found!.words.sort()).toEqual(['#viagra', 'Casino']);
  });

  it('do not report a text again that was decided, but do a changed one [B20-42]', async () => {
    const post = await write({ title: 'A casino' });
    await dismiss(post);
    expect(await casesOf(post)).toEqual([]);
    await edit(post, { title: 'Nothing' });
    await edit(post, { title: 'A casino' });
    expect(await casesOf(post)).toEqual([]);
    await edit(post, { title: 'A new casino' });
    expect(await casesOf(post)).toMatchObject([{ count: 1, words: ['Casino'] }]);
    await dismiss(post);
    await edit(post, { contentWarning: 'Casino' });
    expect(await casesOf(post)).toMatchObject([{ count: 1, words: ['Casino'] }]);
  });

  it('report once what was written before a crash, however often it is delivered [B20-41]', async () => {
    const post = await write({ title: 'Quiet' });
    const op = Types.ObjectId.createFromTime(scene.app.clock.now().getTime() / 1000 - 60);
    await scene.app.ctx.models.Post.collection.updateOne(
      { _id: new Types.ObjectId(post) },
      { $set: { title: 'Casino night', pending: [{ op, delta: { reportWords: 0 } }] } },
    );
    await Promise.all([scene.app.ctx.outbox.catchUp(), scene.app.ctx.outbox.catchUp()]);
    await scene.app.ctx.outbox.catchUp();
    expect(await casesOf(post)).toMatchObject([{ count: 1, words: ['Casino'] }]);
  });

  it('report nothing of a post that was deleted, or once the host took the words back', async () => {
    const pending = () => [
      {
        op: Types.ObjectId.createFromTime(scene.app.clock.now().getTime() / 1000 - 60),
        delta: { reportWords: 0 },
      },
    ];
    const [deleted, plain] = [await write({ title: 'One' }), await write({ title: 'Bingo' })];
    const { Post, Report } = scene.app.ctx.models;
    await Post.collection.updateOne(
      { _id: new Types.ObjectId(deleted) },
      { $set: { title: 'Casino', deletedAt: scene.app.clock.now(), pending: pending() } },
    );
    await Post.collection.updateOne({ _id: new Types.ObjectId(plain) }, { $set: { pending: pending() } });
    await scene.app.ctx.outbox.catchUp();
    expect(await Report.countDocuments({ target: { $in: [deleted, plain] } })).toBe(0);
  });

  it('report a scheduled post when it is published [B20-40]', async () => {
    const from = new Date(scene.app.clock.now().getTime() + 3_600_000).toISOString();
    const draft = await author.agent
      .post('/drafts')
      .send({ post: { title: 'Casino at noon' }, publishing: { from, until: from } })
      .expect(201);
    const { Draft, Report, Post } = scene.app.ctx.models;
    const user = new Types.ObjectId(author.user._id);
    expect(await Report.countDocuments({ user })).toBe(0);
    await Draft.collection.updateOne(
      { _id: new Types.ObjectId(draft.body.data._id as string) },
      { $set: { publishAt: new Date(scene.app.clock.now().getTime() - 1000) } },
    );
    await scene.app.ctx.drafts.publishDue(new AbortController().signal);
    const post = await Post.findOne({ user }).lean();
    expect(await casesOf(String(post!._id))).toMatchObject([{ count: 1, words: ['Casino'] }]);
  });

  it('mail moderators, and name no words to the author [B20-43]', async () => {
    await scene.app.ctx.models.User.updateOne({ _id: moderator.user._id }, { $unset: { confirmEmail: 1 } });
    const post = await write({ title: 'Casino mail' });
    scene.app.clock.advance(300_000);
    await scene.app.ctx.jobs.add(MODERATOR_MAILS);
    await scene.app.ctx.jobs.runDue(MODERATOR_MAILS);
    const subjects = (await scene.app.ctx.mail.kept(moderator.user.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Reports wait for a decision');
    const [found] = await casesOf(post, admin);
    await admin.agent.post(`/admin/reports/${found!._id}/decision`).send({ act: 'warn' }).expect(200);
    await later(scene.app);
    const [warning] = await scene.app.ctx.mail.kept(author.user.email);
    expect(warning!.text).toContain('The moderators looked at your post “Casino mail”.');
    expect(warning!.text).not.toContain('isted words');
  });
});

it('nobody reports with the reason of the words', async () => {
  const answer = await author.agent
    .post('/reports')
    .send({ kind: 'person', target: moderator.user._id, reason: 'words' });
  expect(answer.status).toBe(400);
  expect(answer.body.errors[0].path).toBe('reason');
});

it('the list is bounded, and for admins only [B20-44]', async () => {
  for (const [words, path] of [
    [['!!'], 'reportWords.0'],
    [['ok', 'x'.repeat(51)], 'reportWords.1'],
    [Array.from({ length: 201 }, (_, index) => `word${index}`), 'reportWords'],
    ['casino', 'reportWords'],
  ]) {
    const refused = await setWords(words);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].path).toBe(path);
  }
  expect((await moderator.agent.get('/admin/instance')).status).toBe(403);
  expect((await moderator.agent.patch('/admin/instance').send({ reportWords: [] })).status).toBe(403);
  expect((await admin.agent.get('/admin/instance')).body.data.reportWords).toHaveLength(3);
  const shown = await scene.app.agent().get('/instance').expect(200);
  expect(shown.text).not.toMatch(/reportWords|casino/i);
});
