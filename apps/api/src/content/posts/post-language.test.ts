import type { Post } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { image } from '../../testing/media-items.js';
import { peopleScene, writePost } from '../../testing/people.js';

const scene = peopleScene();
const write = (fields: object) => writePost(scene.ada, fields);
const edit = async (id: string, fields: object) => {
  const answer = await scene.ada.agent.put(`/posts/${id}`).send(fields).expect(200);
  return answer.body.data as Post;
};
const read = async (id: string) => (await scene.app.agent().get(`/posts/${id}`)).body.data as Post;

const GERMAN = 'Heute gibt es endlich wieder frisches Brot aus dem Ofen.';
const FRENCH = 'Le premier café du matin au bord de la mer.';

describe('the language of a post', () => {
  it('is the one sent, in every answer with the post [B13-1]', async () => {
    const post = await write({ description: GERMAN, language: 'IW' });
    expect(post.language).toBe('he');
    expect(await read(post._id)).toEqual(post);
    const visitor = scene.app.agent();
    for (const path of ['/posts?sortBy=createdAt', '/posts/infinite?seed=1', `/posts/user/${scene.ada.id}`]) {
      const { body } = await visitor.get(path).expect(200);
      const found = (body.data as Post[]).find(({ _id }) => _id === post._id);
      expect(found?.language, path).toBe('he');
    }
  });

  it('is guessed if it is not sent [B13-3]', async () => {
    expect((await write({ title: '', description: GERMAN })).language).toBe('de');
    expect((await write({ title: 'Les premiers jours de printemps à Marseille' })).language).toBe('fr');
  });

  it('is unknown for few words, for pictures alone, and if the author says so [B13-1]', async () => {
    expect((await write({ title: 'Berlin' })).language).toBeNull();
    expect((await write({ title: '', media: [image('heron')] })).language).toBeNull();
    expect((await write({ description: GERMAN, language: null })).language).toBeNull();
  });

  it('is guessed again when texts change, and stays when something else does [B13-3]', async () => {
    const { _id } = await write({ title: '', description: GERMAN });
    expect((await edit(_id, { tags: ['bread'] })).language).toBe('de');
    expect((await edit(_id, { description: FRENCH })).language).toBe('fr');
    expect((await edit(_id, { language: 'oc' })).language).toBe('oc');
    expect((await edit(_id, { location: 'Marseille', description: FRENCH })).language).toBe('oc');
    expect((await edit(_id, { description: GERMAN, language: 'fr' })).language).toBe('fr');
    expect((await edit(_id, { language: null })).language).toBeNull();
    expect((await edit(_id, { tags: [] })).language).toBeNull();
  });

  it('fits the text after two edits at once [B13-3]', async () => {
    const { _id } = await write({ title: '', description: GERMAN });
    await Promise.all([edit(_id, { description: FRENCH }), edit(_id, { tags: ['bread'] })]);
    expect(await read(_id)).toMatchObject({ description: FRENCH, language: 'fr', tags: ['bread'] });
  });

  it('is unknown for posts stored before posts had one, until they are edited', async () => {
    const { _id } = await write({ title: '', description: GERMAN });
    const { Post: stored } = scene.app.ctx.models;
    await stored.collection.updateOne({ _id: new Types.ObjectId(_id) }, { $unset: { language: 1 } });
    expect((await read(_id)).language).toBeNull();
    expect((await edit(_id, { tags: ['bread'] })).language).toBe('de');
  });

  it.each(['', 'en-GB', 'english', 7, ['en'], { $gt: '' }])('cannot be %j [B13-1]', async (language) => {
    const { _id } = await write({ description: GERMAN });
    const refused = await Promise.all([
      scene.ada.agent.post('/posts').send({ title: 'A title', language }),
      scene.ada.agent.put(`/posts/${_id}`).send({ language }),
    ]);
    for (const { status, body } of refused)
      expect([status, (body.errors as { path: string }[]).map(({ path }) => path)]).toEqual([
        400,
        ['language'],
      ]);
    expect((await read(_id)).language).toBe('de');
  });

  it('is in the export of the data', async () => {
    const { body } = await scene.ada.agent.get('/auth/export').expect(200);
    expect((body.posts as Post[]).map(({ language }) => language)).toContain('de');
  });
});
