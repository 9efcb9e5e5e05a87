import { badValue, failedToParse } from '../../bson/errors.js';
import { asInteger, isNaNValue, isNumber, toDouble } from '../../bson/numbers.js';
import { typeOf, types } from '../../bson/types.js';
import { compareValues } from '../../values/compare.js';
import { keyText } from '../../values/keys.js';
import { isRegex, regexTest } from '../../values/regex.js';

export type Predicate = (value: unknown) => boolean;

export const isNullish = (value: unknown): boolean => value === undefined || value === null;

/** Truthiness in MongoDB: everything except false, null, undefined, missing and zero. */
export function truthy(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (isNullish(value)) return false;
  return !isNumber(value) || toDouble(value) !== 0;
}

export function equals(operand: unknown): Predicate {
  if (isNullish(operand)) return (value) => value === null || value === undefined;
  if (typeof operand === 'string') return (value) => value === operand;
  const { rank } = typeOf(operand);
  return (value) => typeOf(value).rank === rank && compareValues(value, operand) === 0;
}

export type Relation = 'gt' | 'gte' | 'lt' | 'lte';
const holds: Record<Relation, (order: number) => boolean> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** Compiles `$gt`, `$gte`, `$lt` and `$lte`. Only values of the operand's type compare. */
export function relation(op: Relation, operand: unknown): Predicate {
  const orEqual = op === 'gte' || op === 'lte';
  if (isNullish(operand)) return orEqual ? isNullish : () => false;
  if (isNaNValue(operand)) return orEqual ? isNaNValue : () => false;
  const check = holds[op];
  const { rank } = typeOf(operand);
  return (value) => typeOf(value).rank === rank && check(compareValues(value, operand)) && !isNaNValue(value);
}

/** Compiles `$in`: equality with a listed value, or a match of a listed regular expression. */
export function oneOf(list: unknown[]): Predicate {
  const keys = new Set<string>();
  const others: Predicate[] = [];
  for (const item of list) {
    if (isRegex(item)) others.push(regexTest(item));
    else if (isNullish(item)) others.push(equals(item));
    else keys.add(keyText(item));
  }
  return (value) => (keys.size > 0 && keys.has(keyText(value))) || others.some((test) => test(value));
}

/** Compiles `$size`; throws BadValue unless the argument is a whole number of at least 0. */
export function arraySize(argument: unknown): Predicate {
  const failed = (why: string) => badValue(`Failed to parse $size. ${why}: $size: ${String(argument)}`);
  if (!isNumber(argument)) throw failed('Expected a number in');
  const size = asInteger(argument);
  if (size === undefined) throw failed('Expected an integer');
  if (size < 0) throw failed('Expected a non-negative number in');
  return (value) => Array.isArray(value) && value.length === size;
}

/** Returns the type names for the argument of the query operator `$type`: a name, a code or a list of them. */
export function parseTypes(argument: unknown, path: string): Set<string> {
  const list = Array.isArray(argument) ? (argument as unknown[]) : [argument];
  if (list.length === 0) throw failedToParse(`${path} must match at least one type`);
  const found = new Set<string>();
  for (const item of list) {
    if (typeof item === 'string') {
      if (item === 'number') for (const name of ['int', 'long', 'double', 'decimal']) found.add(name);
      else if (Object.hasOwn(types, item) && item !== 'missing') found.add(item);
      else throw badValue(`Unknown type name alias: ${item}`);
      continue;
    }
    const code = asInteger(item);
    const type = code === undefined ? undefined : Object.values(types).find((one) => one.code === code);
    if (type === undefined) {
      if (code === undefined && typeof item !== 'object')
        throw badValue('type must be represented as a number or a string');
      throw badValue(`Invalid numerical type code: ${String(item)}`);
    }
    found.add(type.name);
  }
  return found;
}
