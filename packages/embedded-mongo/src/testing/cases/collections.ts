import { date, type Data } from './case.js';

/** Commands on an empty database, the last of which answers as documented: fields of its reply, or an error code. */
export interface CommandCase {
  name: string;
  /** Page of the manual (below docs/manual/). */
  manual: string;
  run: Data[];
  expect: Data | number;
}

const insert = (...documents: Data[]): Data => ({ insert: 'c', documents });
const update = (q: Data, u: Data, more: Data = {}): Data => ({ update: 'c', updates: [{ q, u, ...more }] });
const find = (filter: Data = {}, more: Data = {}): Data => ({ find: 'c', filter, sort: { _id: 1 }, ...more });
const found = (...firstBatch: Data[]): Data => ({ cursor: { firstBatch } });
const index = (key: Data, more: Data = {}, name = 'i'): Data => ({
  createIndexes: 'c',
  indexes: [{ key, name, ...more }],
});
const failed = (code: number, more: Data = {}): Data => ({
  n: 0,
  writeErrors: [{ index: 0, code, ...more }],
});
const list = { listCollections: 1, filter: { name: 'c' } };
const id = { v: 2, key: { _id: 1 }, name: '_id_' };

const en2 = { locale: 'en', strength: 2 };
const full = {
  ...{ locale: 'en', caseLevel: false, caseFirst: 'off', strength: 2, numericOrdering: false },
  ...{ alternate: 'non-ignorable', maxVariable: 'punct', normalization: false, backwards: false },
};

const validationPage = 'core/schema-validation/';
const jsonSchema = {
  $jsonSchema: { required: ['n'], properties: { n: { bsonType: 'int', description: 'a number' } } },
};
const create = (options: Data): Data => ({ create: 'c', ...options });
const asked = create({ validator: jsonSchema });

const validators: CommandCase[] = [
  {
    name: 'a validator refuses an insert, and says why',
    manual: 'core/schema-validation/handle-invalid-documents/',
    run: [asked, insert({ _id: 1, n: 'x' })],
    expect: failed(121, {
      errmsg: 'Document failed validation',
      errInfo: {
        failingDocumentId: 1,
        details: {
          operatorName: '$jsonSchema',
          schemaRulesNotSatisfied: [
            {
              operatorName: 'properties',
              propertiesNotSatisfied: [
                {
                  propertyName: 'n',
                  description: 'a number',
                  details: [
                    {
                      operatorName: 'bsonType',
                      specifiedAs: { bsonType: 'int' },
                      reason: 'type did not match',
                      consideredValue: 'x',
                      consideredType: 'string',
                    },
                  ],
                },
              ],
            },
          ],
        },
      },
    }),
  },
  {
    name: 'a missing field is named',
    manual: 'core/schema-validation/specify-json-schema/',
    run: [asked, insert({ _id: 1 })],
    expect: failed(121, {
      errInfo: {
        details: {
          schemaRulesNotSatisfied: [
            { operatorName: 'required', specifiedAs: { required: ['n'] }, missingProperties: ['n'] },
          ],
        },
      },
    }),
  },
  {
    name: 'a validator may be any filter',
    manual: 'core/schema-validation/specify-query-expression-rules/',
    run: [create({ validator: { n: { $gt: 1 } } }), insert({ _id: 1, n: 1 })],
    expect: failed(121),
  },
  {
    name: 'valid documents are taken',
    manual: validationPage,
    run: [asked, insert({ _id: 1, n: 1 })],
    expect: { n: 1 },
  },
  {
    name: 'a validator refuses an update',
    manual: validationPage,
    run: [asked, insert({ _id: 1, n: 1 }), update({ _id: 1 }, { $unset: { n: 1 } })],
    expect: { ...failed(121), nModified: 0 },
  },
  {
    name: 'a validator refuses an upsert',
    manual: validationPage,
    run: [asked, update({ _id: 1 }, { $set: { n: 'x' } }, { upsert: true })],
    expect: failed(121),
  },
  {
    name: 'a validator refuses findAndModify',
    manual: validationPage,
    run: [asked, insert({ _id: 1, n: 1 }), { findAndModify: 'c', query: { _id: 1 }, update: { n: 'x' } }],
    expect: 121,
  },
  {
    name: 'what was refused is not stored',
    manual: validationPage,
    run: [asked, { ...insert({ _id: 1 }, { _id: 2, n: 2 }, { _id: 3 }), ordered: false }, find()],
    expect: found({ _id: 2, n: 2 }),
  },
  {
    name: 'bypassDocumentValidation asks no validator',
    manual: 'core/schema-validation/bypass-document-validation/',
    run: [asked, { ...insert({ _id: 1 }), bypassDocumentValidation: true }],
    expect: { n: 1 },
  },
  {
    name: 'validationAction warn takes all',
    manual: 'core/schema-validation/handle-invalid-documents/',
    run: [create({ validator: jsonSchema, validationAction: 'warn' }), insert({ _id: 1 })],
    expect: { n: 1 },
  },
  {
    name: 'validationLevel off takes all',
    manual: 'core/schema-validation/specify-validation-level/',
    run: [create({ validator: jsonSchema, validationLevel: 'off' }), insert({ _id: 1 })],
    expect: { n: 1 },
  },
  {
    name: 'strict asks for updates of documents that were invalid before',
    manual: 'core/schema-validation/specify-validation-level/',
    run: [
      insert({ _id: 1 }),
      { collMod: 'c', validator: jsonSchema },
      update({ _id: 1 }, { $set: { x: 1 } }),
    ],
    expect: failed(121),
  },
  {
    name: 'moderate lets documents stay as invalid as they were',
    manual: 'core/schema-validation/specify-validation-level/',
    run: [
      insert({ _id: 1 }),
      { collMod: 'c', validator: jsonSchema, validationLevel: 'moderate' },
      update({ _id: 1 }, { $set: { x: 1 } }),
    ],
    expect: { n: 1, nModified: 1 },
  },
  {
    name: 'moderate asks for those that were valid',
    manual: 'core/schema-validation/specify-validation-level/',
    run: [
      insert({ _id: 1, n: 1 }),
      { collMod: 'c', validator: jsonSchema, validationLevel: 'moderate' },
      update({ _id: 1 }, { $set: { n: 'x' } }),
    ],
    expect: failed(121),
  },
  {
    name: 'an empty validator takes the rules away',
    manual: 'reference/command/collMod/',
    run: [asked, { collMod: 'c', validator: {} }, insert({ _id: 1 })],
    expect: { n: 1 },
  },
  {
    name: 'rules are listed, level and action only where given',
    manual: 'core/schema-validation/view-existing-validation-rules/',
    run: [asked, list],
    expect: {
      cursor: { firstBatch: [{ name: 'c', type: 'collection', options: { validator: jsonSchema } }] },
    },
  },
  {
    name: 'a validator with an unknown keyword is refused',
    manual: validationPage,
    run: [create({ validator: { $jsonSchema: { foo: 1 } } })],
    expect: 9,
  },
  {
    name: 'an unknown level is refused',
    manual: 'reference/command/create/',
    run: [create({ validationLevel: 'mild' })],
    expect: 2,
  },
];

const cappedPage = 'core/capped-collections/';
const capped: CommandCase[] = [
  {
    name: 'the oldest go when max is reached',
    manual: cappedPage,
    run: [create({ capped: true, size: 4096, max: 2 }), insert({ _id: 1 }, { _id: 2 }, { _id: 3 }), find()],
    expect: found({ _id: 2 }, { _id: 3 }),
  },
  {
    name: 'the oldest go when size is reached',
    manual: cappedPage,
    run: [
      create({ capped: true, size: 256 }),
      insert(...[1, 2, 3].map((_id) => ({ _id, s: 'x'.repeat(100) }))),
      { count: 'c' },
    ],
    expect: { n: 2 },
  },
  {
    name: 'size is rounded up to a multiple of 256',
    manual: 'tutorial/create-capped-collection/',
    run: [create({ capped: true, size: 1000 }), list],
    expect: { cursor: { firstBatch: [{ options: { capped: true, size: 1024 } }] } },
  },
  {
    name: 'collStats knows them',
    manual: 'reference/command/collStats/',
    run: [create({ capped: true, size: 512, max: 5 }), { collStats: 'c' }],
    expect: { capped: true, max: 5, maxSize: 512 },
  },
  {
    name: 'size is required',
    manual: 'reference/command/create/',
    run: [create({ capped: true })],
    expect: 72,
  },
  {
    name: 'documents can be deleted',
    manual: cappedPage,
    run: [
      create({ capped: true, size: 512 }),
      insert({ _id: 1 }),
      { delete: 'c', deletes: [{ q: {}, limit: 0 }] },
    ],
    expect: { n: 1 },
  },
  {
    name: 'a tailable cursor needs one',
    manual: 'core/tailable-cursors/',
    run: [insert({ _id: 1 }), { find: 'c', tailable: true }],
    expect: 2,
  },
  {
    name: 'awaitData needs tailable',
    manual: 'core/tailable-cursors/',
    run: [create({ capped: true, size: 512 }), { find: 'c', awaitData: true }],
    expect: 9,
  },
  {
    name: 'a collection that exists with other options is an error',
    manual: 'reference/command/create/',
    run: [create({}), create({ capped: true, size: 512 })],
    expect: 48,
  },
  {
    name: 'one that exists with the same options is none',
    manual: 'reference/command/create/',
    run: [create({ capped: true, size: 512 }), create({ capped: true, size: 512 })],
    expect: { ok: 1 },
  },
];

const collationPage = 'reference/collation/';
const collations: CommandCase[] = [
  {
    name: 'a collation of a collection is listed in full',
    manual: collationPage,
    run: [create({ collation: en2 }), list],
    expect: { cursor: { firstBatch: [{ options: { collation: full }, idIndex: { collation: full } }] } },
  },
  {
    name: 'it is the default of finds',
    manual: collationPage,
    run: [create({ collation: en2 }), insert({ _id: 1, s: 'A' }, { _id: 2, s: 'b' }), find({ s: 'a' })],
    expect: found({ _id: 1, s: 'A' }),
  },
  {
    name: 'an operation may ask for the simple one',
    manual: collationPage,
    run: [
      create({ collation: en2 }),
      insert({ _id: 1, s: 'A' }),
      find({ s: 'a' }, { collation: { locale: 'simple' } }),
    ],
    expect: found(),
  },
  {
    name: 'it is the default of sorts',
    manual: collationPage,
    run: [
      create({ collation: en2 }),
      insert({ _id: 1, s: 'b' }, { _id: 2, s: 'A' }, { _id: 3, s: 'C' }),
      { aggregate: 'c', pipeline: [{ $sort: { s: 1 } }, { $project: { s: 0 } }], cursor: {} },
    ],
    expect: found({ _id: 2 }, { _id: 1 }, { _id: 3 }),
  },
  {
    name: 'it is the default of updates',
    manual: collationPage,
    run: [create({ collation: en2 }), insert({ _id: 1, s: 'A' }), update({ s: 'a' }, { $set: { t: 1 } })],
    expect: { n: 1 },
  },
  {
    name: 'it is the default of deletes',
    manual: collationPage,
    run: [
      create({ collation: en2 }),
      insert({ _id: 1, s: 'A' }),
      { delete: 'c', deletes: [{ q: { s: 'a' }, limit: 1 }] },
    ],
    expect: { n: 1 },
  },
  {
    name: 'it is the default of distinct',
    manual: collationPage,
    run: [
      create({ collation: en2 }),
      insert({ _id: 1, s: 'A' }, { _id: 2, s: 'a' }),
      { distinct: 'c', key: 's' },
    ],
    expect: { values: ['A'] },
  },
  {
    name: 'it is the default of count',
    manual: collationPage,
    run: [create({ collation: en2 }), insert({ _id: 1, s: 'A' }), { count: 'c', query: { s: 'a' } }],
    expect: { n: 1 },
  },
  {
    name: '_id is unique under it',
    manual: collationPage,
    run: [create({ collation: en2 }), insert({ _id: 'a' }), insert({ _id: 'A' })],
    expect: failed(11000),
  },
  {
    name: 'indexes inherit it',
    manual: collationPage,
    run: [create({ collation: en2 }), index({ s: 1 }), { listIndexes: 'c' }],
    expect: found({ ...id, collation: full }, { v: 2, key: { s: 1 }, name: 'i', collation: full }),
  },
  {
    name: 'an index may have one of its own',
    manual: 'core/indexes/index-types/index-single/',
    run: [index({ s: 1 }, { collation: en2 }), { listIndexes: 'c' }],
    expect: found(id, { v: 2, key: { s: 1 }, name: 'i', collation: full }),
  },
  {
    name: 'a unique index takes strings for the same as its collation does',
    manual: 'core/index-unique/',
    run: [
      index({ s: 1 }, { unique: true, collation: en2 }),
      insert({ _id: 1, s: 'abc' }),
      insert({ _id: 2, s: 'ABC' }),
    ],
    expect: failed(11000, { keyPattern: { s: 1 } }),
  },
  {
    name: 'also beyond ASCII',
    manual: 'core/index-unique/',
    run: [
      index({ s: 1 }, { unique: true, collation: en2 }),
      insert({ _id: 1, s: 'Äpfel' }, { _id: 2, s: 'apfel' }),
      insert({ _id: 3, s: 'äpfel' }),
    ],
    expect: failed(11000),
  },
  {
    name: 'accents differ at strength 2',
    manual: collationPage,
    run: [
      index({ s: 1 }, { unique: true, collation: en2 }),
      insert({ _id: 1, s: 'cafe' }, { _id: 2, s: 'café' }),
    ],
    expect: { n: 2 },
  },
  {
    name: 'and are the same at strength 1',
    manual: collationPage,
    run: [
      index({ s: 1 }, { unique: true, collation: { locale: 'en', strength: 1 } }),
      insert({ _id: 1, s: 'cafe' }),
      insert({ _id: 2, s: 'CAFÉ' }),
    ],
    expect: failed(11000),
  },
  {
    name: 'a unique index is not built over what its collation takes for the same',
    manual: 'core/index-unique/',
    run: [insert({ _id: 1, s: 'a' }, { _id: 2, s: 'A' }), index({ s: 1 }, { unique: true, collation: en2 })],
    expect: 11000,
  },
  {
    name: 'a document may keep its value',
    manual: 'core/index-unique/',
    run: [
      index({ s: 1 }, { unique: true, collation: en2 }),
      insert({ _id: 1, s: 'é' }),
      update({ _id: 1 }, { $set: { s: 'É' } }),
    ],
    expect: { n: 1, nModified: 1 },
  },
  {
    name: 'the same key under another collation is another index',
    manual: 'reference/command/createIndexes/',
    run: [index({ s: 1 }), index({ s: 1 }, { collation: en2 }, 'other')],
    expect: { numIndexesBefore: 2, numIndexesAfter: 3 },
  },
  {
    name: 'under the same name it is a conflict',
    manual: 'reference/command/createIndexes/',
    run: [index({ s: 1 }), index({ s: 1 }, { collation: en2 })],
    expect: 86,
  },
  {
    name: 'queries without the collation do not use its index',
    manual: collationPage,
    run: [
      index({ s: 1 }, { collation: en2 }),
      insert({ _id: 1, s: 'A' }, { _id: 2, s: 'a' }),
      find({ s: 'a' }),
    ],
    expect: found({ _id: 2, s: 'a' }),
  },
  {
    name: 'a hint of it finds the same',
    manual: collationPage,
    run: [
      index({ s: 1 }, { collation: en2 }),
      insert({ _id: 1, s: 'É' }, { _id: 2, s: 'a' }),
      find({ s: { $gt: '' } }, { hint: 'i' }),
    ],
    expect: found({ _id: 1, s: 'É' }, { _id: 2, s: 'a' }),
  },
];

const outPage = 'reference/operator/aggregation/out/';
const out = (spec: unknown, ...after: Data[]): Data => ({
  aggregate: 'c',
  pipeline: [{ $match: { n: { $gt: 1 } } }, { $out: spec as Data }, ...after],
  cursor: {},
});
const numbers = insert({ _id: 1, n: 1 }, { _id: 2, n: 2 }, { _id: 3, n: 2 });
const results: CommandCase[] = [
  { name: '$out gives nothing', manual: outPage, run: [numbers, out('o')], expect: found() },
  {
    name: '$out replaces a collection',
    manual: outPage,
    run: [numbers, { insert: 'o', documents: [{ _id: 9 }] }, out('o'), { find: 'o' }],
    expect: found({ _id: 2, n: 2 }, { _id: 3, n: 2 }),
  },
  {
    name: 'and keeps its indexes',
    manual: outPage,
    run: [
      ...[numbers, { createIndexes: 'o', indexes: [{ key: { n: 1 }, name: 'i' }] }],
      ...[out('o'), { listIndexes: 'o' }],
    ],
    expect: found(id, { v: 2, key: { n: 1 }, name: 'i' }),
  },
  {
    name: '$out may replace what it reads, in the database it names',
    manual: outPage,
    run: [numbers, out({ db: 'cases', coll: 'c' }), { listCollections: 1, nameOnly: true }],
    expect: found({ name: 'c', type: 'collection' }),
  },
  { name: '$out comes last', manual: outPage, run: [numbers, out('o', { $limit: 1 })], expect: 40601 },
  {
    name: '$out does not write to a capped collection',
    manual: outPage,
    run: [numbers, { create: 'o', capped: true, size: 4096 }, out('o')],
    expect: 17152,
  },
];

const indexPage = 'core/indexes/index-types/';
const indexes: CommandCase[] = [
  {
    name: 'a text index lists weights and versions',
    manual: 'core/indexes/index-types/index-text/',
    run: [index({ n: 1, t: 'text', d: 'text' }, { weights: { t: 5 } }), { listIndexes: 'c' }],
    expect: found(id, {
      v: 2,
      key: { n: 1, _fts: 'text', _ftsx: 1 },
      name: 'i',
      weights: { d: 1, t: 5 },
      default_language: 'english',
      language_override: 'language',
      textIndexVersion: 3,
    }),
  },
  {
    name: 'a collection has one text index',
    manual: 'core/indexes/index-types/index-text/',
    run: [index({ t: 'text' }), index({ d: 'text' }, {}, 'other')],
    expect: 67,
  },
  {
    name: 'a text index refuses unknown languages',
    manual: 'core/indexes/index-types/index-text/specify-language-text-index/',
    run: [index({ t: 'text' }), insert({ _id: 1, t: 'x', language: 'klingon' })],
    expect: failed(17262),
  },
  {
    name: 'a text index of a collection with a collation must be simple',
    manual: 'core/indexes/index-types/index-text/text-index-restrictions/',
    run: [create({ collation: en2 }), index({ t: 'text' })],
    expect: 67,
  },
  {
    name: 'as it may say',
    manual: 'core/indexes/index-types/index-text/text-index-restrictions/',
    run: [create({ collation: en2 }), index({ t: 'text' }, { collation: { locale: 'simple' } })],
    expect: { numIndexesAfter: 2 },
  },
  {
    name: 'a 2dsphere index lists its version',
    manual: 'core/indexes/index-types/geospatial/2dsphere/',
    run: [index({ p: '2dsphere' }), { listIndexes: 'c' }],
    expect: found(id, { v: 2, key: { p: '2dsphere' }, name: 'i', '2dsphereIndexVersion': 3 }),
  },
  {
    name: 'a 2dsphere index takes points, pairs and documents without',
    manual: 'core/indexes/index-types/geospatial/2dsphere/',
    run: [
      index({ p: '2dsphere' }),
      insert({ _id: 1, p: { type: 'Point', coordinates: [1, 2] } }, { _id: 2, p: [1, 2] }, { _id: 3 }),
    ],
    expect: { n: 3 },
  },
  {
    name: 'and refuses what is no place',
    manual: 'core/indexes/index-types/geospatial/2dsphere/',
    run: [index({ p: '2dsphere' }), insert({ _id: 1, p: { type: 'Point', coordinates: [] } })],
    expect: failed(16755),
  },
  {
    name: 'and places off the globe',
    manual: 'reference/geojson/',
    run: [index({ p: '2dsphere' }), insert({ _id: 1, p: [181, 0] })],
    expect: failed(16755),
  },
  {
    name: 'and is not built over them',
    manual: 'core/indexes/index-types/geospatial/2dsphere/',
    run: [insert({ _id: 1, p: 'here' }), index({ p: '2dsphere' })],
    expect: 16755,
  },
  {
    name: 'a hashed index refuses arrays',
    manual: 'core/indexes/index-types/index-hashed/',
    run: [index({ h: 'hashed' }), insert({ _id: 1, h: [1] })],
    expect: failed(16766),
  },
  {
    name: 'a hashed index is not unique',
    manual: 'core/indexes/index-types/index-hashed/',
    run: [index({ h: 'hashed' }, { unique: true })],
    expect: 16764,
  },
  {
    name: 'a wildcard index is listed as it is',
    manual: 'core/indexes/index-types/index-wildcard/',
    run: [index({ 'w.$**': 1 }), { listIndexes: 'c' }],
    expect: found(id, { v: 2, key: { 'w.$**': 1 }, name: 'i' }),
  },
  {
    name: 'a wildcard index is not unique',
    manual: 'core/indexes/index-types/index-wildcard/reference/restrictions/',
    run: [index({ '$**': 1 }, { unique: true })],
    expect: 67,
  },
  {
    name: 'finds do not need them',
    manual: indexPage,
    run: [index({ h: 'hashed' }), insert({ _id: 1, h: 1 }, { _id: 2 }), find({ h: null })],
    expect: found({ _id: 2 }),
  },
  { name: 'an unknown kind is refused', manual: indexPage, run: [index({ h: 'magic' })], expect: 67 },
  {
    name: 'an equal index under another name is a conflict',
    manual: 'reference/command/createIndexes/',
    run: [index({ a: 1 }), index({ a: 1 }, {}, 'other')],
    expect: 85,
  },
  {
    name: 'other options under the same name are a conflict',
    manual: 'reference/command/createIndexes/',
    run: [index({ a: 1 }, { expireAfterSeconds: 5 }), index({ a: 1 }, { expireAfterSeconds: 6 })],
    expect: 85,
  },
];

const kinds: CommandCase[] = [
  {
    name: 'a clustered collection is in the order of _id',
    manual: 'core/clustered-collections/',
    run: [
      create({ clusteredIndex: { key: { _id: 1 }, unique: true, name: 'k' } }),
      insert({ _id: 3 }, { _id: 1 }, { _id: 2 }),
      { find: 'c' },
    ],
    expect: found({ _id: 1 }, { _id: 2 }, { _id: 3 }),
  },
  {
    name: 'and lists its index',
    manual: 'core/clustered-collections/',
    run: [create({ clusteredIndex: { key: { _id: 1 }, unique: true, name: 'k' } }), { listIndexes: 'c' }],
    expect: found({ v: 2, key: { _id: 1 }, name: 'k', unique: true, clustered: true }),
  },
  {
    name: 'and is unique',
    manual: 'core/clustered-collections/',
    run: [
      create({ clusteredIndex: { key: { _id: 1 }, unique: true } }),
      insert({ _id: 1 }),
      insert({ _id: 1 }),
    ],
    expect: failed(11000),
  },
  {
    name: 'only _id clusters',
    manual: 'reference/command/create/',
    run: [create({ clusteredIndex: { key: { a: 1 }, unique: true } })],
    expect: 197,
  },
  {
    name: 'a time series lists its options',
    manual: 'core/timeseries/timeseries-procedures/',
    run: [create({ timeseries: { timeField: 't', metaField: 'm' }, expireAfterSeconds: 9 }), list],
    expect: {
      cursor: {
        firstBatch: [
          {
            type: 'timeseries',
            options: {
              timeseries: {
                timeField: 't',
                metaField: 'm',
                granularity: 'seconds',
                bucketMaxSpanSeconds: 3600,
              },
              expireAfterSeconds: 9,
            },
          },
        ],
      },
    },
  },
  {
    name: 'a time series needs the time',
    manual: 'core/timeseries-collections/',
    run: [create({ timeseries: { timeField: 't' } }), insert({ _id: 1 })],
    expect: failed(2),
  },
  {
    name: 'the ids of a time series may repeat',
    manual: 'core/timeseries-collections/',
    run: [
      create({ timeseries: { timeField: 't' } }),
      insert({ _id: 1, t: date('2026-01-01T00:00:00Z') }, { _id: 1, t: date('2026-01-02T00:00:00Z') }),
      { count: 'c' },
    ],
    expect: { n: 2 },
  },
  {
    name: 'expireAfterSeconds is for time series and clustered collections',
    manual: 'reference/command/create/',
    run: [create({ expireAfterSeconds: 9 })],
    expect: 72,
  },
];

const viewPage = 'core/views/';
const view = { create: 'v', viewOn: 'c', pipeline: [{ $match: { n: { $gt: 1 } } }, { $set: { big: true } }] };
const data = insert({ _id: 1, n: 1 }, { _id: 2, n: 2 }, { _id: 3, n: 3 });
const views: CommandCase[] = [
  {
    name: 'a view finds what its stages leave',
    manual: viewPage,
    run: [data, view, { find: 'v', filter: { n: { $lt: 3 } } }],
    expect: found({ _id: 2, n: 2, big: true }),
  },
  {
    name: 'a view is sorted, cut and projected',
    manual: viewPage,
    run: [data, view, { find: 'v', sort: { n: -1 }, limit: 1, projection: { _id: 1 } }],
    expect: found({ _id: 3 }),
  },
  {
    name: 'a view is counted',
    manual: viewPage,
    run: [data, view, { count: 'v', query: { n: { $lt: 3 } } }],
    expect: { n: 1 },
  },
  {
    name: 'a view has distinct values',
    manual: viewPage,
    run: [data, view, { distinct: 'v', key: 'n' }],
    expect: { values: [2, 3] },
  },
  {
    name: 'a view is aggregated',
    manual: viewPage,
    run: [
      data,
      view,
      { aggregate: 'v', pipeline: [{ $group: { _id: null, sum: { $sum: '$n' } } }], cursor: {} },
    ],
    expect: found({ _id: null, sum: 5 }),
  },
  {
    name: 'a view is joined',
    manual: 'core/views/join-collections-with-view/',
    run: [
      data,
      view,
      {
        aggregate: 'c',
        pipeline: [
          { $match: { _id: 2 } },
          { $lookup: { from: 'v', localField: '_id', foreignField: '_id', as: 'v' } },
        ],
        cursor: {},
      },
    ],
    expect: found({ _id: 2, n: 2, v: [{ _id: 2, n: 2, big: true }] }),
  },
  {
    name: 'a view may stand on a view',
    manual: viewPage,
    run: [data, view, { create: 'w', viewOn: 'v', pipeline: [{ $match: { n: 3 } }] }, { count: 'w' }],
    expect: { n: 1 },
  },
  {
    name: 'a view takes no inserts',
    manual: viewPage,
    run: [view, { insert: 'v', documents: [{ _id: 1 }] }],
    expect: { n: 0, writeErrors: [{ code: 166 }] },
  },
  {
    name: 'a view takes no indexes',
    manual: viewPage,
    run: [view, { createIndexes: 'v', indexes: [{ key: { a: 1 }, name: 'i' }] }],
    expect: 166,
  },
  {
    name: 'a view is listed',
    manual: 'reference/command/listCollections/',
    run: [view, { listCollections: 1, filter: { name: 'v' } }],
    expect: {
      cursor: {
        firstBatch: [
          {
            name: 'v',
            type: 'view',
            options: { viewOn: 'c', pipeline: view.pipeline },
            info: { readOnly: true },
          },
        ],
      },
    },
  },
  {
    name: 'and stands in system.views',
    manual: viewPage,
    run: [view, { find: 'system.views', projection: { _id: 0, viewOn: 1 } }],
    expect: found({ viewOn: 'c' }),
  },
  {
    name: 'and is dropped',
    manual: viewPage,
    run: [view, { drop: 'v' }, { find: 'system.views' }],
    expect: found(),
  },
  {
    name: 'a view has no indexes to drop',
    manual: viewPage,
    run: [view, { dropIndexes: 'v', index: '*' }],
    expect: 166,
  },
  {
    name: 'collMod changes a view',
    manual: 'reference/command/collMod/',
    run: [data, view, { collMod: 'v', viewOn: 'c', pipeline: [] }, { count: 'v' }],
    expect: { n: 3 },
  },
];

const odds: CommandCase[] = [
  {
    name: 'an aggregate with explain is explained',
    manual: 'reference/command/aggregate/',
    run: [insert({ _id: 1 }), { aggregate: 'c', pipeline: [{ $match: { _id: 1 } }], explain: true }],
    expect: { queryPlanner: { winningPlan: { stage: 'FETCH' } } },
  },
  {
    name: 'an aggregate needs a cursor otherwise',
    manual: 'reference/command/aggregate/',
    run: [{ aggregate: 'c', pipeline: [] }],
    expect: 9,
  },
  {
    name: 'a path of an index has no part with a dollar sign',
    manual: 'reference/command/createIndexes/',
    run: [index({ 'map.$*.n': 1 })],
    expect: 67,
  },
  {
    name: 'but parts of a reference',
    manual: 'reference/database-references/',
    run: [index({ 'posts.$id': 1 })],
    expect: { numIndexesAfter: 2 },
  },
  {
    name: 'linearizable reads need a replica set',
    manual: 'reference/read-concern-linearizable/',
    run: [{ find: 'c', readConcern: { level: 'linearizable' } }],
    expect: 123,
  },
  {
    name: 'search indexes need Atlas',
    manual: 'reference/command/createSearchIndexes/',
    run: [{ createSearchIndexes: 'c', indexes: [{ definition: {} }] }],
    expect: 31082,
  },
  {
    name: 'a 2dsphere index takes a line',
    manual: 'core/indexes/index-types/geospatial/2dsphere/',
    run: [
      index({ p: '2dsphere' }),
      insert({
        _id: 1,
        p: {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [1, 1],
          ],
        },
      }),
    ],
    expect: { n: 1 },
  },
  {
    name: 'a 2dsphere index refuses a line of one place',
    manual: 'core/indexes/index-types/geospatial/2dsphere/',
    run: [
      index({ p: '2dsphere' }),
      insert({
        _id: 1,
        p: {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [0, 0],
          ],
        },
      }),
    ],
    expect: failed(16755),
  },
  {
    name: 'a 2d index takes pairs within its bounds',
    manual: 'core/indexes/index-types/geospatial/2d/',
    run: [index({ p: '2d' }, { min: 0, max: 10 }), insert({ _id: 1, p: [5, 5] })],
    expect: { n: 1 },
  },
  {
    name: 'a 2d index refuses pairs outside its bounds',
    manual: 'core/indexes/index-types/geospatial/2d/',
    run: [index({ p: '2d' }, { min: 0, max: 10 }), insert({ _id: 1, p: [5, 11] })],
    expect: failed(13027),
  },
  {
    name: 'an index is dropped by its keys',
    manual: 'reference/command/dropIndexes/',
    run: [index({ a: 1 }), { dropIndexes: 'c', index: { a: 1 } }],
    expect: { nIndexesWas: 2 },
  },
  {
    name: 'a database tells how much it holds',
    manual: 'reference/command/dbStats/',
    run: [insert({ _id: 1 }, { _id: 2 }), { create: 'v', viewOn: 'c' }, { dbStats: 1 }],
    expect: { db: 'test', views: 1 },
  },
  {
    name: 'a server without users has nobody signed in',
    manual: 'reference/command/connectionStatus/',
    run: [{ connectionStatus: 1 }],
    expect: { authInfo: { authenticatedUsers: [] } },
  },
  ...['serverStatus', 'hostInfo', 'whatsmyuri', 'buildInfo'].map((command) => ({
    name: `the server answers ${command}`,
    manual: `reference/command/${command}/`,
    run: [{ [command]: 1 }],
    expect: { ok: 1 },
  })),
  {
    name: 'a TTL index takes another time',
    manual: 'reference/command/collMod/',
    run: [
      index({ d: 1 }, { expireAfterSeconds: 60 }),
      { collMod: 'c', index: { keyPattern: { d: 1 }, expireAfterSeconds: 30, hidden: true } },
    ],
    expect: { expireAfterSeconds_old: 60, expireAfterSeconds_new: 30, hidden_old: false, hidden_new: true },
  },
  {
    name: 'the type of a field of a command is told where it is wrong',
    manual: 'reference/command/find/',
    run: [find({}, { projection: 1 })],
    expect: 14,
  },
];

/** What the options of collections and indexes do, by topic. */
export const commandTopics: Record<string, CommandCase[]> = {
  ...{ validators, 'capped collections': capped, collations, 'kinds of indexes': indexes, results },
  ...{ 'clustered and time series': kinds, views, 'odds and ends': odds },
};
