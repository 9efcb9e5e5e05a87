import { compareValues } from '../compare.js';
import { entries, isDoc } from '../document.js';
import { failedToParse, ServerError } from '../errors.js';
import { int } from '../numbers.js';
import { isNullish, truthy } from '../predicates.js';
import type { Vars } from '../types.js';
import { argumentsOf, define, namedArguments, operators, type Fn } from './core.js';

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

// these stop at the first argument that decides
operators.set('$and', (argument, compiler) => {
  const items = argumentsOf('$and', argument, 0, Infinity).map((item) => compiler.compile(item));
  return (vars) => items.every((item) => truthy(item(vars)));
});
operators.set('$or', (argument, compiler) => {
  const items = argumentsOf('$or', argument, 0, Infinity).map((item) => compiler.compile(item));
  return (vars) => items.some((item) => truthy(item(vars)));
});
define('$not', 1, 1, ([value]) => !truthy(value));

operators.set('$cond', (argument, compiler) => {
  let parts: unknown[];
  if (isDoc(argument)) {
    for (const [key] of entries(argument))
      if (!['if', 'then', 'else'].includes(key))
        throw new ServerError(17083, `Unrecognized parameter to $cond: ${key}`);
    for (const [i, key] of ['if', 'then', 'else'].entries())
      if (argument[key] === undefined)
        throw new ServerError(17080 + i, `Missing '${key}' parameter to $cond`);
    parts = [argument['if'], argument['then'], argument['else']];
  } else parts = argumentsOf('$cond', argument, 3, 3);
  const [test, then, otherwise] = parts.map((part) => compiler.compile(part)) as [Fn, Fn, Fn];
  return (vars) => (truthy(test(vars)) ? then(vars) : otherwise(vars));
});

operators.set('$ifNull', (argument, compiler) => {
  const list = Array.isArray(argument) ? (argument as unknown[]) : [argument];
  if (list.length < 2)
    throw new ServerError(1257300, `$ifNull needs at least two arguments, had: ${list.length}`);
  const items = list.map((item) => compiler.compile(item));
  return (vars) => {
    for (const item of items.slice(0, -1)) {
      const value = item(vars);
      if (!isNullish(value)) return value;
    }
    return items.at(-1)!(vars);
  };
});

operators.set('$switch', (argument, compiler) => {
  if (!isDoc(argument))
    throw new ServerError(40060, '$switch requires an object as an argument, found: ' + typeof argument);
  for (const [key] of entries(argument))
    if (key !== 'branches' && key !== 'default')
      throw new ServerError(40067, `$switch found an unknown argument: ${key}`);
  if (!Array.isArray(argument['branches']))
    throw new ServerError(40061, "$switch expected an array for 'branches'");
  const branches = (argument['branches'] as unknown[]).map((branch): [Fn, Fn] => {
    if (!isDoc(branch)) throw new ServerError(40062, '$switch expected each branch to be an object');
    if (branch['case'] === undefined)
      throw new ServerError(40064, "$switch requires each branch have a 'case' expression");
    if (branch['then'] === undefined)
      throw new ServerError(40065, "$switch requires each branch have a 'then' expression.");
    return [compiler.compile(branch['case']), compiler.compile(branch['then'])];
  });
  if (branches.length === 0) throw new ServerError(40068, '$switch requires at least one branch.');
  const otherwise = argument['default'] === undefined ? undefined : compiler.compile(argument['default']);
  return (vars) => {
    for (const [test, then] of branches) if (truthy(test(vars))) return then(vars);
    if (otherwise) return otherwise(vars);
    throw new ServerError(
      40066,
      '$switch could not find a matching branch for an input, and no default was specified.',
    );
  };
});

operators.set('$literal', (argument) => () => argument);
operators.set('$const', (argument) => () => argument);
operators.set('$expr', (argument, compiler) => compiler.compile(argument));

operators.set('$let', (argument, compiler) => {
  const { vars: given, in: body } = namedArguments('$let', argument, ['vars', 'in']);
  if (!isDoc(given)) throw failedToParse('invalid parameter: expected an object (vars)');
  const bound = entries(given).map(([name, value]): [string, Fn] => {
    if (!/^[a-z\u0080-\uffff]\w*$/i.test(name) || (/^[A-Z]/.test(name) && name !== 'CURRENT'))
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
