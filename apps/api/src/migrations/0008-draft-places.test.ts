import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { appScene } from '../testing/scene.js';
import { draftPlacesMigration } from './0008-draft-places.js';

const scene = appScene();

it('removes the places of drafts and leaves the rest, also when run twice', async () => {
  const { connection, models } = scene.app.ctx;
  const drafts = models.Draft.collection;
  const draft = { _id: new Types.ObjectId(), user: new Types.ObjectId(), version: 1 };
  await drafts.insertOne({ ...draft, place: 'draft 3' });
  for (let run = 0; run < 2; run += 1) {
    await draftPlacesMigration.up(connection.db!, new AbortController().signal, () => undefined);
    expect(await drafts.findOne({ _id: draft._id })).toEqual(draft);
  }
});
