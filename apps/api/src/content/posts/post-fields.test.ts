import { EMPTY_POST, filled, type Media, type Post, type WrittenPost } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { peopleScene, writePost } from '../../testing/people.js';

const scene = peopleScene();
const image = (name: string): Media => ({
  url: `https://media.example/${name}.webp`,
  kind: 'image',
  alt: name,
  width: 40,
  height: 30,
  placeholder: '#102030',
});

/** Two values of each field, neither of them the default. */
const VALUES: { [Name in keyof WrittenPost]: [WrittenPost[Name], WrittenPost[Name]] } = {
  title: ['Bread', 'Rolls'],
  description: ['With rye.', 'With spelt.'],
  media: [[image('a')], [image('b')]],
  tags: [['rye'], ['spelt']],
  location: ['Arlington', 'Ankara'],
  contentWarning: ['Crumbs', 'Flour'],
  sensitive: [true, true],
  language: ['de', 'tr'],
  commenting: ['nobody', 'followed'],
  commentsCloseAfter: [7, 14],
};
const names = Object.keys(VALUES) as (keyof WrittenPost)[];
const all = (version: 0 | 1) =>
  Object.fromEntries(names.map((name) => [name, VALUES[name][version]])) as unknown as WrittenPost;

const stored = async ({ _id }: Post) => scene.app.ctx.models.Post.findById(_id).lean();

it('stores and answers each field that an author writes', async () => {
  const written = await writePost(scene.ada, all(0));
  expect(await stored(written)).toMatchObject(all(0));
  expect(written).toMatchObject(filled(EMPTY_POST, all(0)));
});

it.each(names)('changes %s alone in an update', async (name) => {
  const written = await writePost(scene.ada, all(0));
  // without a language, it is guessed from new texts
  const body = { language: all(0).language, [name]: VALUES[name][1] };
  const answer = await scene.ada.agent.put(`/posts/${written._id}`).send(body);
  expect(answer.status).toBe(200);
  expect(await stored(written)).toMatchObject({ ...all(0), ...body });
});

it('exports each of them to their author', async () => {
  await writePost(scene.ada, all(0));
  const { posts } = scene.app.ctx.posts.exportOf(new Types.ObjectId(scene.ada.id));
  const [exported] = await posts.toArray();
  expect(exported).toMatchObject(all(0));
});
