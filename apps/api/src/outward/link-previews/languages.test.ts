import { describe, expect, it } from 'vitest';
import { peopleScene, writePost } from '../../testing/people.js';

const scene = peopleScene();
const GERMAN = { title: '', description: 'Heute gibt es endlich wieder frisches Brot aus dem Ofen.' };

/** What feeds and link previews name as the language of a new post with these fields. */
async function namedOf(fields: object) {
  const { _id } = await writePost(scene.ada, fields);
  const { body } = await scene.ada.agent.get('/auth/me');
  const visitor = scene.app.agent();
  const name = body.user.userName as string;
  const [atom, json, preview] = await Promise.all([
    visitor.get(`/feeds/${name}.atom`).expect(200),
    visitor.get(`/feeds/${name}.json`).expect(200),
    visitor
      .get('/link-preview')
      .query({ address: `/p/${_id}` })
      .expect(200),
  ]);
  const [entry = ''] = atom.text.match(/<entry[^>]*>/) ?? [];
  const [item] = JSON.parse(json.text).items as { language?: string }[];
  return [entry, item?.language, preview.body.data.language];
}

describe('the language of a post', () => {
  it('is named in feeds and link previews [B13-9]', async () => {
    expect(await namedOf(GERMAN)).toEqual(['<entry xml:lang="de">', 'de', 'de']);
  });

  it('is not named if it is unknown, or where a warning stands for the text [B13-9]', async () => {
    const nothing = ['<entry>', undefined, undefined];
    expect(await namedOf({ title: 'Berlin' })).toEqual(nothing);
    expect(await namedOf({ ...GERMAN, contentWarning: 'Crumbs' })).toEqual(nothing);
  });
});
