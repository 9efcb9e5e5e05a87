import { entries, isDoc } from '../../bson/document.js';
import { badValue, failedToParse, typeMismatch } from '../../bson/errors.js';
import { asInteger, isNumber } from '../../bson/numbers.js';
import { describe } from '../../bson/print.js';
import { typeName } from '../../bson/types.js';
import { compareValues, type StringCompare, valuesEqual } from '../../values/compare.js';
import { parsePath, plainValue } from '../../values/paths.js';
import { isRegex } from '../../values/regex.js';
import { compileSort } from '../../values/sort.js';
import { compileFilter } from '../filter/parse.js';
import { type Change, idOf, lastName } from './tree.js';

/** Returns the list that an array operator changes, or undefined if the field is missing. */
function listOf(old: unknown, refuse: () => Error): unknown[] | undefined {
  if (old === undefined) return undefined;
  if (!Array.isArray(old)) throw refuse();
  return old as unknown[];
}

function wholeNumber(name: string, value: unknown): number {
  const number = asInteger(value);
  if (number === undefined)
    throw badValue(`The value for ${name} must be an integer value but was given type: ${typeName(value)}`);
  return number;
}

/** Compiles `$sort` of `$push`: by the whole element, or by its fields. */
function pushOrder(spec: unknown, collation?: StringCompare): (a: unknown, b: unknown) => number {
  const direction = (value: unknown, text: string) => {
    const number = asInteger(value);
    if (number !== 1 && number !== -1) throw badValue(text);
    return number;
  };
  if (isNumber(spec)) {
    const sign = direction(spec, 'The $sort element value must be either 1 or -1');
    return (a, b) => sign * compareValues(a, b, collation);
  }
  if (!isDoc(spec))
    throw badValue(
      'The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields',
    );
  const fields = entries(spec);
  if (fields.length === 0) throw badValue('The $sort pattern is empty when it should be a set of fields.');
  for (const [path, value] of fields) {
    if (path.split('.').includes(''))
      throw badValue(`The $sort field is a dotted field but has an empty part: ${path}`);
    direction(value, 'The $sort element value must be either 1 or -1');
  }
  const { paths, compareKeys } = compileSort(spec, collation);
  const parsed = paths.map(parsePath);
  const key = (element: unknown) =>
    parsed.map((path) => (isDoc(element) ? plainValue(element, path) : undefined));
  return (a, b) => compareKeys(key(a), key(b));
}

export function push(operand: unknown, _path: string, collation?: StringCompare): Change {
  let added = [operand];
  let slice: number | undefined;
  let position: number | undefined;
  let order: ((a: unknown, b: unknown) => number) | undefined;
  if (isDoc(operand) && operand['$each'] !== undefined) {
    for (const [name, value] of entries(operand)) {
      if (name === '$each') {
        if (!Array.isArray(value))
          throw badValue(
            `The argument to $each in $push must be an array but it was of type: ${typeName(value)}`,
          );
        added = value as unknown[];
      } else if (name === '$slice') slice = wholeNumber(name, value);
      else if (name === '$position') position = wholeNumber(name, value);
      else if (name === '$sort') order = pushOrder(value, collation);
      else throw badValue(`Unrecognized clause in $push: ${name}`);
    }
  }
  return (old, { doc }, at) => {
    const list = listOf(old, () =>
      badValue(`The field '${at}' must be an array but is of type ${typeName(old)} in document ${idOf(doc)}`),
    );
    if (list === undefined && added.length === 0 && slice === undefined) return [];
    const before = list ?? [];
    const where =
      position === undefined
        ? before.length
        : position < 0
          ? Math.max(0, before.length + position)
          : position;
    const result = [...before.slice(0, where), ...added, ...before.slice(where)];
    if (order) result.sort(order);
    if (slice === undefined) return result;
    return slice < 0 ? result.slice(slice) : result.slice(0, slice);
  };
}

export function addToSet(operand: unknown, _path: string, collation?: StringCompare): Change {
  let added = [operand];
  if (isDoc(operand) && Object.keys(operand)[0] === '$each') {
    const each = operand['$each'];
    if (!Array.isArray(each))
      throw typeMismatch(
        `The argument to $each in $addToSet must be an array but it was of type ${typeName(each)}`,
      );
    if (Object.keys(operand).length > 1)
      throw badValue(`Found unexpected fields after $each in $addToSet: ${describe(operand)}`);
    added = each as unknown[];
  }
  return (old, _run, at) => {
    const list = listOf(old, () =>
      badValue(
        `Cannot apply $addToSet to non-array field. Field named '${lastName(at)}' has non-array type ${typeName(old)}`,
      ),
    );
    const result = [...(list ?? [])];
    for (const value of added)
      if (!result.some((present) => valuesEqual(present, value, collation))) result.push(value);
    return list && result.length === list.length ? list : result;
  };
}

/** `$pull` removes the elements that equal a value, or match a condition. */
export function pull(operand: unknown, _path: string, collation?: StringCompare): Change {
  const operators = isDoc(operand) && /^\$(?!ref$|id$|db$)/.test(Object.keys(operand)[0] ?? '');
  if (isRegex(operand) || (operators && !['$and', '$or', '$nor'].includes(Object.keys(operand)[0]!))) {
    const filter = compileFilter({ element: operand }, { collation });
    return cull((element) => filter.test({ element }));
  }
  if (isDoc(operand)) {
    const filter = compileFilter(operand, { collation });
    return cull((element) => isDoc(element) && filter.test(element));
  }
  return cull((element) => valuesEqual(element, operand, collation));
}

function cull(remove: (element: unknown) => boolean): Change {
  return (old) => {
    const list = listOf(old, () => badValue('Cannot apply $pull to a non-array value'));
    return list?.some(remove) ? list.filter((element) => !remove(element)) : old;
  };
}

export function pullAll(operand: unknown, _path: string, collation?: StringCompare): Change {
  if (!Array.isArray(operand))
    throw badValue(`$pullAll requires an array argument but was given a ${typeName(operand)}`);
  const values = operand as unknown[];
  return cull((element) => values.some((value) => valuesEqual(element, value, collation)));
}

export function pop(operand: unknown, path: string): Change {
  if (!isNumber(operand)) throw failedToParse(`Expected a number in: ${path}: ${describe(operand)}`);
  const end = asInteger(operand);
  if (end !== 1 && end !== -1) throw failedToParse(`$pop expects 1 or -1, found: ${describe(operand)}`);
  return (old, _run, at) => {
    const list = listOf(old, () =>
      typeMismatch(`Path '${at}' contains an element of non-array type '${typeName(old)}'`),
    );
    if (!list?.length) return old;
    return end === 1 ? list.slice(0, -1) : list.slice(1);
  };
}
