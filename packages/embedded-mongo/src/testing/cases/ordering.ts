import { Binary, BSONRegExp } from 'bson';
import { type Case, type Data, date, double, id, long, withA } from './case.js';

const order = 'reference/bson-type-comparison-order/';
const sortPage = 'reference/method/cursor.sort/';
const byType: unknown[] = [
  null,
  double(NaN),
  -1,
  'a',
  { x: 1 },
  new Binary(Buffer.from('b')),
  id('1'),
  false,
  true,
  date('2020-01-01'),
  new BSONRegExp('a', ''),
];

/** The values of `a` in their sorted order; the case stores them in another order. */
const sorts = (name: string, values: unknown[], sort: Data = { a: 1, _id: 1 }, manual = order): Case => {
  const docs = withA(values);
  const mixed = [...docs.filter((_, i) => i % 2 === 1), ...docs.filter((_, i) => i % 2 === 0).reverse()];
  return { name, manual, docs: mixed, run: { find: {}, sort }, expect: docs };
};

export const ordering: Case[] = [
  sorts('all types, ascending', byType),
  sorts('all types, descending', [...byType].reverse(), { a: -1 }),
  sorts('numbers of all types by value', [
    double(-Infinity),
    long(-5),
    double(-1.5),
    0,
    double(0.5),
    1,
    double(1.5),
    long(2),
    1000,
    double(Infinity),
  ]),
  sorts('longs that no double can tell apart', [
    long('9007199254740992'),
    long('9007199254740993'),
    long('9007199254740994'),
  ]),
  sorts('missing sorts as null', [undefined, null, 1]),
  sorts('missing and null are equal', [null, undefined, null, 1]),
  sorts('strings by UTF-8 bytes, not UTF-16', ['Z', 'a', '\u00e9', '\uff5e', '\u{1f600}']),
  sorts('a prefix comes first', ['', 'a', 'a\u0000', 'aa', 'ab']),
  sorts('objects: type of the first field, name, value', [
    {},
    { a: 1 },
    { b: 0 },
    { b: 0, c: 1 },
    { a: 'x' },
  ]),
  sorts('an empty array comes before null', [[], null, 1], { a: 1 }, sortPage),
  sorts('an array sorts by its least element', [[9, 0], 1, [2, 3]], { a: 1 }, sortPage),
  sorts('descending, by its greatest element', [[9, 0], [3, 2], 1], { a: -1 }, sortPage),
  sorts('an array of mixed types', [[null, 5], ['x', 1], 'a'], { a: 1 }, sortPage),
  sorts('binary by length, then subtype, then bytes', [
    new Binary(Buffer.from([9])),
    new Binary(Buffer.from([9]), 5),
    new Binary(Buffer.from([1, 0])),
    new Binary(Buffer.from([1, 1])),
  ]),
  sorts('dates before the epoch', [date('1960-01-01'), date('1970-01-01'), date('2020-01-01')]),
  sorts('regular expressions by pattern, then options', [
    new BSONRegExp('a', ''),
    new BSONRegExp('a', 'i'),
    new BSONRegExp('b', ''),
  ]),
  {
    name: 'compound, mixed directions',
    manual: sortPage,
    docs: [
      { _id: 1, a: 1, b: 1 },
      { _id: 2, a: 1, b: 2 },
      { _id: 3, a: 0, b: 9 },
    ],
    run: { find: {}, sort: { a: 1, b: -1 }, projection: { _id: 1 } },
    expect: [{ _id: 3 }, { _id: 2 }, { _id: 1 }],
  },
  {
    name: 'by a field below an array of documents',
    manual: sortPage,
    docs: [
      { _id: 1, a: [{ b: 5 }, { b: 1 }] },
      { _id: 2, a: [{ b: 2 }] },
    ],
    run: { find: {}, sort: { 'a.b': 1 }, projection: { _id: 1 } },
    expect: [{ _id: 1 }, { _id: 2 }],
  },
  {
    name: 'skip and limit after the sort',
    manual: sortPage,
    docs: [{ _id: 3 }, { _id: 1 }, { _id: 2 }],
    run: { find: {}, sort: { _id: 1 }, skip: 1, limit: 1 },
    expect: [{ _id: 2 }],
  },
  {
    name: 'parallel arrays cannot be sorted by',
    manual: sortPage,
    docs: [{ _id: 1, a: [1, 2], b: [3, 4] }],
    run: { find: {}, sort: { a: 1, b: 1 } },
    error: 2,
  },
];
