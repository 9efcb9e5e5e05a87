import { type Case, type Data, date, double, evaluates, long } from './case.js';

const is = (name: string, what: string, expression: unknown, value: unknown, doc: Data = {}): Case =>
  evaluates(
    `reference/operator/aggregation/${name}/`,
    `$${name}: ${what}`,
    doc,
    { [`$${name}`]: expression },
    { is: value },
  );
const missing = (name: string, what: string, expression: unknown, doc: Data = {}): Case =>
  evaluates(
    `reference/operator/aggregation/${name}/`,
    `$${name}: ${what}`,
    doc,
    { [`$${name}`]: expression },
    { missing: true },
  );
const fails = (name: string, what: string, expression: unknown, error: number, doc: Data = {}): Case =>
  evaluates(
    `reference/operator/aggregation/${name}/`,
    `$${name}: ${what}`,
    doc,
    { [`$${name}`]: expression },
    { error },
  );
const page = 'reference/aggregation-quick-reference/';
const someDay = date('2017-01-01T12:34:56.789Z');

export const expressions: Case[] = [
  evaluates(page, 'a path through an array gives the values', { a: [{ b: 1 }, {}, { b: 2 }, 5] }, '$a.b', {
    is: [1, 2],
  }),
  evaluates(page, 'a missing path is missing', { a: 1 }, '$x.y', { missing: true }),
  evaluates(page, 'missing in an array becomes null', {}, ['$x', 1], { is: [null, 1] }),
  evaluates(
    page,
    'a document of expressions leaves out missing ones',
    { a: 1 },
    { $literal: { x: '$a' } },
    { is: { x: '$a' } },
  ),
  evaluates('reference/aggregation-variables/', '$$ROOT', { a: 1 }, '$$ROOT', { is: { _id: 1, a: 1 } }),
  evaluates('reference/aggregation-variables/', '$$REMOVE', { a: 1 }, '$$REMOVE', { missing: true }),
  evaluates('reference/aggregation-variables/', 'an unknown variable', {}, '$$nothing', { error: 17276 }),
  evaluates(page, 'an unknown operator', {}, { $foo: 1 }, { error: 168 }),
  is('add', 'numbers', ['$a', 2], 3, { a: 1 }),
  is('add', 'a date and milliseconds', ['$a', 1000], date('2020-01-01T00:00:01Z'), { a: date('2020-01-01') }),
  is('add', 'null', ['$x', 2], null),
  is('add', 'int overflows to long', [2147483647, 1], long(2147483648)),
  is('add', 'types widen', [1, double(1.5)], double(2.5)),
  fails('add', 'a string', ['x', 1], 14),
  fails('add', 'two dates', [someDay, someDay], 16612),
  is('subtract', 'numbers', [5, 7], -2),
  is('subtract', 'two dates give milliseconds', [date('2020-01-02'), date('2020-01-01')], long(86400000)),
  is('subtract', 'milliseconds from a date', [date('2020-01-01T00:00:01Z'), 1000], date('2020-01-01')),
  is('eq', 'numbers of two types', [1, double(1)], true),
  is('eq', 'missing is not null', ['$x', null], false),
  is('lt', 'missing comes before null', ['$x', null], true),
  is('gt', 'strings come after numbers', ['a', 100], true),
  is('ne', 'strings', ['a', 'b'], true),
  is(
    'gte',
    'arrays',
    [
      [1, 2],
      [1, 1],
    ],
    true,
  ),
  is('lte', 'equal', [2, 2], true),
  is('and', 'an empty string is true, 0 is not', [1, ''], true),
  is('and', '0 is false', [1, 0], false),
  is('and', 'of nothing', [], true),
  is('or', 'null is false', [null, '$x', 0], false),
  is('not', 'of an array', [[false]], false),
  is('cond', 'as a list', [{ $gt: ['$a', 1] }, 'more', 'less'], 'more', { a: 2 }),
  is('cond', 'as a document', { if: '$x', then: 1, else: 2 }, 2),
  fails('cond', 'without else', { if: 1, then: 1 }, 17082),
  is('ifNull', 'the first that is not null', ['$x', null, 3, 4], 3),
  missing('ifNull', 'all missing', ['$x', '$y']),
  is('literal', 'a dollar sign', '$a', '$a', { a: 1 }),
  is('concatArrays', 'arrays', [['hello', ' '], ['world']], ['hello', ' ', 'world']),
  is('concatArrays', 'null', [[1], null], null),
  is('filter', 'with a name', { input: '$a', as: 'n', cond: { $gt: ['$$n', 2] } }, [3, 4], { a: [1, 3, 4] }),
  is('filter', 'null', { input: null, cond: true }, null),
  fails('filter', 'a string', { input: 'x', cond: true }, 28651),
  is('map', 'each element', { input: '$a', as: 'n', in: { $add: ['$$n', 1] } }, [2, 3], { a: [1, 2] }),
  is('map', 'missing becomes null', { input: [{}], in: '$$this.x' }, [null]),
  is('size', 'of an array', '$a', 2, { a: [1, 2] }),
  fails('size', 'of a missing field', '$x', 17124),
  is('slice', 'first', [[1, 2, 3], 2], [1, 2]),
  is('slice', 'last', [[1, 2, 3], -2], [2, 3]),
  is('slice', 'from a position', [[1, 2, 3], 1, 1], [2]),
  is('slice', 'from before the start', [[1, 2, 3], -5, 2], [1, 2]),
  fails('slice', 'a count of 0', [[1, 2, 3], 1, 0], 28729),
  is('max', 'of an array', '$a', 3, { a: [1, 3, null] }),
  is('type', 'of an int', '$a', 'int', { a: 5 }),
  is('type', 'of a missing field', '$x', 'missing'),
  is('type', 'of an array', [[]], 'array'),
  is('subtract', 'a long', [long(5), 2], long(3)),
  is('dateTrunc', 'to a day', { date: '$d', unit: 'day' }, date('2017-01-20'), {
    d: date('2017-01-20T12:34:56Z'),
  }),
  is('dateTrunc', 'of a date before 1970', { date: '$d', unit: 'hour' }, date('1969-12-31T23:00:00Z'), {
    d: date('1969-12-31T23:59:00Z'),
  }),
  is('dateTrunc', 'null', { date: null, unit: 'day' }, null),
  fails('dateTrunc', 'to a month', { date: someDay, unit: 'month' }, 238),
  fails('dateTrunc', 'to bins', { date: someDay, unit: 'hour', binSize: 2 }, 238),
  fails('dateToString', 'weeks from Monday', { date: someDay, format: '%V' }, 238),
  ...'convert toDecimal substrBytes dateAdd dateDiff dateFromString pow getField regexFind indexOfCP setUnion week'
    .split(' ')
    .map((name) => fails(name, 'is refused', ['$a'], 238)),
];
