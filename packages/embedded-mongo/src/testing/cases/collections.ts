import type { Data } from './case.js';

/** Commands on an empty database. The last one has a documented result: fields of its reply, or an error code. */
export interface CommandCase {
  name: string;
  /** Page of the manual (below docs/manual/). */
  manual: string;
  run: Data[];
  expect: Data | number;
}

const insert = (...documents: Data[]): Data => ({ insert: 'c', documents });
const find = (filter: Data = {}, more: Data = {}): Data => ({ find: 'c', filter, sort: { _id: 1 }, ...more });
const index = (key: Data, more: Data = {}, name = 'i'): Data => ({
  createIndexes: 'c',
  indexes: [{ key, name, ...more }],
});
const update = (u: Data, more: Data = {}): Data => ({
  update: 'c',
  updates: [{ q: { _id: 1 }, u, ...more }],
});
const create = (options: Data): Data => ({ create: 'c', ...options });
const aggregate = (stage: Data): Data => ({ aggregate: 'c', pipeline: [stage], cursor: {} });

const indexPage = 'core/indexes/index-types/';
const indexes: CommandCase[] = [
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

const en2 = { locale: 'en', strength: 2 };
/** MongoDB features that this server rejects by name, with their pages of the manual. */
const missing: Record<string, [manual: string, command: Data]> = {
  'a validator': ['core/schema-validation/', create({ validator: { n: 1 } })],
  'a JSON schema': ['reference/operator/query/jsonSchema/', find({ $jsonSchema: { required: ['n'] } })],
  'a capped collection': ['core/capped-collections/', create({ capped: true, size: 4096 })],
  'a tailable cursor': ['core/tailable-cursors/', find({}, { tailable: true })],
  'a time series': ['core/timeseries-collections/', create({ timeseries: { timeField: 't' } })],
  'a clustered collection': [
    'core/clustered-collections/',
    create({ clusteredIndex: { key: { _id: 1 }, unique: true } }),
  ],
  'a view': ['core/views/', create({ viewOn: 'd', pipeline: [] })],
  'a collation of a collection': ['reference/collation/', create({ collation: en2 })],
  'a collation of an index': ['reference/collation/', index({ s: 1 }, { collation: en2 })],
  'a collation of a find': ['reference/collation/', find({}, { collation: en2 })],
  'a hidden index': ['core/index-hidden/', index({ s: 1 }, { hidden: true })],
  'array filters': [
    'reference/operator/update/positional-filtered/',
    update({ $set: { 'a.$[x]': 1 } }, { arrayFilters: [{ x: 1 }] }),
  ],
  'a positional projection': [
    'reference/operator/projection/positional/',
    find({ a: 1 }, { projection: { 'a.$': 1 } }),
  ],
  'a projection by $elemMatch': [
    'reference/operator/projection/elemMatch/',
    find({}, { projection: { a: { $elemMatch: { x: 1 } } } }),
  ],
  'empty arrays kept by $unwind': [
    'reference/operator/aggregation/unwind/',
    aggregate({ $unwind: { path: '$a', preserveNullAndEmptyArrays: true } }),
  ],
  'a limit of $filter': [
    'reference/operator/aggregation/filter/',
    aggregate({ $project: { v: { $filter: { input: '$a', cond: true, limit: 1 } } } }),
  ],
  'a $push that sorts': [
    'reference/operator/update/push/',
    update({ $push: { a: { $each: [1], $sort: 1 } } }),
  ],
  'a pattern without case': ['reference/operator/query/regex/', find({ s: /^a/i })],
  'a pattern with a wildcard': ['reference/operator/query/regex/', find({ s: /a.*b/ })],
  'a text index': ['core/indexes/index-types/index-text/', index({ s: 'text' })],
  'a 2dsphere index': ['core/indexes/index-types/geospatial/2dsphere/', index({ p: '2dsphere' })],
  'a 2d index': ['core/indexes/index-types/geospatial/2d/', index({ p: '2d' })],
  'a hashed index': ['core/indexes/index-types/index-hashed/', index({ h: 'hashed' })],
  'a wildcard index': ['core/indexes/index-types/index-wildcard/', index({ 'w.$**': 1 })],
  ...Object.fromEntries(
    ['bitsAllSet', 'bitsAllClear', 'bitsAnySet', 'bitsAnyClear'].map((name) => [
      `$${name}`,
      [`reference/operator/query/${name}/`, find({ n: { [`$${name}`]: 1 } })],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries({
      out: 'o',
      graphLookup: {},
      bucket: {},
      bucketAuto: {},
      sortByCount: '$n',
      unionWith: 'o',
      documents: [],
    }).map(([name, spec]) => [
      `$${name}`,
      [`reference/operator/aggregation/${name}/`, aggregate({ [`$${name}`]: spec })],
    ]),
  ),
  ...Object.fromEntries(
    ['stdDevPop', 'stdDevSamp', 'firstN', 'lastN', 'minN', 'maxN', 'top', 'topN', 'bottom', 'bottomN'].map(
      (name) => [
        `$${name} in $group`,
        [
          `reference/operator/aggregation/${name}/`,
          aggregate({ $group: { _id: null, v: { [`$${name}`]: {} } } }),
        ],
      ],
    ),
  ),
  ...Object.fromEntries(
    ['exp', 'ln', 'log', 'log10', 'setField', 'unsetField', 'isoWeek', 'isoWeekYear', 'isoDayOfWeek'].map(
      (name) => [
        `$${name}`,
        [`reference/operator/aggregation/${name}/`, aggregate({ $project: { v: { [`$${name}`]: '$n' } } })],
      ],
    ),
  ),
  'a class of letters of PCRE': [
    'reference/operator/query/regex/',
    find({ s: { $regex: '^[[:alpha:]]+$' } }),
  ],
  'a literal of PCRE': ['reference/operator/query/regex/', find({ s: { $regex: '\\Qa.b\\E' } })],
};
const refused = Object.entries(missing).map(([name, [manual, command]]): CommandCase => ({
  name,
  manual,
  run: [insert({ _id: 1 }), command],
  expect: 238,
}));

const odds: CommandCase[] = [
  ...['collMod', 'renameCollection', 'collStats', 'shutdown'].map((name) => ({
    name: `the command ${name} is unknown`,
    manual: `reference/command/${name}/`,
    run: [{ [name]: 'c' }],
    expect: 59,
  })),
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
    name: 'an index is dropped by its keys',
    manual: 'reference/command/dropIndexes/',
    run: [index({ a: 1 }), { dropIndexes: 'c', index: { a: 1 } }],
    expect: { nIndexesWas: 2 },
  },
  {
    name: 'a collection tells how much it holds',
    manual: 'reference/operator/aggregation/collStats/',
    run: [
      insert({ _id: 1 }, { _id: 2 }),
      { aggregate: 'c', pipeline: [{ $collStats: { storageStats: {} } }], cursor: {} },
    ],
    expect: { cursor: { firstBatch: [{ storageStats: { count: 2, nindexes: 1 } }] } },
  },
  ...(
    [
      ['after another stage', [{ $match: {} }, { $collStats: { storageStats: {} } }], 40602],
      ['with times', [{ $collStats: { latencyStats: {} } }], 238],
    ] as const
  ).map(([what, pipeline, expected]) => ({
    name: `$collStats ${what}`,
    manual: 'reference/operator/aggregation/collStats/',
    run: [{ aggregate: 'c', pipeline, cursor: {} }],
    expect: expected,
  })),
  {
    name: 'the server tells its version',
    manual: 'reference/command/buildInfo/',
    run: [{ buildInfo: 1 }],
    expect: { ok: 1 },
  },
  {
    name: 'the type of a field of a command is told where it is wrong',
    manual: 'reference/command/find/',
    run: [find({}, { projection: 1 })],
    expect: 14,
  },
];

/** The options of collections and indexes, by topic. */
export const commandTopics: Record<string, CommandCase[]> = {
  ...{ 'what is refused': refused, 'index options': indexes, 'odds and ends': odds },
};
