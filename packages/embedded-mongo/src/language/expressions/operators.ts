import { entries, isDoc } from '../../bson/document.js';
import { fail, notImplemented, typeMismatch } from '../../bson/errors.js';
import { addNumbers, double, int, isNumber, long, toDouble } from '../../bson/numbers.js';
import { typeName } from '../../bson/types.js';
import { compareValues } from '../../values/compare.js';
import { isNullish, truthy } from '../filter/predicates.js';
import type { Vars } from '../types.js';
import { argumentsOf, type Compiler, type Fn, namedArguments, operators, valueOf } from './core.js';
import { Sum } from './sum.js';

type Evaluate = (values: unknown[], name: string) => unknown;

/** Defines an operator of `min` to `max` evaluated arguments. */
function define(name: string, min: number, max: number, evaluate: Evaluate): void {
  operators.set(name, (argument, compiler) => {
    const items = argumentsOf(name, argument, min, max).map((item) => compiler.compile(item));
    return (vars) =>
      evaluate(
        items.map((item) => item(vars)),
        name,
      );
  });
}

/** Like `define`, for operators that return null if any argument is null or missing. */
const defineNullable = (name: string, min: number, max: number, evaluate: Evaluate): void =>
  define(name, min, max, (values) => (values.some(isNullish) ? null : evaluate(values, name)));

const comparisons: Record<string, (order: number) => boolean> = {
  $eq: (order) => order === 0,
  $ne: (order) => order !== 0,
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
};
for (const [name, result] of Object.entries(comparisons))
  define(name, 2, 2, ([a, b]) => result(compareValues(a, b)));

const compiled = (name: string, argument: unknown, compiler: Compiler, min = 0, max = Infinity): Fn[] =>
  argumentsOf(name, argument, min, max).map((item) => compiler.compile(item));

// these stop at the first deciding argument
for (const [name, decides] of [
  ['$and', false],
  ['$or', true],
] as const)
  operators.set(name, (argument, compiler) => {
    const items = compiled(name, argument, compiler);
    return (vars) => items.some((item) => truthy(item(vars)) === decides) === decides;
  });
define('$not', 1, 1, ([value]) => !truthy(value));

operators.set('$cond', (argument, compiler) => {
  let parts = argument;
  if (isDoc(argument)) {
    const names = ['if', 'then', 'else'];
    for (const [key] of entries(argument))
      if (!names.includes(key)) fail(17083, `Unrecognized parameter to $cond: ${key}`);
    for (const [i, key] of names.entries())
      if (argument[key] === undefined) fail(17080 + i, `Missing '${key}' parameter to $cond`);
    parts = names.map((key) => argument[key]);
  }
  const [test, then, otherwise] = compiled('$cond', parts, compiler, 3, 3) as [Fn, Fn, Fn];
  return (vars) => (truthy(test(vars)) ? then(vars) : otherwise(vars));
});

operators.set('$ifNull', (argument, compiler) => {
  const items = compiled('$ifNull', argument, compiler);
  if (items.length < 2) fail(1257300, `$ifNull needs at least two arguments, had: ${items.length}`);
  const last = items.pop()!;
  return (vars) => {
    for (const item of items) {
      const value = item(vars);
      if (!isNullish(value)) return value;
    }
    return last(vars);
  };
});

operators.set('$literal', (argument) => () => argument);
define('$type', 1, 1, ([value]) => typeName(value));
define('$isNumber', 1, 1, ([value]) => isNumber(value));

function dateFrom(ms: number): Date {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? fail(15, 'date overflow') : date;
}

define('$add', 0, Infinity, (values) => {
  if (values.some(isNullish)) return null;
  const sum = new Sum();
  const dates = values.filter((value) => value instanceof Date);
  if (dates.length > 1) fail(16612, 'only one date allowed in an $add expression');
  for (const value of values)
    if (!sum.add(value instanceof Date ? long(value.getTime()) : value))
      throw typeMismatch(`$add only supports numeric or date types, not ${typeName(value)}`);
  return dates.length ? dateFrom(Math.round(toDouble(sum.result()))) : sum.result();
});

defineNullable('$subtract', 2, 2, ([a, b]) => {
  // doubles when 64 bits overflow
  if (isNumber(a) && isNumber(b)) return addNumbers(a, b, -1) ?? double(toDouble(a) - toDouble(b));
  if (a instanceof Date && b instanceof Date) return long(a.getTime() - b.getTime());
  if (a instanceof Date && isNumber(b)) return dateFrom(a.getTime() - Math.round(toDouble(b)));
  throw typeMismatch(`can't $subtract ${typeName(b)} from ${typeName(a)}`);
});

define('$max', 0, Infinity, (values) => {
  const list = values.length === 1 && Array.isArray(values[0]) ? (values[0] as unknown[]) : values;
  return list
    .filter((value) => !isNullish(value))
    .reduce((most, value) => (most === null || compareValues(value, most) > 0 ? value : most), null);
});

const units: Record<string, number> = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1000 };

operators.set('$dateTrunc', (argument, compiler) => {
  const given = namedArguments('$dateTrunc', argument, 'date unit', 'binSize timezone startOfWeek');
  const { date, unit, ...rest } = given;
  for (const option in rest) throw notImplemented(`$dateTrunc with ${option}`);
  const [dateOf, unitOf] = [compiler.compile(date), compiler.compile(unit)];
  return (vars) => {
    const [value, name] = [dateOf(vars), unitOf(vars)];
    if (isNullish(value) || isNullish(name)) return null;
    const size = typeof name === 'string' && Object.hasOwn(units, name) ? units[name]! : undefined;
    if (size === undefined)
      throw notImplemented('$dateTrunc to units other than day, hour, minute and second');
    if (!(value instanceof Date)) fail(16006, `can't convert from BSON type ${typeName(value)} to Date`);
    return new Date(Math.floor(value.getTime() / size) * size);
  };
});

define('$concatArrays', 0, Infinity, (values, name) =>
  values.some(isNullish) ? null : values.flatMap((value) => valueOf.array(value, 28664, name)),
);
define('$size', 1, 1, ([value], name) => int(valueOf.array(value, 17124, name).length));

defineNullable('$slice', 2, 3, ([value, a, b], name) => {
  const array = valueOf.array(value, 28724, name);
  const first = valueOf.integer(a, isNumber(a) ? 28726 : 28725, name);
  if (b === undefined) return first < 0 ? array.slice(first) : array.slice(0, first);
  const count = valueOf.integer(b, isNumber(b) ? 28728 : 28727, name);
  if (count <= 0) fail(28729, `Third argument to $slice must be positive: ${count}`);
  const start = first < 0 ? Math.max(0, array.length + first) : first;
  return array.slice(start, start + count);
});

/** Defines an operator that evaluates its argument `each` for every element of `input`, with a variable set. */
function perElement(
  name: string,
  code: number,
  each: string,
  options: string,
  run: (array: unknown[], evaluate: (element: unknown) => unknown) => unknown[],
): void {
  operators.set(name, (argument, compiler) => {
    const given = namedArguments(name, argument, `input ${each}`, options);
    if (given['limit'] !== undefined) throw notImplemented(`${name} with limit`);
    const { as: variable = 'this' } = given;
    if (typeof variable !== 'string' || !/^[a-z\u0080-\uffff]\w*$/.test(variable))
      fail(9, `${name}: 'as' must be the name of a user variable`);
    const inputOf = compiler.compile(given['input']);
    const compute = compiler.with(variable).compile(given[each]);
    return (vars) => {
      const input = inputOf(vars);
      if (isNullish(input)) return null;
      const scope: Vars = { ...vars };
      return run(valueOf.array(input, code, name), (element) => {
        scope[variable] = element;
        return compute(scope);
      });
    };
  });
}

perElement('$map', 16883, 'in', 'as', (array, evaluate) => array.map((element) => evaluate(element) ?? null));
perElement('$filter', 28651, 'cond', 'as limit', (array, evaluate) =>
  array.filter((element) => truthy(evaluate(element))),
);
