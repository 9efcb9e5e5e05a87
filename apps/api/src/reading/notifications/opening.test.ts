import type { Notification } from '@social-feed/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { appScene } from '../../testing/scene.js';
import type { TestApp } from '../../testing/test-app.js';

type Someone = Awaited<ReturnType<TestApp['signUp']>>;

const scene = appScene();
let ada: Someone;
let bob: Someone;
let post: string;
beforeEach(async () => {
  [ada, bob] = [await scene.app.signUp(), await scene.app.signUp()];
  const sent = { title: 'Sea', description: `With @${bob.user.userName}` };
  post = (await ada.agent.post('/posts').send(sent).expect(201)).body.data._id as string;
  scene.app.clock.advance(1000);
});

const comment = async ({ agent }: Someone, body: string) => {
  scene.app.clock.advance(1000);
  return (await agent.post('/comments').send({ postId: post, body }).expect(201)).body.data._id as string;
};
const like = ({ agent }: Someone) => agent.post(`/post-interactions/${post}/like`).expect(200);
const told = async ({ agent }: Someone) =>
  (await agent.get('/notifications').expect(200)).body.data as Notification[];

describe('the target of a notification', () => {
  const led = async (someone: Someone) => (await told(someone)).map(({ kind, comment: id }) => [kind, id]);

  it('is its latest comment, and none for likes [B5-13]', async () => {
    await like(bob);
    await comment(bob, 'Fine');
    const latest = await comment(bob, 'Once more');
    expect(await led(ada)).toEqual([
      ['comment', latest],
      ['like', null],
    ]);
    const answered = await ada.agent.post('/comments').send({ postId: post, body: 'Yes', parent: latest });
    expect(await led(bob)).toContainEqual(['reply', answered.body.data._id]);
  });

  it('is the comment that mentions the reader, or the post itself if that does [B5-13]', async () => {
    expect(await led(bob)).toEqual([['mention', null]]);
    const naming = await comment(ada, `Look @${bob.user.userName}`);
    expect(await led(bob)).toEqual([['mention', naming]]);
    await ada.agent.delete(`/comments/${naming}`).expect(200);
    expect(await led(bob)).toEqual([['mention', null]]);
  });

  it('is named by its warning alone if the post has one [B7-19]', async () => {
    await ada.agent.put(`/posts/${post}`).send({ contentWarning: 'Spoilers' }).expect(200);
    expect((await told(bob)).map((one) => one.post?.title)).toEqual(['Spoilers']);
  });
});

describe('POST /notifications/read with a notification', () => {
  it('marks only that one as read, up to what it showed [B5-14]', async () => {
    await like(bob);
    await comment(bob, 'Fine');
    const [first] = await told(ada);
    const open = () =>
      ada.agent.post('/notifications/read').send({ until: first!.at, notification: first!._id }).expect(200);
    await comment(bob, 'Once more');
    expect((await open()).body.data).toEqual({ unread: 2 });
    const again = (await told(ada))[0]!;
    const body = { until: again.at, notification: again._id };
    expect((await ada.agent.post('/notifications/read').send(body)).body.data).toEqual({ unread: 1 });
    expect((await told(ada)).map(({ kind, isRead }) => [kind, isRead])).toEqual([
      ['comment', true],
      ['like', false],
    ]);
  });

  it('marks nothing of another user', async () => {
    await like(bob);
    const [first] = await told(ada);
    await bob.agent.post('/notifications/read').send({ until: first!.at, notification: first!._id });
    expect((await told(ada))[0]?.isRead).toBe(false);
  });

  it.each([[{ $gt: '' }], [7], ['x'.repeat(101)]])('rejects %j', async (notification) => {
    const until = scene.app.clock.now().toISOString();
    await ada.agent.post('/notifications/read').send({ until, notification }).expect(400);
  });
});
