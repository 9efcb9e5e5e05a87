import type { Doc } from '../bson/document.js';
import type { StringCompare } from '../values/compare.js';

/** Variables of an expression by name without `$$` (ROOT, CURRENT, NOW and the user's own). */
export type Vars = Record<string, unknown>;

/** Operators that a normalised filter may carry on a field. `$ne`, `$nin` appear as `not` around `eq`, `in`. */
export type FieldOp =
  'eq' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'exists' | 'type' | 'regex' | 'size' | 'elemMatch';

/** A filter in normal form, for the planner. `value` is as given, decoded: `in` an array, `exists` a boolean. */
export type FilterNode =
  | { kind: 'and' | 'or' | 'nor'; children: FilterNode[] }
  | { kind: 'not'; child: FilterNode }
  | { kind: 'field'; path: string; op: FieldOp; value: unknown }
  | { kind: 'expr' }
  | { kind: 'always' };

export interface CompiledFilter {
  ast: FilterNode;
  test(doc: Doc): boolean;
  /** Null where it does not match; `positional` is the index of the first array element that did: the positional `$`. */
  match(doc: Doc): { positional?: number } | null;
}

/** What everything of the language is compiled with. */
export interface Options {
  /** Variables beyond ROOT, CURRENT, NOW and REMOVE: the command's `let`, evaluated, or names that get values later. */
  vars?: Vars | undefined;
  now?: Date | undefined;
  collation?: StringCompare | undefined;
}

export interface UpdateOptions extends Options {
  arrayFilters?: Doc[] | undefined;
}

export interface UpdateContext {
  positional?: number | undefined;
  isUpsertInsert: boolean;
  now: Date;
}

export interface CompiledUpdate {
  /** Whole replacement, operators, or aggregation stages. */
  kind: 'replacement' | 'operators' | 'pipeline';
  /** The changed document; the input is never mutated, unchanged parts may be shared. */
  apply(doc: Doc, ctx: UpdateContext): Doc;
}

export interface ProjectionOptions extends Options {
  /** The query of the find, for the positional projection `a.$`. */
  filter?: CompiledFilter | undefined;
}

export type Projection = (doc: Doc) => Doc;

/** What a pipeline needs from outside. */
export interface PipelineEnv extends Options {
  now: Date;
  /** Documents of another collection of the same database, for `$lookup`; `vars` are for its `$expr`. */
  find(collection: string, filter: Doc, vars: Vars): AsyncIterable<Doc> | Iterable<Doc>;
  /** Bytes that blocking stages may hold; 100 MB unless given. */
  memoryLimit?: number | undefined;
  /** Throws when the time of the command is over. */
  check?: (() => void) | undefined;
}

/** The leading stages that a plan may serve. They apply in the order filter, sort, skip, limit. */
export interface Pushdown {
  filter?: Doc;
  sort?: Doc;
  skip?: number;
  limit?: number;
}

export interface CompiledPipeline {
  /** The caller applies this; `run` starts after it. */
  pushdown: Pushdown;
  run(source: AsyncIterable<Doc> | Iterable<Doc>): AsyncIterable<Doc> | Iterable<Doc>;
}
