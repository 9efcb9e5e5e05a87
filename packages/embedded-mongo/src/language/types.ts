import type { Doc } from '../bson/document.js';

/** The variables of an expression by name without `$$` (ROOT, CURRENT, NOW and user variables). */
export type Vars = Record<string, unknown>;

/**
 * Operators that a normalised filter may have on a field. `$ne` and `$nin` appear as `not` around `eq` and `in`.
 */
export type FieldOp =
  | 'eq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'in'
  | 'exists'
  | 'type'
  | 'regex'
  | 'size'
  | 'elemMatch';

/**
 * A filter in normal form, for the planner. `value` is the decoded value: an array for `in`, a boolean for
 * `exists`.
 */
export type FilterNode =
  | { kind: 'and' | 'or' | 'nor'; children: FilterNode[] }
  | { kind: 'not'; child: FilterNode }
  | { kind: 'field'; path: string; op: FieldOp; value: unknown }
  | { kind: 'expr' }
  | { kind: 'always' };

export interface CompiledFilter {
  ast: FilterNode;
  test(doc: Doc): boolean;
  /**
   * Returns null if the document does not match. `positional` is the index of the first matching array element, for
   * the positional `$`.
   */
  match(doc: Doc): { positional?: number } | null;
}

/** Options for compiling any part of the language. */
export interface Options {
  /**
   * Variables beyond ROOT, CURRENT, NOW and REMOVE: the command's evaluated `let`, or names whose values follow
   * later.
   */
  vars?: Vars | undefined;
  now?: Date | undefined;
}

export interface UpdateContext {
  positional?: number | undefined;
  isUpsertInsert: boolean;
  now: Date;
}

export interface CompiledUpdate {
  /** A replacement document, update operators, or aggregation stages. */
  kind: 'replacement' | 'operators' | 'pipeline';
  /** Returns the changed document. Never mutates the input; unchanged parts may be shared. */
  apply(doc: Doc, ctx: UpdateContext): Doc;
}

export type Projection = (doc: Doc) => Doc;

/** What a pipeline needs from its caller. */
export interface PipelineEnv extends Options {
  now: Date;
  /** Memory limit of blocking stages in bytes; default 100 MB. */
  memoryLimit?: number | undefined;
  /** Throws when the command's time is over. */
  check?: (() => void) | undefined;
}

/** The leading stages that a plan may execute. They apply in the order filter, sort, skip, limit. */
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
