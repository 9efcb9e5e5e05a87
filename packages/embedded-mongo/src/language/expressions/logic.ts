import { entries, isDoc } from '../../bson/document.js';
import { fail, failedToParse } from '../../bson/errors.js';
import { int } from '../../bson/numbers.js';
import { compareValues } from '../../values/compare.js';
import { isNullish, truthy } from '../filter/predicates.js';
import type { Vars } from '../types.js';
import { argumentsOf, type Compiler, define, type Fn, namedArguments, operators } from './core.js';

const comparisons: Record<string, (order: number) => unknown> = {
  $eq: (order) => order === 0,
  $ne: (order) => order !== 0,
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
  $cmp: (order) => int(Math.sign(order)),
};
for (const [name, result] of Object.entries(comparisons))
  define(name, 2, 2, ([a, b], _name, { collation }) => result(compareValues(a, b, collation)));

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

operators.set('$switch', (argument, compiler) => {
  if (!isDoc(argument)) fail(40060, '$switch requires an object as an argument');
  const { branches: given, default: fallback, ...rest } = argument;
  for (const key in rest) fail(40067, `$switch found an unknown argument: ${key}`);
  if (!Array.isArray(given)) fail(40061, "$switch expected an array for 'branches'");
  const branches = (given as unknown[]).map((branch): [Fn, Fn] => {
    if (!isDoc(branch)) fail(40062, '$switch expected each branch to be an object');
    if (branch['case'] === undefined) fail(40064, "$switch requires each branch have a 'case' expression");
    if (branch['then'] === undefined) fail(40065, "$switch requires each branch have a 'then' expression.");
    return [compiler.compile(branch['case']), compiler.compile(branch['then'])];
  });
  if (branches.length === 0) fail(40068, '$switch requires at least one branch.');
  const otherwise = fallback === undefined ? undefined : compiler.compile(fallback);
  return (vars) => {
    for (const [test, then] of branches) if (truthy(test(vars))) return then(vars);
    if (otherwise) return otherwise(vars);
    return fail(
      40066,
      '$switch could not find a matching branch for an input, and no default was specified.',
    );
  };
});

operators.set('$literal', (argument) => () => argument);
operators.set('$expr', (argument, compiler) => compiler.compile(argument));

operators.set('$let', (argument, compiler) => {
  const { vars: given, in: body } = namedArguments('$let', argument, 'vars in');
  if (!isDoc(given)) throw failedToParse('invalid parameter: expected an object (vars)');
  const bound = entries(given).map(([name, value]): [string, Fn] => {
    if (!/^[a-z\u0080-\uffff]\w*$/.test(name) && name !== 'CURRENT')
      throw failedToParse(`'${name}' starts with an invalid character for a user variable name`);
    return [name, compiler.compile(value)];
  });
  const inner = compiler.with(...bound.map(([name]) => name)).compile(body);
  return (vars) => {
    const scope: Vars = { ...vars };
    for (const [name, compute] of bound) scope[name] = compute(vars);
    return inner(scope);
  };
});
