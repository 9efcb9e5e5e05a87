import type { Post } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { image } from '../../testing/media-items.js';
import { peopleScene, writePost } from '../../testing/people.js';

const scene = peopleScene();
const write = (fields: object = {}) => writePost(scene.ada, { media: [image('heron')], ...fields });
const edit = (id: string, fields: object) => scene.ada.agent.put(`/posts/${id}`).send(fields);
const read = async (id: string) => (await scene.app.agent().get(`/posts/${id}`)).body.data as Post;
const careOf = ({ contentWarning, sensitive }: Post) => ({ contentWarning, sensitive });
const COVERED = { contentWarning: 'Spoilers', sensitive: true };
const NONE = { contentWarning: '', sensitive: false };

let seed = 0;
/** Returns a post from each kind of list. */
async function listed(id: string): Promise<(Post | undefined)[]> {
  // A seed shows only posts that existed at its first use.
  seed += 1;
  const agent = scene.app.agent();
  const answers = await Promise.all([
    agent.get('/posts?sortBy=createdAt&limit=50'),
    agent.get(`/posts/infinite?limit=50&isFirstLoad=true&seed=${seed}`),
    agent.get(`/posts/infinite-cursor?limit=50&seed=${seed}`),
    agent.get('/posts/random?limit=50&q=heron'),
    agent.get(`/posts/user/${scene.ada.id}?limit=50`),
  ]);
  return answers.map(({ body }) => (body.data as Post[]).find(({ _id }) => _id === id));
}

describe('a content warning and the mark "sensitive"', () => {
  it('are in every answer with the post, the warning trimmed [B7-9]', async () => {
    const post = await write({ contentWarning: '  Spoilers\n', sensitive: true });
    expect(careOf(post)).toEqual(COVERED);
    expect(await read(post._id)).toEqual(post);
    for (const found of await listed(post._id)) expect(found).toMatchObject(COVERED);
  });

  it('are empty if not sent, and for old stored posts [B7-11]', async () => {
    const post = await write();
    expect(careOf(post)).toEqual(NONE);
    const { Post: stored } = scene.app.ctx.models;
    const unset = { contentWarning: 1, sensitive: 1 };
    await stored.collection.updateOne({ _id: new Types.ObjectId(post._id) }, { $unset: unset });
    expect(careOf(await read(post._id))).toEqual(NONE);
    for (const found of await listed(post._id)) expect(found).toMatchObject(NONE);
    expect(careOf((await edit(post._id, { title: 'Later' }).expect(200)).body.data as Post)).toEqual(NONE);
  });

  it('stay if an edit omits them, and can be removed by an edit [B7-10]', async () => {
    const { _id } = await write();
    await edit(_id, { contentWarning: 'Spoilers' }).expect(200);
    await edit(_id, { sensitive: true }).expect(200);
    await edit(_id, { title: 'Another' }).expect(200);
    expect(careOf(await read(_id))).toEqual(COVERED);
    await edit(_id, { contentWarning: ' ' }).expect(200);
    expect(careOf(await read(_id))).toEqual({ contentWarning: '', sensitive: true });
    await edit(_id, { sensitive: false }).expect(200);
    expect(careOf(await read(_id))).toEqual(NONE);
  });

  it.each([
    ['contentWarning', 'x'.repeat(101), 'Content warning must be at most 100 characters'],
    ['contentWarning', 'Two\nlines', 'Content warning must be one line'],
    ['contentWarning', 'Two\u2028lines', 'Content warning must be one line'],
    ['contentWarning', { $gt: '' }, 'Content warning must be text'],
    ['contentWarning', null, 'Content warning must be text'],
    ['sensitive', 'true', 'Sensitive must be true or false'],
    ['sensitive', null, 'Sensitive must be true or false'],
  ])('are rejected with a message: %s %j [B7-9]', async (path, value, message) => {
    const { _id } = await write(COVERED);
    const refused = await Promise.all([
      scene.ada.agent.post('/posts').send({ title: 'A title', [path]: value }),
      edit(_id, { title: 'A title', [path]: value }),
    ]);
    for (const { status, body } of refused) {
      expect([status, body.errors]).toEqual([400, [{ path, message }]]);
    }
    expect(await read(_id)).toMatchObject({ ...COVERED, title: 'A heron at dusk' });
  });

  it('are not enough to make a post [B7-9]', async () => {
    const answer = await scene.ada.agent.post('/posts').send(COVERED);
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'A post needs a title, a description or media',
    ]);
  });
});
