import { badValue, typeMismatch } from '../../bson/errors.js';
import { addNumbers, isNumber } from '../../bson/numbers.js';
import { describe } from '../../bson/print.js';
import { typeName } from '../../bson/types.js';
import { compareValues } from '../../values/compare.js';
import { addToSet, pop, pull, pullAll, push } from './arrays.js';
import { type Change, idOf, lastName, shown } from './tree.js';

/** Compiles `{operator: {path: operand}}` to a change. */
type Compile = (operand: unknown, path: string) => Change;

function increment(operand: unknown, path: string): Change {
  if (!isNumber(operand))
    throw typeMismatch(`Cannot increment with non-numeric argument: ${shown(path, operand)}`);
  return (old, { doc }, at) => {
    if (old === undefined) return operand;
    if (!isNumber(old))
      throw typeMismatch(
        `Cannot apply $inc to a value of non-numeric type. ${idOf(doc)} has the field '${lastName(at)}' of non-numeric type ${typeName(old)}`,
      );
    const result = addNumbers(old, operand);
    if (result === undefined)
      throw badValue(
        `Failed to apply $inc operations to current value (${describe(old)}) for document ${idOf(doc)}`,
      );
    return result;
  };
}

const extreme =
  (sign: number): Compile =>
  (operand) =>
  (old) =>
    old === undefined || sign * compareValues(operand, old) > 0 ? operand : old;

/** Operators that create a missing field; those in `others` do not. */
export const creating = new Map<string, Compile>([
  ['$set', (operand) => () => operand],
  [
    '$setOnInsert',
    (operand) =>
      (old, { ctx }) =>
        ctx.isUpsertInsert ? operand : old,
  ],
  ['$inc', increment],
  ['$min', extreme(-1)],
  ['$max', extreme(1)],
  ['$push', push],
  ['$addToSet', addToSet],
]);
export const others = new Map<string, Compile>([
  ['$unset', () => () => undefined],
  ['$pull', pull],
  ['$pullAll', pullAll],
  ['$pop', pop],
]);
