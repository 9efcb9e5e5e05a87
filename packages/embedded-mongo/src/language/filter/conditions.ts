import { BSONRegExp } from 'bson';
import { type Doc, entries, fieldKey, isDoc } from '../../bson/document.js';
import { badValue, notImplemented } from '../../bson/errors.js';
import { typeName } from '../../bson/types.js';
import type { StringCompare } from '../../values/compare.js';
import { isRegex, regexTest } from '../../values/regex.js';
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

const refusedOnFields = (
  '$geoWithin $geoIntersects $near $nearSphere $within $geoNear $maxDistance $minDistance ' +
  '$mod $bitsAllSet $bitsAllClear $bitsAnySet $bitsAnyClear'
).split(' ');

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

function leaf(op: FieldOp, value: unknown, test: Predicate): Condition {
  return { kind: 'leaf', op, value, test };
}
const not = (child: Condition): Condition => ({ kind: 'not', child });

/** Compiles the right-hand side of a field in a filter: a value, a pattern or operators. */
export class Conditions {
  constructor(
    private readonly collation: StringCompare | undefined,
    /** Compiles the filter of an `$elemMatch`. */
    private readonly compile: (filter: Doc) => { test(doc: Doc): boolean },
  ) {}

  /** Compiles the `value` of `{path: value}`. */
  of(path: string, value: unknown): Condition {
    if (isRegex(value)) return leaf('regex', value, regexTest(value));
    if (!isOperators(value)) return this.equality(value);
    return this.operators(path, value);
  }

  equality(value: unknown): Condition {
    return leaf('eq', value, equals(value, this.collation));
  }

  among(list: unknown[]): Condition {
    return leaf('in', list, oneOf(list, this.collation));
  }

  private operators(path: string, operators: Doc): Condition {
    const children = entries(operators).flatMap(
      ([name, value]) => this.operator(path, name, value, operators) ?? [],
    );
    return children.length === 1 ? children[0]! : { kind: 'and', children };
  }

  private operator(path: string, name: string, value: unknown, siblings: Doc): Condition | undefined {
    const { collation } = this;
    switch (name) {
      case '$eq':
        return this.equality(value);
      case '$ne':
        if (isRegex(value)) throw badValue("Can't have regex as arg to $ne.");
        return not(this.equality(value));
      case '$gt':
      case '$gte':
      case '$lt':
      case '$lte': {
        if (isRegex(value)) throw badValue(`Can't have RegEx as arg to predicate over field '${path}'.`);
        const op = name.slice(1) as Relation;
        return leaf(op, value, relation(op, value, collation));
      }
      case '$in':
      case '$nin': {
        if (!Array.isArray(value)) throw badValue(`${name} needs an array`);
        if (value.some((item) => isOperators(item, true))) throw badValue('cannot nest $ under $in');
        return name === '$in' ? this.among(value) : not(this.among(value));
      }
      case '$exists': {
        const there = leaf('exists', true, (candidate) => candidate !== undefined);
        return truthy(value) ? there : not(there);
      }
      case '$type': {
        const types = parseTypes(value, path);
        return leaf('type', value, (candidate) => types.has(typeName(candidate)));
      }
      case '$regex':
        return this.regex(value, siblings['$options']);
      case '$options':
        if (siblings['$regex'] === undefined) throw badValue('$options needs a $regex');
        return undefined;
      case '$size':
        return { kind: 'leaf', op: 'size', value, test: arraySize(value), whole: true };
      case '$not':
        if (isRegex(value)) return not(leaf('regex', value, regexTest(value)));
        if (!isDoc(value)) throw badValue('$not needs a regex or a document');
        if (Object.keys(value).length === 0) throw badValue('$not cannot be empty');
        return not(this.operators(path, value));
      case '$all':
        return this.containsAll(value);
      case '$elemMatch':
        return this.elemMatch(path, value);
      case '$comment':
        return undefined;
      default:
        if (refusedOnFields.includes(name)) throw notImplemented(name);
        throw badValue(`unknown operator: ${name}`);
    }
  }

  private regex(value: unknown, options: unknown): Condition {
    if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
    let pattern: string;
    let flags = options ?? '';
    if (isRegex(value)) {
      const { pattern: source, options: own } = value;
      if (own !== '' && options !== undefined) throw badValue('options set in both $regex and $options');
      pattern = source;
      flags = own === '' ? flags : own;
    } else if (typeof value === 'string') pattern = value;
    else throw badValue('$regex has to be a string');
    for (const flag of flags)
      if (!'imsxu'.includes(flag)) throw badValue(`invalid flag in regex options: ${flag}`);
    const regex = new BSONRegExp(pattern, flags);
    return leaf('regex', regex, regexTest(regex));
  }

  private containsAll(value: unknown): Condition {
    if (!Array.isArray(value)) throw badValue('$all needs an array');
    const list = value as unknown[];
    if (list.length === 0) return leaf('in', [], () => false);
    const elementwise = isDoc(list[0]) && Object.keys(list[0])[0] === '$elemMatch';
    const children = list.map((item): Condition => {
      const isElemMatch = isDoc(item) && Object.keys(item)[0] === '$elemMatch';
      if (elementwise !== isElemMatch) {
        if (isElemMatch || isOperators(item)) throw badValue('no $ expressions in $all');
        throw badValue('$all/$elemMatch has to be consistent');
      }
      if (isElemMatch) return this.elemMatch('', item['$elemMatch']);
      if (isOperators(item)) throw badValue('no $ expressions in $all');
      return isRegex(item) ? leaf('regex', item, regexTest(item)) : this.equality(item);
    });
    return children.length === 1 ? children[0]! : { kind: 'and', children };
  }

  private elemMatch(path: string, value: unknown): Condition {
    if (!isDoc(value)) throw badValue('$elemMatch needs an Object');
    const hit = { index: -1 };
    const first = Object.keys(value)[0];
    const onValues =
      isOperators(value, true) && !['$and', '$or', '$nor', '$expr', '$where'].includes(first ?? '');
    let test: Predicate;
    if (onValues) test = onElement(this.operators(path, value));
    else {
      if ('$expr' in value) throw badValue('$expr can only be applied to the top-level document');
      const node = this.compile(value);
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
