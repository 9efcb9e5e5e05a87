import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Types, type Schema } from 'mongoose';
import { expect, it, onTestFinished } from 'vitest';
import { backUp } from './backup/backup.js';
import { SWEEP_AGAIN_AFTER } from './identity/account/account-deletions.js';
import { bitsOf } from './content/posts/seen-bits.js';
import { storedModels } from './platform/db/record.js';
import { PASSWORD } from './testing/browsers.js';
import { appScene } from './testing/scene.js';

const scene = appScene();

/** What every collection declares about itself. */
const declared = () =>
  storedModels(scene.app.ctx.connection).map(({ collection, facts }) => ({
    name: collection.name,
    raw: scene.app.ctx.connection.db!.collection(collection.name),
    ...facts,
  }));

it('exports exactly the collections that declare a name in the export', async () => {
  const { agent } = await scene.app.signUp();
  const { exportedAt: _at, ...lists } = JSON.parse((await agent.get('/auth/export')).text) as object & {
    exportedAt: string;
  };
  const names = declared().flatMap(({ ofUser }) => ofUser?.exportedAs ?? []);
  expect(Object.keys(lists).sort()).toEqual(names.sort());
});

it('removes a deleted account from the collections that declare it, and keeps it in the others', async () => {
  const { ctx, clock } = scene.app;
  const [leaver, stayer] = await Promise.all([scene.app.signUp(), scene.app.signUp()]);
  const user = new Types.ObjectId(leaver.user._id);
  const post = (await stayer.agent.post('/posts').send({ title: 'Staying' })).body.data;
  await leaver.agent.post('/posts').send({ title: 'Going' });
  const comment = (await leaver.agent.post('/comments').send({ postId: post._id, body: 'Going' })).body.data;
  await leaver.agent.patch(`/comments/${comment._id}/like`);
  await leaver.agent.post(`/post-interactions/${post._id}/like`);
  const follow = { kind: 'follow', user: stayer.user._id, at: clock.now().toISOString() };
  await leaver.agent.post('/people/changes').send({ changes: [follow] });

  const personal = declared().flatMap(({ ofUser, ...rest }) =>
    ofUser === null ? [] : [{ ...rest, ...ofUser }],
  );
  const countOf = ({ raw, by }: (typeof personal)[number]) => raw.countDocuments({ [by]: user });
  for (const collection of personal) {
    if ((await countOf(collection)) > 0) continue;
    const _id = collection.name === 'mediafiles' ? 'f'.repeat(32) : new Types.ObjectId();
    const views = collection.name === 'seen' ? { block: 0, bits: Buffer.from(bitsOf(0, [1])) } : {};
    await collection.raw.insertOne({ _id: _id as Types.ObjectId, [collection.by]: user, ...views });
  }

  const answer = await leaver.agent.post('/auth/delete-account').send({ password: PASSWORD });
  expect(answer.status, answer.text).toBe(200);
  await ctx.jobs.runDue('account-deletion');
  clock.advance(SWEEP_AGAIN_AFTER);
  await ctx.jobs.runDue('account-deletion');

  const left: string[] = [];
  for (const collection of personal) if ((await countOf(collection)) > 0) left.push(collection.name);
  const stays = ({ onDeletion }: (typeof personal)[number]) =>
    onDeletion === 'keep' || onDeletion === 'expire';
  expect(left).toEqual(personal.filter(stays).map(({ name }) => name));
  for (const { onDeletion, expires } of personal) if (onDeletion === 'expire') expect(expires).not.toBeNull();
});

it('backs up every collection except those declared as rebuilt', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'social-feed-collections-'));
  const { ctx, clock } = scene.app;
  for (const { raw } of declared()) await raw.insertOne({});
  onTestFinished(() => rm(folder, { recursive: true }));
  const manifest = await backUp(ctx.connection, folder, clock.now);
  const names = manifest.collections.map(({ name }) => name);
  const kept = declared().filter(({ backup }) => backup !== 'rebuilt');
  expect(names).toEqual(expect.arrayContaining(kept.map(({ name }) => name)));
  expect(names).toHaveLength(kept.length + 1);
  expect(names).toContain('migrations');
});

it('docs/scale.md has the shard key of each collection, with which its unique indexes begin', () => {
  const page = readFileSync(new URL('../../../docs/scale.md', import.meta.url), 'utf8');
  const [, table = ''] = /## Shard keys\n(.*?)\n## /s.exec(page) ?? [];
  const keys = [...table.matchAll(/^\| (?:`\{(.+)\}`|not sharded) \| (.+?) \|/gm)].flatMap(([, key, names]) =>
    [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => [name!, key] as const),
  );
  const stored = storedModels(scene.app.ctx.connection);
  expect(keys.map(([name]) => name).sort()).toEqual(stored.map(({ collection }) => collection.name).sort());

  const keyOf = new Map(keys);
  const scattered = stored.flatMap(({ collection: { name }, schema }) => {
    const wanted = keyOf.get(name);
    const unique = (schema as unknown as Schema).indexes().filter(([, options]) => options.unique === true);
    const begins = ([fields]: (typeof unique)[number]) =>
      Object.entries(fields)
        .map(([field, way]) => `${field}: ${String(way)}`)
        .join(', ')
        .startsWith(wanted!);
    return wanted === undefined || unique.every(begins) ? [] : [name];
  });
  expect(scattered).toEqual([]);
});
