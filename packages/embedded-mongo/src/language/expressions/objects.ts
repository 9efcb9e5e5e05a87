import { type Doc, entries, fieldKey, isDoc } from '../../bson/document.js';
import { fail } from '../../bson/errors.js';
import { typeName } from '../../bson/types.js';
import { compareValues } from '../../values/compare.js';
import { isNullish, truthy } from '../filter/predicates.js';
import {
  arrayOf,
  type Compiler,
  define,
  defineNullable,
  namedArguments,
  operators,
  stringOf,
} from './core.js';

/** Later documents' fields over earlier ones'; null and missing are skipped. */
export function mergeObjects(values: unknown[]): Doc {
  const result: Doc = {};
  for (const value of values) {
    if (isNullish(value)) continue;
    if (!isDoc(value))
      fail(40400, `$mergeObjects requires object inputs, but an input is of type ${typeName(value)}`);
    Object.assign(result, value);
  }
  return result;
}
define('$mergeObjects', 0, Infinity, (values) =>
  mergeObjects(values.length === 1 && Array.isArray(values[0]) ? (values[0] as unknown[]) : values),
);

defineNullable('$objectToArray', 1, 1, ([value]) => {
  if (!isDoc(value)) fail(40390, `$objectToArray requires a document input, found: ${typeName(value)}`);
  return entries(value).map(([k, v]) => ({ k, v }));
});

defineNullable('$arrayToObject', 1, 1, ([value], name) => {
  const result: Doc = {};
  for (const item of arrayOf(value, 40386, name)) {
    if (Array.isArray(item)) {
      if (item.length !== 2)
        fail(40397, `$arrayToObject requires arrays of size 2, found size: ${item.length}`);
    } else if (!isDoc(item))
      fail(40398, `Unrecognised input type format for $arrayToObject: ${typeName(item)}`);
    else if (Object.keys(item).length !== 2 || item['k'] === undefined || item['v'] === undefined)
      fail(40392, "$arrayToObject requires an object with the keys 'k' and 'v'");
    const [k, v] = Array.isArray(item) ? (item as unknown[]) : [item['k'], item['v']];
    result[fieldKey(stringOf(k, 40395, name))] = v ?? null;
  }
  return result;
});

operators.set('$getField', (argument, compiler) => {
  const named = isDoc(argument) && !Object.keys(argument)[0]?.startsWith('$');
  const parts = named ? namedArguments('$getField', argument, 'field', 'input') : { field: argument };
  const { field, input = '$$CURRENT' } = parts as { field: unknown; input?: unknown };
  if (typeof field === 'string' && /^\$[^$]/.test(field))
    fail(
      5654600,
      `A field path reference is not allowed in this context. Did you mean {$literal: '${field}'}?`,
    );
  const name = compiler.compile(field);
  const source = compiler.compile(input);
  return (vars) => {
    const key = fieldKey(stringOf(name(vars), 3041704, '$getField'));
    const from = source(vars);
    return isDoc(from) ? from[key] : from === null ? null : undefined;
  };
});

const has = (list: unknown[], value: unknown, { collation }: Compiler) =>
  list.some((other) => compareValues(other, value, collation) === 0);
const lists = (name: string, values: unknown[], code: number) =>
  values.map((value) => arrayOf(value, code, name));

/** Values without repeats. */
function distinct(values: unknown[], { collation }: Compiler): unknown[] {
  const sorted = values.map((value) => value ?? null).sort((a, b) => compareValues(a, b, collation));
  return sorted.filter((value, i) => i === 0 || compareValues(value, sorted[i - 1], collation) !== 0);
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
const within = (a: unknown[], b: unknown[], compiler: Compiler) =>
  a.every((value) => has(b, value, compiler));
define('$setEquals', 2, Infinity, (values, name, compiler) => {
  const [first, ...others] = lists(name, values, 17044) as [unknown[], ...unknown[][]];
  return others.every((list) => within(list, first, compiler) && within(first, list, compiler));
});
define('$setIsSubset', 2, 2, (values, name, compiler) => {
  const [a, b] = lists(name, values, 17046) as [unknown[], unknown[]];
  return within(a, b, compiler);
});
define('$anyElementTrue', 1, 1, ([value], name) => arrayOf(value, 17041, name).some(truthy));
define('$allElementsTrue', 1, 1, ([value], name) => arrayOf(value, 17040, name).every(truthy));
