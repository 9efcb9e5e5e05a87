import { type Doc, entries, isDoc } from '../../bson/document.js';
import { badValue } from '../../bson/errors.js';
import { MATCH, NO_MATCH, parsePath, walkPath } from '../../values/paths.js';
import { isRegex } from '../../values/regex.js';
import { compileExpression } from '../expressions/index.js';
import { refuseOperator } from '../names.js';
import type { CompiledFilter, FilterNode, Options } from '../types.js';
import { among, compileCondition, type Condition, equality, isReference } from './conditions.js';
import { truthy } from './predicates.js';

/** A compiled part of a filter. `match` returns NO_MATCH, MATCH or the positional index. */
interface Node {
  ast: FilterNode;
  test(doc: Doc): boolean;
  match(doc: Doc): number;
  /** Sort key in MongoDB's order of conditions, which decides whose array index the positional operator gets. */
  order: string;
}

const orders = 'and or elemMatch size eq lte lt gt gte regex exists in not nor type expr'.split(' ');
const rankOf = new Map(orders.map((kind, i) => [kind, String.fromCharCode(65 + i)]));
const orderOf = (kind: string, path = '') => `${rankOf.get(kind)!}${path}`;
type TopLevel = (parser: Parser, value: unknown) => Node;

/** Compiles `$or` or `$nor`. */
const anyOf =
  (name: '$or' | '$nor'): TopLevel =>
  (parser, value) => {
    const nodes = parser.branches(name, value);
    if (name === '$or' && nodes.length === 1) return nodes[0]!;
    const list = name === '$or' && valuesOfOne(nodes);
    if (list) return parser.bind(list.path, among(list.values));
    const kind = name === '$or' ? 'or' : 'nor';
    const test = (doc: Doc) => nodes.some((node) => node.test(doc)) === (kind === 'or');
    return plain({ kind, children: nodes.map(({ ast }) => ast) }, test);
  };

/** All operators at the top of a filter, by name. */
export const topLevel = new Map<string, TopLevel>([
  ['$and', (parser, value) => all(parser.branches('$and', value))],
  ['$or', anyOf('$or')],
  ['$nor', anyOf('$nor')],
  [
    '$expr',
    (parser, value) => {
      const evaluate = compileExpression(value, parser.options);
      return plain({ kind: 'expr' }, (doc) => truthy(evaluate(doc)));
    },
  ],
]);

class Parser {
  constructor(readonly options: Options) {}

  filter(filter: Doc): Node {
    return all(entries(filter).map(([name, value]) => this.part(name, value)));
  }

  private part(name: string, value: unknown): Node {
    if (isReference(name)) return this.bind(name, equality(value));
    if (!name.startsWith('$'))
      return this.bind(
        name,
        compileCondition(name, value, (inner) => this.filter(inner)),
      );
    const build = topLevel.get(name);
    return build ? build(this, value) : refuseOperator('filter', name);
  }

  branches(name: string, value: unknown): Node[] {
    if (!Array.isArray(value)) throw badValue(`${name} must be an array`);
    if (value.length === 0) throw badValue('$and/$or/$nor must be a nonempty array');
    return (value as unknown[]).map((branch) => {
      if (!isDoc(branch)) throw badValue('$or/$and/$nor entries need to be full objects');
      return this.filter(branch);
    });
  }

  bind(path: string, condition: Condition): Node {
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

/** Returns the values if all branches only compare the same path: MongoDB treats such an `$or` as an `$in`. */
function valuesOfOne(nodes: Node[]): { path: string; values: unknown[] } | undefined {
  let path: string | undefined;
  const values: unknown[] = [];
  for (const { ast } of nodes) {
    if (ast.kind !== 'field' || ast.path !== (path ??= ast.path)) return undefined;
    // a regular expression is a value in an equality, but a pattern in an $in
    if (ast.op === 'eq' && !isRegex(ast.value)) values.push(ast.value);
    else if (ast.op === 'in') for (const value of ast.value as unknown[]) values.push(value);
    else return undefined;
  }
  return path === undefined ? undefined : { path, values };
}

function plain(ast: FilterNode, test: (doc: Doc) => boolean): Node {
  return { ast, test, match: (doc) => (test(doc) ? MATCH : NO_MATCH), order: orderOf(ast.kind) };
}

function all(nodes: Node[]): Node {
  if (nodes.length === 1) return nodes[0]!;
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
 * Compiles a query filter. Throws BadValue (2) or FailedToParse (9) if MongoDB rejects it, and NotImplemented (238)
 * for operators that this server does not have.
 */
export function compileFilter(filter: Doc, options: Options = {}): CompiledFilter {
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
