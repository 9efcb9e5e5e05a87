import type { Post } from '@social-feed/contracts';
import { Types, type mongo } from 'mongoose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE } from '../../platform/time.js';
import { insertPosts, insertUser } from '../../testing/content.js';
import { watchReads } from '../../testing/reads.js';
import { appScene } from '../../testing/scene.js';
import type { Agent } from '../../testing/test-app.js';

const scene = appScene({ config: { mongo: { monitorCommands: true } } });
const POSTS = 90;
let ids: string[];
let author: Types.ObjectId;

beforeAll(async () => {
  author = (await insertUser(scene.app))._id;
  ids = await insertPosts(scene.app, POSTS, author);
});

interface Answer {
  data: Post[];
  hasNextPage: boolean;
  nextCursor: string | null;
  seed: number;
}
const idsOf = ({ data }: Answer) => data.map(({ _id }) => _id);

/** Reads all pages of a feed and returns their answers. */
async function read(agent: Agent, query: string, between?: (answer: Answer) => Promise<unknown>) {
  const answers: Answer[] = [];
  for (let cursor = ''; ;) {
    const answer = await agent.get(`/posts/infinite-cursor?limit=10&${query}&cursor=${cursor}`);
    expect(answer.status, answer.text).toBe(200);
    answers.push(answer.body as Answer);
    const { nextCursor } = answer.body as Answer;
    if (nextCursor === null) return answers;
    await between?.(answer.body as Answer);
    cursor = nextCursor;
  }
}
const all = (answers: Answer[]) => answers.flatMap(idsOf);

const view = (agent: Agent, seen: readonly string[]) =>
  agent
    .post('/post-interactions/batch-views')
    .send({ postViews: seen.map((postId) => ({ postId, viewDuration: 2 })) });
const follow = (agent: Agent, ...people: { _id: unknown }[]) => {
  scene.app.clock.advance(1000);
  const at = scene.app.clock.now().toISOString();
  return agent
    .post('/people/changes')
    .send({ changes: people.map(({ _id }) => ({ kind: 'follow', user: String(_id), at })) });
};

describe('the unseen feed', () => {
  it('omits posts the reader has viewed, in the order of the seed, and shows the rest once [B3-4]', async () => {
    const { agent } = await scene.app.signUp();
    const whole = all(await read(agent, 'seed=5'));
    expect(new Set(whole)).toEqual(new Set(ids));
    const seen = new Set(whole.filter((_id, index) => index % 3 !== 1));
    await view(agent, [...seen].slice(0, 50));
    await view(agent, [...seen].slice(50));
    expect(all(await read(agent, 'seed=5&unseen=true'))).toEqual(whole.filter((id) => !seen.has(id)));
    expect(all(await read(agent, 'seed=5'))).toEqual(whole);
  });

  it('continues from its cursor while the shown posts are viewed [B3-4]', async () => {
    const { agent } = await scene.app.signUp();
    const shown = all(await read(agent, 'seed=6&unseen=true', (answer) => view(agent, idsOf(answer))));
    expect(shown).toHaveLength(POSTS);
    expect(new Set(shown)).toEqual(new Set(ids));
  });

  it('checks six times the limit of positions per call, even if most are seen, and reports that more follow [B3-5]', async () => {
    const { agent } = await scene.app.signUp();
    const whole = all(await read(agent, 'seed=7'));
    await view(agent, whole.slice(0, 50));
    await view(agent, whole.slice(50, 80));
    const looked = vi.spyOn(scene.app.ctx.models.Post.collection, 'find');
    const first = (await agent.get('/posts/infinite-cursor?limit=10&seed=7&unseen=true')).body as Answer;
    const positions = looked.mock.calls.flatMap(
      ([filter]) => (filter as { feedKeys?: { $in: number[] } }).feedKeys?.$in ?? [],
    );
    looked.mockRestore();
    expect(positions).toHaveLength(60);
    expect(first).toMatchObject({ data: [], hasNextPage: true });
    expect(all(await read(agent, 'seed=7&unseen=true'))).toEqual(whole.slice(80));
  });

  it('requires a signed-in user [B3-4]', async () => {
    for (const way of ['unseen', 'following']) {
      expect((await scene.app.agent().get(`/posts/infinite-cursor?${way}=true`)).status).toBe(401);
      expect((await scene.app.agent().get(`/posts/infinite-cursor?${way}=maybe`)).status).toBe(400);
    }
  });
});

describe('the following feed', () => {
  it('shuffles posts of followed users by the seed, and ends [B3-6]', async () => {
    const { agent } = await scene.app.signUp();
    const [one, two] = await Promise.all([insertUser(scene.app), insertUser(scene.app)]);
    const theirs = [
      ...(await insertPosts(scene.app, 20, one._id)),
      ...(await insertPosts(scene.app, 15, two._id)),
    ];
    await follow(agent, one, two);
    const answers = await read(agent, 'seed=5&following=true');
    expect(all(answers)).toHaveLength(35);
    expect(new Set(all(answers))).toEqual(new Set(theirs));
    expect(all(answers)).not.toEqual(theirs);
    expect(all(await read(agent, 'seed=5&following=true'))).toEqual(all(answers));
    expect(all(await read(agent, 'seed=6&following=true'))).not.toEqual(all(answers));
    const first = await agent.get('/posts/infinite-cursor?following=true&isFirstLoad=true');
    expect(first.body.data).toHaveLength(20);
    expect(first.body.seed).toEqual(expect.any(Number));
  });

  it('shows each post once under concurrent writes and deletions [B3-6]', async () => {
    const { agent } = await scene.app.signUp();
    const writer = await insertUser(scene.app);
    const there = await insertPosts(scene.app, 40, writer._id);
    await follow(agent, writer);
    const gone = new Set<string>();
    const shown = all(
      await read(agent, 'seed=9&following=true', async () => {
        await insertPosts(scene.app, 2, writer._id);
        const lost = there.findLast((id) => !gone.has(id)) ?? '';
        gone.add(lost);
        await scene.app.ctx.models.Post.deleteOne({ _id: lost });
        scene.app.clock.advance(61_000);
      }),
    );
    expect(new Set(shown).size).toBe(shown.length);
    expect(there.filter((id) => !gone.has(id) && !shown.includes(id))).toEqual([]);
  });

  it('is empty for users who follow nobody, and omits users who block the reader [B3-7]', async () => {
    const [reader, writer] = await Promise.all([scene.app.signUp(), scene.app.signUp()]);
    expect(all(await read(reader.agent, 'following=true'))).toEqual([]);
    await insertPosts(scene.app, 3, new Types.ObjectId(writer.user._id));
    await follow(reader.agent, writer.user);
    expect(all(await read(reader.agent, 'following=true'))).toHaveLength(3);
    const at = scene.app.clock.now().toISOString();
    await writer.agent
      .post('/people/changes')
      .send({ changes: [{ kind: 'block', user: reader.user._id, at }] });
    expect(all(await read(reader.agent, 'following=true'))).toEqual([]);
  });

  it('includes posts older than ten seconds, and new follows at once', async () => {
    const { agent } = await scene.app.signUp();
    const [one, two] = await Promise.all([insertUser(scene.app), insertUser(scene.app)]);
    const [first] = await insertPosts(scene.app, 1, one._id);
    await follow(agent, one);
    expect(all(await read(agent, 'following=true'))).toEqual([first]);
    const [second] = await insertPosts(scene.app, 1, one._id);
    scene.app.clock.advance(10_001);
    expect(new Set(all(await read(agent, 'following=true')))).toEqual(new Set([first, second]));
    const [third] = await insertPosts(scene.app, 1, two._id);
    await follow(agent, two);
    expect(new Set(all(await read(agent, 'following=true')))).toEqual(new Set([first, second, third]));
  });

  it('reads the follows again only after a change', async () => {
    const { agent } = await scene.app.signUp();
    const [one, two] = await Promise.all([insertUser(scene.app), insertUser(scene.app)]);
    const [first] = await insertPosts(scene.app, 1, one._id);
    const [second] = await insertPosts(scene.app, 1, two._id);
    await follow(agent, one);
    // the change settles
    scene.app.clock.advance(6 * MINUTE);
    const page = async () => new Set(all(await read(agent, 'following=true')));
    expect(await page()).toEqual(new Set([first]));
    const reads = watchReads(scene.app, 'relationships');
    const ofFollows = () => reads.splice(0).filter(({ filter }) => filter.following === true);
    expect(await page()).toEqual(new Set([first]));
    expect(ofFollows()).toEqual([]);
    await follow(agent, two);
    expect(await page()).toEqual(new Set([first, second]));
    expect(ofFollows()).toHaveLength(1);
  });

  it('handles 5,000 follows in time [B3-7]', async () => {
    const { agent, user } = await scene.app.signUp();
    const since = new Date();
    await scene.app.ctx.models.Relationship.collection.insertMany(
      [author, ...Array.from({ length: 4999 }, () => new Types.ObjectId())].map((person) => ({
        user: new Types.ObjectId(user._id),
        person,
        following: true,
        followingSince: since,
        blocking: false,
      })),
    );
    expect(new Set(all(await read(agent, 'following=true')))).toEqual(new Set(ids));
  });

  it('reads the follows and their newest posts in one batch each', async () => {
    const { agent, user } = await scene.app.signUp();
    const writer = await insertUser(scene.app);
    await insertPosts(scene.app, 600, writer._id);
    await scene.app.ctx.models.Relationship.collection.insertMany(
      [writer._id, ...Array.from({ length: 200 }, () => new Types.ObjectId())].map((person) => ({
        user: new Types.ObjectId(user._id),
        person,
        following: true,
        followingSince: new Date(),
        blocking: false,
      })),
    );
    const more: unknown[] = [];
    const watch = ({ command }: mongo.CommandStartedEvent) => {
      if (command['getMore'] !== undefined) more.push(command['collection']);
    };
    const client = scene.app.ctx.connection.getClient().on('commandStarted', watch);
    const answer = await agent.get('/posts/infinite-cursor?limit=10&following=true').expect(200);
    client.off('commandStarted', watch);
    expect(answer.body.data).toHaveLength(10);
    expect(more).toEqual([]);
  });
});
