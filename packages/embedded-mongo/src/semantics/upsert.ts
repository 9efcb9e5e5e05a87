import { fieldKey, isDoc } from './document.js';
import { ServerError } from './errors.js';
import { compileFilter } from './matcher.js';
import type { Doc, FilterNode } from './types.js';

const notSingle = (why: string) => new ServerError(54, `cannot infer query fields to set, ${why}`);

/** The equalities that every match must fulfil: also below `$and`, single `$or`, `$in` and `$all`. */
function equalities(node: FilterNode, found: Map<string, unknown>): void {
  if (node.kind === 'and' || (node.kind === 'or' && node.children.length === 1))
    for (const child of node.children) equalities(child, found);
  if (node.kind !== 'field') return;
  const list = node.op === 'in' ? (node.value as unknown[]) : [node.value];
  if ((node.op !== 'eq' && node.op !== 'in') || list.length !== 1) return;
  if (found.has(node.path)) throw notSingle(`path '${node.path}' is matched twice`);
  found.set(node.path, list[0]);
}

/**
 * The document that an upsert starts from: the equalities of its query, `_id` first. For a replacement only `_id`
 * counts. Throws NotSingleValueField (54) where the query says two things about one path.
 */
export function upsertBase(filter: Doc, replacement = false): Doc {
  const found = new Map<string, unknown>();
  equalities(compileFilter(filter).ast, found);
  const id = found.get('_id');
  if (replacement) return id === undefined ? {} : { _id: id };
  const paths = [...found.keys()].sort();
  const base: Doc = id === undefined ? {} : { _id: id };
  for (const path of paths) {
    const rival = paths.find((other) => path.startsWith(`${other}.`));
    if (rival !== undefined) throw notSingle(`both paths '${path}' and '${rival}' are matched`);
    if (path === '_id') continue;
    const names = path.split('.').map(fieldKey);
    const last = names.pop()!;
    let at = base;
    for (const name of names) {
      const next = at[name];
      at = isDoc(next) ? next : (at[name] = {});
    }
    at[last] = found.get(path);
  }
  return base;
}
