import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../platform/time.js';
import { expectDelivered } from '../../testing/counters.js';
import { appScene } from '../../testing/scene.js';
import type { Agent } from '../../testing/test-app.js';

const scene = appScene();
type Someone = Awaited<ReturnType<typeof scene.app.signUp>>;

/** Writes a post with a tag that this many others save. */
async function saved(author: Someone, tag: string, savers: readonly Someone[]): Promise<void> {
  const post = await author.agent
    .post('/posts')
    .send({ title: tag, tags: [tag] })
    .expect(201);
  for (const { agent } of savers) await agent.post(`/posts/${post.body.data._id}/bookmark`).expect(200);
  await expectDelivered(scene.app);
}
const suggestedTo = async (agent: Agent): Promise<string[]> =>
  (await agent.get('/people/suggested').expect(200)).body.data.map((each: { _id: string }) => each._id);

describe('GET /people/suggested', () => {
  let people: Someone[];
  let viewer: Someone;
  beforeAll(async () => {
    people = await Promise.all(Array.from({ length: 5 }, () => scene.app.signUp()));
    viewer = await scene.app.signUp();
    const [a, b, c, d, e] = people as [Someone, Someone, Someone, Someone, Someone];
    await saved(a, 'boats', [b, c, d, viewer]);
    await saved(b, 'Boats', [c, d]);
    await saved(c, 'bread', [a, b, d]);
    await saved(d, 'trains', [a]);
    await saved(e, 'trees', []);
    await saved(viewer, 'own', people);
  });
  const id = (index: number) => people[index]!.user._id;

  it('lists the most saved authors, one per topic, without the viewer [B12-2]', async () => {
    expect(await suggestedTo(viewer.agent)).toEqual([id(0), id(2), id(3), id(4)]);
  });

  it('leaves out who is followed, blocked, blocking or suspended, and keeps their topic free [B12-2]', async () => {
    const at = scene.app.clock.now().toISOString();
    const change = ({ agent }: Someone, kind: string, user: string) =>
      agent
        .post('/people/changes')
        .send({ changes: [{ kind, user, at }] })
        .expect(200);
    await change(viewer, 'follow', id(0));
    await change(viewer, 'block', id(2));
    await change(people[3]!, 'block', viewer.user._id);
    await scene.app.ctx.models.User.updateOne(
      { _id: id(4) },
      { $set: { suspendedAt: scene.app.clock.now() } },
    );
    scene.app.clock.advance(2000);
    expect(await suggestedTo(viewer.agent)).toEqual([id(1)]);
  });

  it('counts once an hour, and takes older posts if a month has few authors [B12-2]', async () => {
    const newcomer = await scene.app.signUp();
    const before = await suggestedTo(newcomer.agent);
    const late = await scene.app.signUp();
    await saved(late, 'lanterns', [...people.slice(0, 4), viewer]);
    expect(await suggestedTo(newcomer.agent)).toEqual(before);
    scene.app.clock.advance(HOUR);
    const { agent } = await scene.app.signUp();
    expect((await suggestedTo(agent)).slice(0, 2)).toEqual([late.user._id, viewer.user._id]);
    scene.app.clock.advance(31 * DAY);
    const monthLater = await scene.app.signUp();
    expect(await suggestedTo(monthLater.agent)).toContain(late.user._id);
  });

  it('requires a session', () => scene.app.agent().get('/people/suggested').expect(401));
});

describe('the welcome of a new user', () => {
  it('is told with the session until it is dismissed, once and for all devices [B12-1]', async () => {
    const password = 'correct horse 1';
    const { agent, user } = await scene.app.signUp({ password });
    expect((await agent.get('/auth/me')).body.welcome).toBe(true);
    await agent.delete('/auth/welcome').expect(200);
    await agent.delete('/auth/welcome').expect(200);
    const other = scene.app.agent();
    await other.post('/auth/login').send({ emailOrUsername: user.email, password }).expect(200);
    expect((await other.get('/auth/me')).body).not.toHaveProperty('welcome');
    await scene.app.agent().delete('/auth/welcome').expect(401);
  });
});
