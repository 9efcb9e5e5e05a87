import { aggregates, type Case, date, double, long } from './case.js';

const page = (name: string) => `reference/operator/aggregation/${name}/`;
const sales = [
  { _id: 1, item: 'abc', price: 10, quantity: 2 },
  { _id: 2, item: 'jkl', price: 20, quantity: 1 },
  { _id: 3, item: 'abc', price: 10, quantity: 5 },
];
const sizes = [
  { _id: 1, sizes: ['S', 'M'] },
  { _id: 2, sizes: [] },
  { _id: 3, sizes: 'L' },
  { _id: 4 },
  { _id: 5, sizes: null },
];
const orders = [
  { _id: 1, item: 'almonds', quantity: 2 },
  { _id: 2, item: 'pecans', quantity: 1 },
  { _id: 3 },
];
const others = {
  inventory: [
    { _id: 1, sku: 'almonds', stock: 120 },
    { _id: 2, sku: 'bread', stock: 80 },
    { _id: 3, sku: null },
    { _id: 4 },
  ],
};
const byId = { $sort: { _id: 1 } };

export const stages: Case[] = [
  aggregates(
    page('group'),
    '$group with $sum and $avg',
    sales,
    [
      {
        $group: {
          _id: '$item',
          total: { $sum: { $multiply: ['$price', '$quantity'] } },
          mean: { $avg: '$quantity' },
        },
      },
      byId,
    ],
    [
      { _id: 'abc', total: 70, mean: double(3.5) },
      { _id: 'jkl', total: 20, mean: double(1) },
    ],
  ),
  aggregates(
    page('group'),
    '$group of all',
    sales,
    [{ $group: { _id: null, n: { $sum: 1 } } }],
    [{ _id: null, n: 3 }],
  ),
  aggregates(
    page('group'),
    '$group of nothing gives nothing',
    [],
    [{ $group: { _id: null, n: { $sum: 1 } } }],
    [],
  ),
  aggregates(
    page('group'),
    'missing and null are one group',
    [{ _id: 1 }, { _id: 2, a: null }],
    [{ $group: { _id: '$a', n: { $sum: 1 } } }],
    [{ _id: null, n: 2 }],
  ),
  aggregates(
    page('group'),
    'equal numbers are one group',
    [
      { _id: 1, a: 1 },
      { _id: 2, a: double(1) },
      { _id: 3, a: long(1) },
    ],
    [{ $group: { _id: '$a', n: { $sum: 1 } } }, { $project: { _id: 0, n: 1 } }],
    [{ n: 3 }],
  ),
  aggregates(
    page('group'),
    '$group by a document',
    sales,
    [{ $group: { _id: { i: '$item', p: '$price' }, n: { $count: {} } } }, byId],
    [
      { _id: { i: 'abc', p: 10 }, n: 2 },
      { _id: { i: 'jkl', p: 20 }, n: 1 },
    ],
  ),
  aggregates(
    page('push'),
    '$push leaves out missing values',
    [{ _id: 1, a: 1 }, { _id: 2 }, { _id: 3, a: null }],
    [byId, { $group: { _id: null, v: { $push: '$a' } } }],
    [{ _id: null, v: [1, null] }],
  ),
  aggregates(
    page('push'),
    '$push of documents',
    sales,
    [byId, { $group: { _id: '$item', v: { $push: { q: '$quantity' } } } }, byId],
    [
      { _id: 'abc', v: [{ q: 2 }, { q: 5 }] },
      { _id: 'jkl', v: [{ q: 1 }] },
    ],
  ),
  aggregates(
    page('addToSet'),
    '$addToSet has no repeats',
    [
      { _id: 1, a: 1 },
      { _id: 2, a: 1 },
    ],
    [{ $group: { _id: null, v: { $addToSet: '$a' } } }],
    [{ _id: null, v: [1] }],
  ),
  aggregates(
    page('first'),
    '$first and $last of sorted documents',
    sales,
    [byId, { $group: { _id: null, f: { $first: '$quantity' }, l: { $last: '$item' } } }],
    [{ _id: null, f: 2, l: 'abc' }],
  ),
  aggregates(
    page('min'),
    '$min and $max leave out null and missing',
    [{ _id: 1, a: 5 }, { _id: 2, a: null }, { _id: 3 }, { _id: 4, a: 2 }],
    [{ $group: { _id: null, x: { $min: '$a' }, y: { $max: '$a' } } }],
    [{ _id: null, x: 2, y: 5 }],
  ),
  aggregates(
    page('sum'),
    '$sum leaves out what is no number',
    [{ _id: 1, a: 5 }, { _id: 2, a: 'x' }, { _id: 3 }],
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ _id: null, n: 5 }],
  ),
  aggregates(
    page('sum'),
    '$sum of no numbers is 0',
    [{ _id: 1, a: 'x' }],
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ _id: null, n: 0 }],
  ),
  aggregates(
    page('avg'),
    '$avg of no numbers is null',
    [{ _id: 1, a: 'x' }],
    [{ $group: { _id: null, n: { $avg: '$a' } } }],
    [{ _id: null, n: null }],
  ),
  aggregates(
    page('mergeObjects'),
    '$mergeObjects as an accumulator',
    [
      { _id: 1, a: { x: 1 } },
      { _id: 2, a: { y: 2 } },
    ],
    [byId, { $group: { _id: null, v: { $mergeObjects: '$a' } } }],
    [{ _id: null, v: { x: 1, y: 2 } }],
  ),
  aggregates(page('group'), '$group without _id', sales, [{ $group: { n: { $sum: 1 } } }], 15955),
  aggregates(
    page('group'),
    'an unknown accumulator',
    sales,
    [{ $group: { _id: null, n: { $foo: 1 } } }],
    15952,
  ),
  aggregates(
    page('group'),
    'a field that is no accumulator',
    sales,
    [{ $group: { _id: null, n: 5 } }],
    40234,
  ),
  aggregates(
    page('match'),
    '$match',
    sales,
    [{ $match: { price: { $gt: 15 } } }, { $project: { _id: 1 } }],
    [{ _id: 2 }],
  ),
  aggregates(
    page('sort'),
    '$sort, $skip, $limit',
    sales,
    [{ $sort: { _id: -1 } }, { $skip: 1 }, { $limit: 1 }, { $project: { _id: 1 } }],
    [{ _id: 2 }],
  ),
  aggregates(
    page('limit'),
    '$limit before $skip',
    sales,
    [byId, { $limit: 2 }, { $skip: 1 }, { $project: { _id: 1 } }],
    [{ _id: 2 }],
  ),
  aggregates(page('limit'), '$limit 0', sales, [{ $limit: 0 }], 15958),
  aggregates(page('sort'), '$sort by nothing', sales, [{ $sort: {} }], 15976),
  aggregates(
    page('project'),
    '$project adds after what it keeps',
    [{ _id: 1, a: 1, b: 2 }],
    [{ $project: { s: { $add: ['$a', '$b'] }, b: 1 } }],
    [{ _id: 1, b: 2, s: 3 }],
  ),
  aggregates(
    page('project'),
    '$project of literals',
    [{ _id: 1 }],
    [{ $project: { x: { $literal: 1 }, y: 'text' } }],
    [{ _id: 1, x: 1, y: 'text' }],
  ),
  aggregates(
    page('project'),
    '$project computes a field in each element of an array, also of one that is no document',
    [{ _id: 1, a: [{ b: 1, c: 1 }, { c: 2 }, 3] }],
    [{ $project: { 'a.b': { $literal: 5 }, 'a.c': 1 } }],
    [{ _id: 1, a: [{ c: 1, b: 5 }, { c: 2, b: 5 }, { b: 5 }] }],
  ),
  aggregates(
    page('project'),
    '$project leaves a document in whose fields it computes at its place',
    [{ _id: 1, a: { b: 1 }, c: 2 }],
    [{ $project: { c: 1, 'a.d': '$a.b' } }],
    [{ _id: 1, a: { d: 1 }, c: 2 }],
  ),
  aggregates(page('project'), '$project of nothing', sales, [{ $project: {} }], 51272),
  aggregates(
    page('project'),
    '$project with a new array',
    [{ _id: 1, x: 1, y: 2 }],
    [{ $project: { _id: 0, v: ['$x', '$y', '$z'] } }],
    [{ v: [1, 2, null] }],
  ),
  aggregates(
    page('addFields'),
    '$addFields keeps places and adds at the end',
    [{ _id: 1, a: 1, b: 2 }],
    [{ $addFields: { c: '$b', a: 9 } }],
    [{ _id: 1, a: 9, b: 2, c: 2 }],
  ),
  aggregates(
    page('addFields'),
    '$addFields in a document',
    [{ _id: 1, a: { x: 1 } }],
    [{ $addFields: { 'a.y': 2 } }],
    [{ _id: 1, a: { x: 1, y: 2 } }],
  ),
  aggregates(
    page('addFields'),
    '$addFields in each document of an array',
    [{ _id: 1, a: [{ x: 1 }, { x: 2 }] }],
    [{ $addFields: { 'a.y': 0 } }],
    [
      {
        _id: 1,
        a: [
          { x: 1, y: 0 },
          { x: 2, y: 0 },
        ],
      },
    ],
  ),
  aggregates(
    page('set'),
    '$set with $$REMOVE',
    [{ _id: 1, a: 1 }],
    [{ $set: { a: '$$REMOVE' } }],
    [{ _id: 1 }],
  ),
  aggregates(
    page('unset'),
    '$unset of several',
    [{ _id: 1, a: 1, b: { c: 1, d: 2 } }],
    [{ $unset: ['a', 'b.c'] }],
    [{ _id: 1, b: { d: 2 } }],
  ),
  aggregates(
    page('replaceRoot'),
    '$replaceRoot',
    [{ _id: 1, a: { x: 1 } }],
    [{ $replaceRoot: { newRoot: '$a' } }],
    [{ x: 1 }],
  ),
  aggregates(
    page('replaceRoot'),
    '$replaceRoot by no document',
    [{ _id: 1, a: 5 }],
    [{ $replaceRoot: { newRoot: '$a' } }],
    40228,
  ),
  aggregates(
    page('unwind'),
    '$unwind',
    sizes,
    [byId, { $unwind: '$sizes' }],
    [
      { _id: 1, sizes: 'S' },
      { _id: 1, sizes: 'M' },
      { _id: 3, sizes: 'L' },
    ],
  ),
  aggregates(
    page('unwind'),
    '$unwind that keeps empty ones',
    sizes,
    [byId, { $unwind: { path: '$sizes', preserveNullAndEmptyArrays: true } }],
    [
      { _id: 1, sizes: 'S' },
      { _id: 1, sizes: 'M' },
      { _id: 2 },
      { _id: 3, sizes: 'L' },
      { _id: 4 },
      { _id: 5, sizes: null },
    ],
  ),
  aggregates(
    page('unwind'),
    '$unwind with the index',
    sizes,
    [byId, { $unwind: { path: '$sizes', includeArrayIndex: 'i' } }],
    [
      { _id: 1, sizes: 'S', i: long(0) },
      { _id: 1, sizes: 'M', i: long(1) },
      { _id: 3, sizes: 'L', i: null },
    ],
  ),
  aggregates(page('unwind'), '$unwind without a dollar sign', sizes, [{ $unwind: 'sizes' }], 28818),
  aggregates(
    page('lookup'),
    '$lookup by equality',
    orders,
    [byId, { $lookup: { from: 'inventory', localField: 'item', foreignField: 'sku', as: 'docs' } }],
    [
      { ...orders[0], docs: [{ _id: 1, sku: 'almonds', stock: 120 }] },
      { ...orders[1], docs: [] },
      { _id: 3, docs: [{ _id: 3, sku: null }, { _id: 4 }] },
    ],
    { others },
  ),
  aggregates(
    page('lookup'),
    '$lookup with an array',
    [{ _id: 1, items: ['almonds', 'bread'] }],
    [
      {
        $lookup: {
          from: 'inventory',
          localField: 'items',
          foreignField: 'sku',
          pipeline: [{ $project: { _id: 1 } }, byId],
          as: 'docs',
        },
      },
    ],
    [{ _id: 1, items: ['almonds', 'bread'], docs: [{ _id: 1 }, { _id: 2 }] }],
    { others },
  ),
  aggregates(
    page('lookup'),
    '$lookup with a pipeline and variables',
    orders.slice(0, 1),
    [
      {
        $lookup: {
          from: 'inventory',
          let: { i: '$item', q: '$quantity' },
          pipeline: [
            { $match: { $expr: { $and: [{ $eq: ['$sku', '$$i'] }, { $gte: ['$stock', '$$q'] }] } } },
            { $project: { _id: 0, stock: 1 } },
          ],
          as: 'docs',
        },
      },
    ],
    [{ ...orders[0], docs: [{ stock: 120 }] }],
    { others },
  ),
  aggregates(
    page('lookup'),
    '$lookup with fields and a pipeline',
    orders.slice(0, 2),
    [
      byId,
      {
        $lookup: {
          from: 'inventory',
          localField: 'item',
          foreignField: 'sku',
          let: { q: '$quantity' },
          pipeline: [
            { $match: { $expr: { $lt: ['$$q', '$stock'] } } },
            { $set: { q: '$$q' } },
            { $unset: '_id' },
          ],
          as: 'docs',
        },
      },
    ],
    [
      { ...orders[0], docs: [{ sku: 'almonds', stock: 120, q: 2 }] },
      { ...orders[1], docs: [] },
    ],
    { others },
  ),
  aggregates(
    page('lookup'),
    '$lookup without a collection',
    orders,
    [{ $lookup: { localField: 'a', foreignField: 'b', as: 'c' } }],
    9,
  ),
  aggregates(
    page('facet'),
    '$facet',
    sales,
    [
      {
        $facet: {
          count: [{ $count: 'n' }],
          dear: [{ $match: { price: { $gt: 15 } } }, { $project: { _id: 1 } }],
        },
      },
    ],
    [{ count: [{ n: 3 }], dear: [{ _id: 2 }] }],
  ),
  aggregates(
    page('facet'),
    '$facet of nothing',
    [],
    [{ $facet: { count: [{ $count: 'n' }] } }],
    [{ count: [] }],
  ),
  aggregates(
    page('facet'),
    '$facet within $facet',
    sales,
    [{ $facet: { a: [{ $facet: { b: [] } }] } }],
    40600,
  ),
  aggregates(page('count'), '$count', sales, [{ $match: { item: 'abc' } }, { $count: 'n' }], [{ n: 2 }]),
  aggregates(
    page('count'),
    '$count of nothing gives nothing',
    sales,
    [{ $match: { item: 'x' } }, { $count: 'n' }],
    [],
  ),
  aggregates(
    page('sample'),
    '$sample of more than there are',
    sales,
    [{ $sample: { size: 9 } }, { $sort: { _id: 1 } }, { $project: { _id: 1 } }],
    [{ _id: 1 }, { _id: 2 }, { _id: 3 }],
  ),
  aggregates('reference/operator/aggregation-pipeline/', 'an unknown stage', sales, [{ $foo: {} }], 40324),
  aggregates(
    'reference/operator/aggregation-pipeline/',
    'a stage of two fields',
    sales,
    [{ $match: {}, $limit: 1 }],
    40323,
  ),
  aggregates(
    page('group'),
    '$group by parts of a date',
    [
      { _id: 1, d: date('2014-03-01T08:00:00Z'), n: 2 },
      { _id: 2, d: date('2014-03-01T09:00:00Z'), n: 3 },
    ],
    [{ $group: { _id: { $dateToString: { format: '%Y-%m-%d', date: '$d' } }, n: { $sum: '$n' } } }],
    [{ _id: '2014-03-01', n: 5 }],
  ),
];
