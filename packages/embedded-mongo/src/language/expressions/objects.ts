import { type Doc, entries, fieldKey, isDoc } from '../../bson/document.js';
import { fail } from '../../bson/errors.js';
import { typeName } from '../../bson/types.js';
import { isNullish } from '../filter/predicates.js';
import { arrayOf, define, defineNullable, stringOf } from './core.js';

/** Merges documents; later fields win, and null and missing are skipped. */
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
