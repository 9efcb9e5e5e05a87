import { entries, isDoc } from '../../bson/document.js';
import { badValue, failedToParse, typeMismatch } from '../../bson/errors.js';
import { asInteger, isNumber } from '../../bson/numbers.js';
import { describe } from '../../bson/print.js';
import { typeName } from '../../bson/types.js';
import { valuesEqual } from '../../values/compare.js';
import { isRegex } from '../../values/regex.js';
import { compileFilter } from '../filter/parse.js';
import { refuseOperator } from '../names.js';
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

export function push(operand: unknown): Change {
  let added = [operand];
  let position: number | undefined;
  if (isDoc(operand) && operand['$each'] !== undefined) {
    for (const [name, value] of entries(operand)) {
      if (name === '$each') {
        if (!Array.isArray(value))
          throw badValue(
            `The argument to $each in $push must be an array but it was of type: ${typeName(value)}`,
          );
        added = value as unknown[];
      } else if (name === '$position') position = wholeNumber(name, value);
      else refuseOperator('push', name);
    }
  }
  return (old, { doc }, at) => {
    const list = listOf(old, () =>
      badValue(`The field '${at}' must be an array but is of type ${typeName(old)} in document ${idOf(doc)}`),
    );
    const before = list ?? [];
    // slices take a negative position from the end
    const where = position ?? before.length;
    return [...before.slice(0, where), ...added, ...before.slice(where)];
  };
}

export function addToSet(operand: unknown): Change {
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
    for (const value of added) if (!result.some((present) => valuesEqual(present, value))) result.push(value);
    return list && result.length === list.length ? list : result;
  };
}

/** `$pull` removes the elements that equal a value, or match a condition. */
export function pull(operand: unknown): Change {
  const operators = isDoc(operand) && /^\$(?!ref$|id$|db$)/.test(Object.keys(operand)[0] ?? '');
  if (isRegex(operand) || (operators && !['$and', '$or', '$nor'].includes(Object.keys(operand)[0]!))) {
    const filter = compileFilter({ element: operand });
    return cull((element) => filter.test({ element }));
  }
  if (isDoc(operand)) {
    const filter = compileFilter(operand);
    return cull((element) => isDoc(element) && filter.test(element));
  }
  return cull((element) => valuesEqual(element, operand));
}

function cull(remove: (element: unknown) => boolean): Change {
  return (old) => {
    const list = listOf(old, () => badValue('Cannot apply $pull to a non-array value'));
    return list?.some(remove) ? list.filter((element) => !remove(element)) : old;
  };
}

export function pullAll(operand: unknown): Change {
  if (!Array.isArray(operand))
    throw badValue(`$pullAll requires an array argument but was given a ${typeName(operand)}`);
  const values = operand as unknown[];
  return cull((element) => values.some((value) => valuesEqual(element, value)));
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
