import { isDoc } from '../../bson/document.js';
import { badValue, notImplemented, typeMismatch } from '../../bson/errors.js';
import { arithmetic, int, isNumber, type Operation } from '../../bson/numbers.js';
import { describe } from '../../bson/print.js';
import { typeName } from '../../bson/types.js';
import { compareValues, type StringCompare } from '../../values/compare.js';
import { addToSet, pop, pull, pullAll, push } from './arrays.js';
import { type Change, idOf, lastName, shown } from './tree.js';

const numeric =
  (name: '$inc' | '$mul') =>
  (operand: unknown, path: string): Change => {
    const verb = name === '$inc' ? 'increment' : 'multiply';
    if (!isNumber(operand))
      throw typeMismatch(`Cannot ${verb} with non-numeric argument: ${shown(path, operand)}`);
    const op: Operation = name === '$inc' ? 'add' : 'multiply';
    return (old, { doc }, at) => {
      if (old === undefined) return name === '$inc' ? operand : arithmetic('multiply', int(0), operand);
      if (!isNumber(old))
        throw typeMismatch(
          `Cannot apply ${name} to a value of non-numeric type. ${idOf(doc)} has the field '${lastName(at)}' of non-numeric type ${typeName(old)}`,
        );
      const result = arithmetic(op, old, operand);
      if (result === undefined)
        throw badValue(
          `Failed to apply ${name} operations to current value (${describe(old)}) for document ${idOf(doc)}`,
        );
      return result;
    };
  };

function currentDate(operand: unknown): Change {
  if (isDoc(operand) && operand['$type'] === 'timestamp') throw notImplemented('$currentDate of a timestamp');
  const known = isDoc(operand)
    ? Object.keys(operand).every((name) => name === '$type')
    : typeof operand === 'boolean';
  if (!known || (isDoc(operand) && (operand['$type'] ?? 'date') !== 'date'))
    throw badValue(
      `${describe(operand)} is not valid for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'date'}).`,
    );
  return (_old, { ctx: { now } }) => now;
}

/** Compiles `{operator: {path: operand}}` to a change. */
type Compile = (operand: unknown, path: string, collation?: StringCompare) => Change;

const extreme =
  (sign: number): Compile =>
  (operand, _path, collation) =>
  (old) =>
    old === undefined || sign * compareValues(operand, old, collation) > 0 ? operand : old;

/** Operators that create a missing field; those in `others` do not. */
export const creating = new Map<string, Compile>([
  ['$set', (operand) => () => operand],
  [
    '$setOnInsert',
    (operand) =>
      (old, { ctx }) =>
        ctx.isUpsertInsert ? operand : old,
  ],
  ['$inc', numeric('$inc')],
  ['$mul', numeric('$mul')],
  ['$min', extreme(-1)],
  ['$max', extreme(1)],
  ['$currentDate', currentDate],
  ['$push', push],
  ['$addToSet', addToSet],
]);
export const others = new Map<string, Compile>([
  ['$unset', () => () => undefined],
  ['$pull', pull],
  ['$pullAll', pullAll],
  ['$pop', pop],
]);
