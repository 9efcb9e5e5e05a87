import { fail } from '../../bson/errors.js';
import { int, isNumber } from '../../bson/numbers.js';
import { valuesEqual } from '../../values/compare.js';
import { isNullish, truthy } from '../filter/predicates.js';
import type { Vars } from '../types.js';
import { arrayOf, define, defineNullable, type Fn, namedArguments, operators, wholeOf } from './core.js';

defineNullable('$arrayElemAt', 2, 2, ([value, index]) => {
  const array = arrayOf(value, 28689, '$arrayElemAt');
  return array.at(wholeOf(index, isNumber(index) ? 28691 : 28690, '$arrayElemAt'));
});
defineNullable('$first', 1, 1, ([value]) => arrayOf(value, 28689, '$first').at(0));
defineNullable('$last', 1, 1, ([value]) => arrayOf(value, 28689, '$last').at(-1));

define('$concatArrays', 0, Infinity, (values) =>
  values.some(isNullish) ? null : values.flatMap((value) => arrayOf(value, 28664, '$concatArrays')),
);
define('$isArray', 1, 1, ([value]) => Array.isArray(value));
define('$size', 1, 1, ([value]) => int(arrayOf(value, 17124, '$size').length));
define('$in', 2, 2, ([value, among], name, { collation }) =>
  arrayOf(among, 40081, name).some((item) => valuesEqual(item, value, collation)),
);
defineNullable('$reverseArray', 1, 1, ([value], name) => arrayOf(value, 34435, name).toReversed());

defineNullable('$slice', 2, 3, ([value, a, b], name) => {
  const array = arrayOf(value, 28724, name);
  const first = wholeOf(a, isNumber(a) ? 28726 : 28725, name);
  if (b === undefined) return first < 0 ? array.slice(first) : array.slice(0, first);
  const count = wholeOf(b, isNumber(b) ? 28728 : 28727, name);
  if (count <= 0) fail(28729, `Third argument to $slice must be positive: ${count}`);
  const start = first < 0 ? Math.max(0, array.length + first) : first;
  return array.slice(start, start + count);
});

define('$range', 2, 3, ([from, to, step], name) => {
  const start = wholeOf(from, isNumber(from) ? 34444 : 34443, name);
  const end = wholeOf(to, isNumber(to) ? 34446 : 34445, name);
  const by = step === undefined ? 1 : wholeOf(step, isNumber(step) ? 34448 : 34447, name);
  if (by === 0) fail(34449, '$range requires a non-zero step value');
  const length = Math.max(0, Math.ceil((end - start) / by));
  if (length > 5_000_000) fail(146, '$range would use too much memory');
  return Array.from({ length }, (_, i) => int(start + i * by));
});

type Parts = Record<string, Fn>;

/** Defines an operator that evaluates an expression per element, with variables set for each. */
function perElement(
  name: string,
  code: number,
  required: string,
  optional: string,
  run: (array: unknown[], scope: Vars, parts: Parts, variable: string) => unknown,
): void {
  operators.set(name, (argument, compiler) => {
    const { as: variable = 'this', ...given } = namedArguments(name, argument, required, optional);
    if (typeof variable !== 'string' || !/^[a-z\u0080-\uffff]\w*$/.test(variable))
      fail(9, `${name}: 'as' must be the name of a user variable`);
    const inner = compiler.with(...(name === '$reduce' ? ['this', 'value'] : [variable]));
    const parts: Parts = {};
    for (const key in given)
      parts[key] = (key === 'in' || key === 'cond' ? inner : compiler).compile(given[key]);
    return (vars) => {
      const input = parts['input']!(vars);
      return isNullish(input) ? null : run(arrayOf(input, code, name), { ...vars }, parts, variable);
    };
  });
}

perElement('$map', 16883, 'input in', 'as', (array, scope, parts, variable) =>
  array.map((element) => {
    scope[variable] = element;
    return parts['in']!(scope) ?? null;
  }),
);
perElement('$filter', 28651, 'input cond', 'as limit', (array, scope, parts, variable) => {
  const limit = parts['limit']?.(scope);
  const most = isNullish(limit) ? Infinity : wholeOf(limit, 327391, '$filter');
  if (most <= 0) fail(327392, `$filter: limit must be greater than 0, but was ${most}`);
  const kept: unknown[] = [];
  for (const element of array) {
    scope[variable] = element;
    if (truthy(parts['cond']!(scope)) && kept.push(element) >= most) break;
  }
  return kept;
});
perElement('$reduce', 40080, 'input initialValue in', '', (array, scope, parts) => {
  let value = parts['initialValue']!(scope);
  for (const element of array) {
    scope['this'] = element;
    scope['value'] = value;
    value = parts['in']!(scope);
  }
  return value;
});
