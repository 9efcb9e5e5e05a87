import { Schema, type Connection, type Model } from 'mongoose';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { dropDatabases, openDatabase } from '../../testing/databases.js';
import { findIndexChanges, syncIndexes } from './indexes.js';
import { PreparationError } from './preparation-error.js';
import { modelOf } from './record.js';

const schema = new Schema({ name: String, group: String, at: Date, old: String });
schema.index({ name: 1 }, { unique: true });
schema.index({ group: 1, at: -1 });
schema.index({ at: 1 }, { expireAfterSeconds: 60 });

let connection: Connection;
let things: Model<{ name: string }>;
let models: Model<never>[];
let lines: string[];
beforeEach(async () => {
  connection = await openDatabase();
  things = modelOf<{ name: string }>('Thing', 'things', schema, {
    backup: 'kept',
    ofUser: null,
    expires: null,
  })(connection);
  models = [things as unknown as Model<never>];
  lines = [];
});
afterAll(dropDatabases);

const sync = () => syncIndexes(models, (line) => lines.push(line));
const indexesOf = async () =>
  (await things.collection.indexes())
    .map(({ name, unique, expireAfterSeconds }) => [name, unique, expireAfterSeconds])
    .sort();
const DECLARED = [
  ['_id_', undefined, undefined],
  ['at_1', undefined, 60],
  ['group_1_at_-1', undefined, undefined],
  ['name_1', true, undefined],
];

it('builds missing indexes in one call, and changes nothing the next time', async () => {
  const [together, alone] = [
    vi.spyOn(things.collection, 'createIndexes'),
    vi.spyOn(things.collection, 'createIndex'),
  ];
  await sync();
  expect([together.mock.calls.length, alone.mock.calls.length]).toEqual([1, 0]);
  expect(await indexesOf()).toEqual(DECLARED);
  expect(await findIndexChanges(models)).toEqual([]);
  expect(lines).toEqual([]);
});

it.each([
  ['other keys under the same name', { group: 1 }, { name: 'name_1' }],
  ['no uniqueness', { name: 1 }, { name: 'name_1' }],
  ['another name', { name: 1 }, { name: 'by_name' }],
  ['another time of expiry', { at: 1 }, { name: 'at_1', expireAfterSeconds: 5 }],
  ['another direction', { group: 1, at: 1 }, { name: 'group_1_at_-1' }],
  ['a condition', { name: 1 }, { name: 'name_1', unique: true, partialFilterExpression: { group: 'x' } }],
  ['a field that is gone', { old: 1 }, { name: 'old_1' }],
])('replaces an index with %s, and logs it', async (_case, keys, options) => {
  await things.collection.createIndex(keys, options, {});
  await sync();
  const isAlike = options.name === 'by_name';
  expect(await findIndexChanges(models)).toEqual([]);
  if (isAlike) return;
  expect(await indexesOf()).toEqual(DECLARED);
  expect(lines).toEqual([
    `Dropped the index ${options.name} of things, which this version does not declare.`,
  ]);
});

it('names collection and keys on duplicates in a unique index, and builds it after they are removed', async () => {
  const twice = [{ name: 'Ada' }, { name: 'Ada' }, { name: 'Grace' }];
  await things.collection.insertMany(twice);
  const failure = await sync().catch((error: unknown) => error as PreparationError);
  expect(failure).toBeInstanceOf(PreparationError);
  expect(failure).toMatchObject({
    message: expect.stringContaining('The collection things has several documents with the same name'),
    details: [expect.objectContaining({ key: ['Ada'], count: 2 })],
  });
  await things.deleteOne({ name: 'Ada' });
  await sync();
  expect(await indexesOf()).toEqual(DECLARED);
});

it('leaves indexes of collections without a model unchanged', async () => {
  await connection.db!.collection('others').createIndex({ any: 1 }, {}, {});
  await sync();
  expect(await connection.db!.collection('others').indexes()).toHaveLength(2);
});

it('can run in several processes concurrently', async () => {
  await things.collection.createIndex({ old: 1 }, {}, {});
  await Promise.all([sync(), sync(), sync()]);
  expect(await indexesOf()).toEqual(DECLARED);
});
