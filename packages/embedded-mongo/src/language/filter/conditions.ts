import { BSONRegExp } from 'bson';
import { type Doc, entries, fieldKey, isDoc } from '../../bson/document.js';
import { badValue } from '../../bson/errors.js';
import { typeName } from '../../bson/types.js';
import { isRegex, regexTest } from '../../values/regex.js';
import { refuseOperator } from '../names.js';
import type { FieldOp } from '../types.js';
import {
  arraySize,
  equals,
  oneOf,
  parseTypes,
  type Predicate,
  type Relation,
  relation,
  truthy,
} from './predicates.js';

/** A condition on the values of one path, before it is bound to the path. */
export type Condition =
  | { kind: 'leaf'; op: FieldOp; value: unknown; test: Predicate; whole?: boolean; hit?: { index: number } }
  | { kind: 'not'; child: Condition }
  | { kind: 'and'; children: Condition[] };

/** Compiles the filter of an `$elemMatch`. */
type CompileFilter = (filter: Doc) => { test(doc: Doc): boolean };

/** Whether a name is a DBRef field, not an operator. */
export const isReference = (name: string): boolean => name === '$ref' || name === '$id' || name === '$db';

/**
 * Whether `value` holds operators and is not a DBRef. With `part`, in an `$elemMatch` or a list, any field of a
 * DBRef makes it one.
 */
const isOperators = (value: unknown, part = false): value is Doc => {
  if (!isDoc(value) || !Object.keys(value)[0]?.startsWith('$')) return false;
  return part ? !Object.keys(value).some(isReference) : !('$ref' in value && '$id' in value);
};

const leaf = (op: FieldOp, value: unknown, test: Predicate): Condition => ({ kind: 'leaf', op, value, test });
const not = (child: Condition): Condition => ({ kind: 'not', child });
const pattern = (regex: BSONRegExp): Condition => leaf('regex', regex, regexTest(regex));

export const equality = (value: unknown): Condition => leaf('eq', value, equals(value));
export const among = (list: unknown[]): Condition => leaf('in', list, oneOf(list));

/** Compiles the `value` of `{path: value}`: a value, a pattern or operators. */
export function compileCondition(path: string, value: unknown, compile: CompileFilter): Condition {
  if (isRegex(value)) return pattern(value);
  return isOperators(value) ? allOperators(path, value, compile) : equality(value);
}

function allOperators(path: string, operators: Doc, compile: CompileFilter): Condition {
  const children = entries(operators).map(([name, value]) => {
    const build = conditions.get(name);
    return build ? build(value, path, compile) : refuseOperator('condition', name);
  });
  return children.length === 1 ? children[0]! : { kind: 'and', children };
}

function comparison(op: Relation): (value: unknown, path: string) => Condition {
  return (value, path) => {
    if (isRegex(value)) throw badValue(`Can't have RegEx as arg to predicate over field '${path}'.`);
    return leaf(op, value, relation(op, value));
  };
}

function listed(name: string, value: unknown): Condition {
  if (!Array.isArray(value)) throw badValue(`${name} needs an array`);
  if (value.some((item) => isOperators(item, true))) throw badValue('cannot nest $ under $in');
  return among(value);
}

/** All operators on a field, by name. */
export const conditions = new Map<
  string,
  (value: unknown, path: string, compile: CompileFilter) => Condition
>([
  ['$eq', equality],
  [
    '$ne',
    (value) => {
      if (isRegex(value)) throw badValue("Can't have regex as arg to $ne.");
      return not(equality(value));
    },
  ],
  ['$gt', comparison('gt')],
  ['$gte', comparison('gte')],
  ['$lt', comparison('lt')],
  ['$lte', comparison('lte')],
  ['$in', (value) => listed('$in', value)],
  ['$nin', (value) => not(listed('$nin', value))],
  [
    '$exists',
    (value) => {
      const there = leaf('exists', true, (candidate) => candidate !== undefined);
      return truthy(value) ? there : not(there);
    },
  ],
  [
    '$type',
    (value, path) => {
      const types = parseTypes(value, path);
      return leaf('type', value, (candidate) => types.has(typeName(candidate)));
    },
  ],
  [
    '$regex',
    (value) => {
      if (isRegex(value)) return pattern(value);
      if (typeof value !== 'string') throw badValue('$regex has to be a string');
      return pattern(new BSONRegExp(value));
    },
  ],
  ['$size', (value) => ({ kind: 'leaf', op: 'size', value, test: arraySize(value), whole: true })],
  [
    '$not',
    (value, path, compile) => {
      if (isRegex(value)) return not(pattern(value));
      if (!isDoc(value)) throw badValue('$not needs a regex or a document');
      if (Object.keys(value).length === 0) throw badValue('$not cannot be empty');
      return not(allOperators(path, value, compile));
    },
  ],
  ['$elemMatch', elemMatch],
]);

function elemMatch(value: unknown, path: string, compile: CompileFilter): Condition {
  if (!isDoc(value)) throw badValue('$elemMatch needs an Object');
  const hit = { index: -1 };
  const first = Object.keys(value)[0];
  const onValues =
    isOperators(value, true) && !['$and', '$or', '$nor', '$expr', '$where'].includes(first ?? '');
  let test: Predicate;
  if (onValues) test = onElement(allOperators(path, value, compile));
  else {
    if ('$expr' in value) throw badValue('$expr can only be applied to the top-level document');
    const node = compile(value);
    test = (element) => {
      if (isDoc(element)) return node.test(element);
      return (
        Array.isArray(element) &&
        node.test(Object.fromEntries(element.map((item, i) => [fieldKey(String(i)), item as unknown])))
      );
    };
  }
  return {
    kind: 'leaf',
    op: 'elemMatch',
    value,
    whole: true,
    hit,
    test: (list) => Array.isArray(list) && (hit.index = list.findIndex(test)) >= 0,
  };
}

/** Tests one array element, without expanding it further. */
function onElement(condition: Condition): Predicate {
  if (condition.kind === 'leaf') return condition.test;
  if (condition.kind === 'not') {
    const child = onElement(condition.child);
    return (value) => !child(value);
  }
  const children = condition.children.map(onElement);
  return (value) => children.every((child) => child(value));
}
