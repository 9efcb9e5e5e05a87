import { type Doc, entries, fieldKey, isDoc } from '../../bson/document.js';
import { fail } from '../../bson/errors.js';
import { typeName } from '../../bson/types.js';
import { compareValues } from '../../values/compare.js';
import { isNullish } from '../filter/predicates.js';
import { arrayOf, type Compiler, define, defineNullable, stringOf } from './core.js';

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
