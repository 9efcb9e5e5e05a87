import { entries, fieldKey, isDoc } from './document.js';
import { badValue, notImplemented, typeMismatch } from './errors.js';
import { compileExpression } from './expressions/index.js';
import { compileJsonSchema } from './json-schema/index.js';
import { MATCH, NO_MATCH, parsePath, walkPath } from './paths.js';
import type { BitsOperator, Predicate, Relation } from './predicates.js';
import { arraySize, bits, equals, modulo, oneOf, relation, truthy } from './predicates.js';
import { isRegex, regexTest } from './regex.js';
import { parseTypes, typeName } from './types-of.js';
import { BSONRegExp } from 'bson';
import { regexParts } from './compare.js';
import type { CompiledFilter, Doc, FieldOp, FilterNode, FilterOptions } from './types.js';

/** A condition on the values of one path, before it is bound to the path. */
type Condition =
  | { kind: 'leaf'; op: FieldOp; value: unknown; test: Predicate; whole?: boolean; hit?: { index: number } }
  | { kind: 'not'; child: Condition }
  | { kind: 'and'; children: Condition[] };

/** A compiled part of a filter. `match` gives NO_MATCH, MATCH or the positional index. */
interface Node {
  ast: FilterNode;
  test(doc: Doc): boolean;
  match(doc: Doc): number;
  /** Place in MongoDB's order of conditions: it decides whose array index the positional operator gets. */
  order: string;
}

const orders = [
  'and',
  'or',
  'elemMatch',
  'size',
  'eq',
  'lte',
  'lt',
  'gt',
  'gte',
  'regex',
  'mod',
  'exists',
  'in',
  'bits',
  'not',
  'nor',
  'type',
  'expr',
];
const rankOf = new Map(orders.map((kind, i) => [kind, String.fromCharCode(65 + i)]));
const orderOf = (kind: string, path = '') => `${rankOf.get(kind)!}${path}`;
const refusedOnFields = [
  '$geoWithin',
  '$geoIntersects',
  '$near',
  '$nearSphere',
  '$within',
  '$geoNear',
  '$maxDistance',
  '$minDistance',
];
const refusedOnTop = ['$where', '$text', '$sampleRate'];

const isOperators = (value: unknown): value is Doc => {
  if (!isDoc(value)) return false;
  const first = Object.keys(value)[0];
  return first?.startsWith('$') === true && first !== '$ref' && first !== '$id' && first !== '$db';
};

function leaf(op: FieldOp, value: unknown, test: Predicate): Condition {
  return { kind: 'leaf', op, value, test };
}
const not = (child: Condition): Condition => ({ kind: 'not', child });

class Parser {
  constructor(private readonly options: FilterOptions) {}

  filter(filter: Doc): Node {
    const nodes: Node[] = [];
    for (const [name, value] of entries(filter)) {
      const node = name.startsWith('$')
        ? this.topLevel(name, value)
        : this.bind(name, this.condition(name, value));
      if (node) nodes.push(node);
    }
    return nodes.length === 1 ? nodes[0]! : all(nodes);
  }

  private topLevel(name: string, value: unknown): Node | undefined {
    switch (name) {
      case '$and':
        return all(this.branches(name, value));
      case '$or':
      case '$nor': {
        const nodes = this.branches(name, value);
        const kind = name === '$or' ? 'or' : 'nor';
        const test = (doc: Doc) => nodes.some((node) => node.test(doc)) === (kind === 'or');
        return plain({ kind, children: nodes.map(({ ast }) => ast) }, test);
      }
      case '$expr': {
        const evaluate = compileExpression(value, {
          vars: this.options.vars,
          now: this.options.now,
          collation: this.options.collation,
        });
        return plain({ kind: 'expr' }, (doc) => truthy(evaluate(doc)));
      }
      case '$jsonSchema': {
        if (!isDoc(value)) throw typeMismatch('$jsonSchema must be an object');
        const schema = compileJsonSchema(value);
        return plain({ kind: 'expr' }, (doc) => schema.test(doc));
      }
      case '$comment':
        return undefined;
      case '$alwaysTrue':
        return all([]);
      case '$alwaysFalse':
        return plain({ kind: 'nor', children: [{ kind: 'always' }] }, () => false);
      default:
        if (refusedOnTop.includes(name)) throw notImplemented(name);
        throw badValue(
          `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
        );
    }
  }

  private branches(name: string, value: unknown): Node[] {
    if (!Array.isArray(value)) throw badValue(`${name} must be an array`);
    if (value.length === 0) throw badValue('$and/$or/$nor must be a nonempty array');
    return (value as unknown[]).map((branch) => {
      if (!isDoc(branch)) throw badValue('$or/$and/$nor entries need to be full objects');
      return this.filter(branch);
    });
  }

  /** The condition that `value` in `{path: value}` stands for. */
  private condition(path: string, value: unknown): Condition {
    if (isRegex(value)) return leaf('regex', value, regexTest(value));
    if (!isOperators(value)) return this.equality(value);
    return this.operators(path, value);
  }

  private equality(value: unknown): Condition {
    return leaf('eq', value, equals(value, this.options.collation));
  }

  private operators(path: string, operators: Doc): Condition {
    const children = entries(operators).flatMap(
      ([name, value]) => this.operator(path, name, value, operators) ?? [],
    );
    return children.length === 1 ? children[0]! : { kind: 'and', children };
  }

  private operator(path: string, name: string, value: unknown, siblings: Doc): Condition | undefined {
    const { collation } = this.options;
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
        const among = leaf('in', value, oneOf(value, collation));
        return name === '$in' ? among : not(among);
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
      case '$mod':
        return leaf('mod', value, modulo(value));
      case '$size':
        return { kind: 'leaf', op: 'size', value, test: arraySize(value), whole: true };
      case '$bitsAllSet':
      case '$bitsAllClear':
      case '$bitsAnySet':
      case '$bitsAnyClear':
        return leaf('bits', { [name]: value }, bits(name satisfies BitsOperator, value));
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
      const [source, own] = regexParts(value);
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
    const onValues = isOperators(value) && !['$and', '$or', '$nor', '$expr', '$where'].includes(first ?? '');
    let test: Predicate;
    if (onValues) test = onElement(this.operators(path, value));
    else {
      if ('$expr' in value) throw badValue('$expr can only be applied to the top-level document');
      const node = this.filter(value);
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

  private bind(path: string, condition: Condition): Node {
    if (condition.kind === 'and') return all(condition.children.map((child) => this.bind(path, child)));
    if (condition.kind === 'not') {
      const child = this.bind(path, condition.child);
      return {
        ...plain({ kind: 'not', child: child.ast }, (doc) => !child.test(doc)),
        order: orderOf('not', path),
      };
    }
    const { op, value, test, whole, hit } = condition;
    const segments = parsePath(path);
    const expand = whole !== true;
    const key = segments.length === 1 ? segments[0]!.key : undefined;
    const walk = (doc: Doc) => walkPath(doc, segments, 0, expand, test);
    return {
      ast: { kind: 'field', path, op, value },
      test: (doc) => {
        if (key === undefined) return walk(doc) !== NO_MATCH;
        const candidate = doc[key];
        return expand && Array.isArray(candidate) ? walk(doc) !== NO_MATCH : test(candidate);
      },
      match: (doc) => {
        const found = walk(doc);
        return found === MATCH && hit ? hit.index : found;
      },
      order: orderOf(op, path),
    };
  }
}

/** A condition as a test of one array element, which is not expanded further. */
function onElement(condition: Condition): Predicate {
  if (condition.kind === 'leaf') return condition.test;
  if (condition.kind === 'not') {
    const child = onElement(condition.child);
    return (value) => !child(value);
  }
  const children = condition.children.map(onElement);
  return (value) => children.every((child) => child(value));
}

function plain(ast: FilterNode, test: (doc: Doc) => boolean): Node {
  return { ast, test, match: (doc) => (test(doc) ? MATCH : NO_MATCH), order: orderOf(ast.kind) };
}

function all(nodes: Node[]): Node {
  if (nodes.length === 0) return { ...plain({ kind: 'always' }, () => true), order: orderOf('and') };
  const ordered = [...nodes].sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0));
  return {
    ast: { kind: 'and', children: nodes.flatMap(({ ast }) => (ast.kind === 'and' ? ast.children : [ast])) },
    test: (doc) => {
      for (const node of nodes) if (!node.test(doc)) return false;
      return true;
    },
    match: (doc) => {
      let result = MATCH;
      for (const node of ordered) {
        const found = node.match(doc);
        if (found === NO_MATCH) return NO_MATCH;
        if (found !== MATCH) result = found;
      }
      return result;
    },
    order: orderOf('and'),
  };
}

/**
 * Compiles a query filter. Throws BadValue (2) or FailedToParse (9) for what MongoDB refuses and NotImplemented (238)
 * for `$where`, `$text` and geo operators.
 */
export function compileFilter(filter: Doc, options: FilterOptions = {}): CompiledFilter {
  const node = new Parser(options).filter(filter);
  return {
    ast: node.ast,
    test: (doc) => node.test(doc),
    match: (doc) => {
      const found = node.match(doc);
      if (found === NO_MATCH) return null;
      return found === MATCH ? {} : { positional: found };
    },
  };
}
