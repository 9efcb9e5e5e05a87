import { Timestamp } from 'bson';
import { describe } from '../describe.js';
import { compareValues, valuesEqual } from './compare.js';
import { entries, fieldKey, isDoc } from './document.js';
import { badValue, failedToParse, typeMismatch } from './errors.js';
import { compileFilter } from './matcher.js';
import { arithmetic, asInteger, int, isNumber, numberType, type Operation } from './numbers.js';
import { parsePath, plainValue } from './paths.js';
import { isRegex } from './regex.js';
import { compileSort } from './sort.js';
import { typeName } from './types-of.js';
import type { Doc, StringCompare, UpdateContext } from './types.js';

/** What an operator may look at besides the value that it changes. */
export interface Run {
  ctx: UpdateContext;
  /** The document as it was before the update. */
  doc: Doc;
}

/** New value of a field from its old one; undefined is missing in both directions. */
export type Change = (old: unknown, run: Run, path: string) => unknown;

const idOf = (doc: Doc) => `{_id: ${describe(doc['_id'])}}`;
const lastName = (path: string) => path.slice(path.lastIndexOf('.') + 1);
const shown = (path: string, value: unknown) => `{${path}: ${describe(value)}}`;

/** The list that an array operator works on; undefined where the field is missing. */
function listOf(old: unknown, refuse: () => Error): unknown[] | undefined {
  if (old === undefined) return undefined;
  if (!Array.isArray(old)) throw refuse();
  return old as unknown[];
}

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

function wholeNumber(name: string, value: unknown): number {
  const number = asInteger(value);
  if (number === undefined)
    throw badValue(`The value for ${name} must be an integer value but was given type: ${typeName(value)}`);
  return number;
}

/** `$sort` of `$push`: by the whole element, or by fields of it. */
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
  const { paths, directions, compareKeys } = compileSort(spec, collation);
  const parsed = paths.map(parsePath);
  const key = (element: unknown) =>
    parsed.map((path) => (isDoc(element) ? plainValue(element, path) : undefined));
  return directions.length ? (a, b) => compareKeys(key(a), key(b)) : () => 0;
}

function push(operand: unknown, collation?: StringCompare): Change {
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
    const result = [...(list ?? [])];
    const where =
      position === undefined
        ? result.length
        : position < 0
          ? Math.max(0, result.length + position)
          : position;
    result.splice(where, 0, ...added);
    if (order) result.sort(order);
    if (slice === undefined) return result;
    return slice < 0 ? result.slice(slice) : result.slice(0, slice);
  };
}

function addToSet(operand: unknown, collation?: StringCompare): Change {
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

/** Which elements `$pull` removes: those that equal a value, or match a condition. */
function pullTest(operand: unknown, collation?: StringCompare): (element: unknown) => boolean {
  const operators = isDoc(operand) && /^\$(?!ref$|id$|db$)/.test(Object.keys(operand)[0] ?? '');
  if (isRegex(operand) || (operators && !['$and', '$or', '$nor'].includes(Object.keys(operand)[0]!))) {
    const filter = compileFilter({ element: operand }, { collation });
    return (element) => filter.test({ element });
  }
  if (isDoc(operand)) {
    const filter = compileFilter(operand, { collation });
    return (element) => isDoc(element) && filter.test(element);
  }
  return (element) => valuesEqual(element, operand, collation);
}

function cull(remove: (element: unknown) => boolean): Change {
  return (old) => {
    const list = listOf(old, () => badValue('Cannot apply $pull to a non-array value'));
    return list?.some(remove) ? list.filter((element) => !remove(element)) : old;
  };
}

function pullAll(operand: unknown, collation?: StringCompare): Change {
  if (!Array.isArray(operand))
    throw badValue(`$pullAll requires an array argument but was given a ${typeName(operand)}`);
  const values = operand as unknown[];
  return cull((element) => values.some((value) => valuesEqual(element, value, collation)));
}

function pop(path: string, operand: unknown): Change {
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
      return cull(pullTest(operand, collation));
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

/** The two halves of `$rename`: what removes the source and what sets the target. */
export function renameChanges(
  source: string,
  target: unknown,
): { target: string; take: Change; put: Change } {
  if (typeof target !== 'string')
    throw badValue(`The 'to' field for $rename must be a string: ${source}: ${describe(target)}`);
  const dynamic = (path: string) => path.split('.').some((name) => name.startsWith('$'));
  if (dynamic(source)) throw badValue(`The source field for $rename may not be dynamic: ${source}`);
  if (dynamic(target)) throw badValue(`The destination field for $rename may not be dynamic: ${target}`);
  if (source === target)
    throw badValue(`The source and target field for $rename must differ: ${source}: "${target}"`);
  if (source.startsWith(`${target}.`) || target.startsWith(`${source}.`))
    throw badValue(
      `The source and target field for $rename must not be on the same path: ${source}: "${target}"`,
    );
  const from = parsePath(source);
  const refuseArrays = (role: string, path: string, doc: Doc) => {
    let value: unknown = doc;
    for (const name of path.split('.').slice(0, -1)) {
      value = isDoc(value) ? value[fieldKey(name)] : undefined;
      if (Array.isArray(value))
        throw badValue(
          `The ${role} field cannot be an array element, '${path}' in doc with _id: ${describe(doc['_id'])} has an array field called '${name}'`,
        );
    }
  };
  return {
    target,
    take: () => undefined,
    put: (old, { doc }) => {
      refuseArrays('source', source, doc);
      const value = plainValue(doc, from);
      if (value === undefined) return old;
      refuseArrays('destination', target, doc);
      return value;
    },
  };
}
