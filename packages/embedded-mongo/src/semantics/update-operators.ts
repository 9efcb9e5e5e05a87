import { Timestamp } from 'bson';
import { describe } from '../describe.js';
import { compareValues } from './compare.js';
import { entries, isDoc } from './document.js';
import { badValue, failedToParse, typeMismatch } from './errors.js';
import { arithmetic, int, isNumber, numberType, type Operation } from './numbers.js';
import { typeName } from './types-of.js';
import type { StringCompare } from './types.js';
import { addToSet, pop, pull, pullAll, push } from './update-arrays.js';
import { type Change, idOf, lastName, shown } from './update-changes.js';

function numeric(name: '$inc' | '$mul', path: string, operand: unknown): Change {
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
}

function currentDate(operand: unknown): Change {
  let kind = 'date';
  if (isDoc(operand)) {
    for (const [name, value] of entries(operand)) {
      if (name !== '$type') throw badValue(`Unrecognized $currentDate option: ${name}`);
      if (value !== 'date' && value !== 'timestamp')
        throw badValue(
          "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}",
        );
      kind = value;
    }
  } else if (typeof operand !== 'boolean')
    throw badValue(
      `${typeName(operand)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    );
  return (_old, { ctx: { now } }) =>
    kind === 'date'
      ? now
      : new Timestamp({ t: Math.floor(now.getTime() / 1000), i: (now.getTime() % 1000) + 1 });
}

const integral = (value: unknown) =>
  ['int', 'long'].includes(numberType(value) ?? '') && typeof value === 'object';

function bit(path: string, operand: unknown): Change {
  if (!isDoc(operand))
    throw badValue(
      `The $bit modifier is not compatible with a ${typeName(operand)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`,
    );
  const steps = entries(operand).map(([name, value]): [Operation, unknown] => {
    if (name !== 'and' && name !== 'or' && name !== 'xor')
      throw badValue(
        `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an unknown operator: ${shown(name, value)}`,
      );
    if (!integral(value))
      throw badValue(
        `The $bit modifier field must be an Integer(32/64 bit); a '${typeName(value)}' is not supported here: ${shown(name, value)}`,
      );
    return [name, value];
  });
  if (steps.length === 0)
    throw badValue(
      `You must pass in at least one bitwise operation. The format is: {$bit: {field: {and/or/xor: #}}. Found: ${shown(path, operand)}`,
    );
  return (old, { doc }, at) => {
    if (old !== undefined && !integral(old))
      throw badValue(
        `Cannot apply $bit to a value of non-integral type.${idOf(doc)} has the field ${lastName(at)} of non-integer type ${typeName(old)}`,
      );
    return steps.reduce<unknown>((value, [op, mask]) => arithmetic(op, value, mask), old ?? int(0));
  };
}

/** Compiles `{name: {path: operand}}` for one of the known operators except `$rename`. */
export function compileOperator(
  name: string,
  path: string,
  operand: unknown,
  collation?: StringCompare,
): Change {
  switch (name) {
    case '$set':
      return () => operand;
    case '$setOnInsert':
      return (old, { ctx }) => (ctx.isUpsertInsert ? operand : old);
    case '$unset':
      return () => undefined;
    case '$inc':
    case '$mul':
      return numeric(name, path, operand);
    case '$min':
      return (old) => (old === undefined || compareValues(operand, old, collation) < 0 ? operand : old);
    case '$max':
      return (old) => (old === undefined || compareValues(operand, old, collation) > 0 ? operand : old);
    case '$currentDate':
      return currentDate(operand);
    case '$push':
      return push(operand, collation);
    case '$addToSet':
      return addToSet(operand, collation);
    case '$pull':
      return pull(operand, collation);
    case '$pullAll':
      return pullAll(operand, collation);
    case '$pop':
      return pop(path, operand);
    case '$bit':
      return bit(path, operand);
    default:
      throw failedToParse(`Unknown modifier: ${name}`);
  }
}
