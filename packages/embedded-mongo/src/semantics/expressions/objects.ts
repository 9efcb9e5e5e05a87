import { compareValues } from '../compare.js';
import { entries, fieldKey, isDoc } from '../document.js';
import { ServerError } from '../errors.js';
import { isNullish, truthy } from '../predicates.js';
import { typeName } from '../types-of.js';
import type { Doc } from '../types.js';
import { define, defineNullable, namedArguments, operators, type Compiler } from './core.js';

/** Later documents' fields over earlier ones'; null and missing are skipped. */
export function mergeObjects(values: unknown[]): Doc {
  const result: Doc = {};
  for (const value of values) {
    if (isNullish(value)) continue;
    if (!isDoc(value))
      throw new ServerError(
        40400,
        `$mergeObjects requires object inputs, but input ${String(value)} is of type ${typeName(value)}`,
      );
    Object.assign(result, value);
  }
  return result;
}
define('$mergeObjects', 0, Infinity, (values) =>
  mergeObjects(values.length === 1 && Array.isArray(values[0]) ? (values[0] as unknown[]) : values),
);

defineNullable('$objectToArray', 1, 1, ([value]) => {
  if (!isDoc(value))
    throw new ServerError(40390, `$objectToArray requires a document input, found: ${typeName(value)}`);
  return entries(value).map(([k, v]) => ({ k, v }));
});

defineNullable('$arrayToObject', 1, 1, ([value]) => {
  if (!Array.isArray(value))
    throw new ServerError(40386, `$arrayToObject requires an array input, found: ${typeName(value)}`);
  const result: Doc = {};
  for (const item of value as unknown[]) {
    let pair: unknown[];
    if (Array.isArray(item)) {
      if (item.length !== 2)
        throw new ServerError(
          40397,
          `$arrayToObject requires an array of size 2 arrays,found array of size: ${item.length}`,
        );
      pair = item;
    } else if (isDoc(item)) {
      if (Object.keys(item).length !== 2 || item['k'] === undefined || item['v'] === undefined)
        throw new ServerError(
          40392,
          `$arrayToObject requires an object keys of 'k' and 'v'. Found incorrect number of keys:${Object.keys(item).length}`,
        );
      pair = [item['k'], item['v']];
    } else
      throw new ServerError(40398, `Unrecognised input type format for $arrayToObject: ${typeName(item)}`);
    if (typeof pair[0] !== 'string')
      throw new ServerError(
        40395,
        `$arrayToObject requires an object with keys 'k' and 'v', where the value of 'k' must be of type string. Found type: ${typeName(pair[0])}`,
      );
    result[fieldKey(pair[0])] = pair[1] ?? null;
  }
  return result;
});

/** The name that `$getField` and its like take: a constant string (an expression only for `$getField`). */
function constantName(name: string, value: unknown, compiler: Compiler): string {
  const field = compiler.compile(value)({});
  if (typeof field !== 'string')
    throw new ServerError(4161107, `${name} requires 'field' to evaluate to type String`);
  return fieldKey(field);
}

operators.set('$getField', (argument, compiler) => {
  const long = isDoc(argument) && argument['field'] !== undefined;
  if (isDoc(argument) && !long && !Object.keys(argument)[0]?.startsWith('$'))
    throw new ServerError(3041702, "$getField requires 'field' to be specified");
  const { field, input } = long
    ? namedArguments('$getField', argument, ['field'], ['input'])
    : { field: argument };
  if (typeof field === 'string' && field.startsWith('$') && !field.startsWith('$$'))
    throw new ServerError(
      5654600,
      "A field path reference which is not allowed in this context. Did you mean {$literal: '" +
        field +
        "'}?",
    );
  const name = compiler.compile(field);
  const source = compiler.compile(input === undefined ? '$$CURRENT' : input);
  return (vars) => {
    const key = name(vars);
    if (typeof key !== 'string')
      throw new ServerError(
        3041704,
        `$getField requires 'field' to evaluate to type String, but got ${typeName(key)}`,
      );
    const from = source(vars);
    if (from === null) return null;
    return isDoc(from) ? from[fieldKey(key)] : undefined;
  };
});

for (const name of ['$setField', '$unsetField'])
  operators.set(name, (argument, compiler) => {
    const needed = name === '$setField' ? ['field', 'input', 'value'] : ['field', 'input'];
    const parts = namedArguments(name, argument, needed);
    const key = constantName(name, parts['field'], compiler);
    const source = compiler.compile(parts['input']);
    const compute = name === '$setField' ? compiler.compile(parts['value']) : () => undefined;
    return (vars) => {
      const from = source(vars);
      if (isNullish(from)) return null;
      if (!isDoc(from)) throw new ServerError(4161105, `${name} requires 'input' to evaluate to type Object`);
      const value = compute(vars);
      const { [key]: _old, ...rest } = from;
      return value === undefined ? rest : { ...from, [key]: value };
    };
  });

/** Values without repeats, in MongoDB's order. */
function distinct(values: unknown[], compiler: Compiler): unknown[] {
  const sorted = values.map((value) => value ?? null).sort((a, b) => compareValues(a, b, compiler.collation));
  return sorted.filter(
    (value, i) => i === 0 || compareValues(value, sorted[i - 1], compiler.collation) !== 0,
  );
}
const has = (list: unknown[], value: unknown, { collation }: Compiler) =>
  list.some((other) => compareValues(other, value, collation) === 0);

function lists(name: string, values: unknown[], code: number): unknown[][] {
  for (const value of values)
    if (!Array.isArray(value))
      throw new ServerError(
        code,
        `All operands of ${name} must be arrays. One argument is of type: ${typeName(value)}`,
      );
  return values as unknown[][];
}

defineNullable('$setUnion', 0, Infinity, (values, name, compiler) =>
  distinct(lists(name, values, 17043).flat(), compiler),
);
defineNullable('$setIntersection', 0, Infinity, (values, name, compiler) => {
  const [first = [], ...others] = lists(name, values, 17047);
  return distinct(first, compiler).filter((value) => others.every((list) => has(list, value, compiler)));
});
defineNullable('$setDifference', 2, 2, (values, name, compiler) => {
  const [a, b] = lists(name, values, 17048) as [unknown[], unknown[]];
  const kept: unknown[] = [];
  for (const value of a) if (!has(b, value, compiler) && !has(kept, value, compiler)) kept.push(value);
  return kept;
});
define('$setEquals', 2, Infinity, (values, name, compiler) => {
  const [first, ...others] = lists(name, values, 17044) as [unknown[], ...unknown[][]];
  return others.every(
    (list) => list.every((v) => has(first, v, compiler)) && first.every((v) => has(list, v, compiler)),
  );
});
define('$setIsSubset', 2, 2, (values, name, compiler) => {
  const [a, b] = lists(name, values, 17046) as [unknown[], unknown[]];
  return a.every((value) => has(b, value, compiler));
});

define('$anyElementTrue', 1, 1, ([value], name) => lists(name, [value], 17041)[0]!.some(truthy));
define('$allElementsTrue', 1, 1, ([value], name) => lists(name, [value], 17040)[0]!.every(truthy));
