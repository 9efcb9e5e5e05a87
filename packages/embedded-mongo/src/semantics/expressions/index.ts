import { notImplemented } from '../errors.js';
import type { Doc, StringCompare, Vars } from '../types.js';

export interface ExpressionOptions {
  vars?: Vars | undefined;
  now?: Date | undefined;
  collation?: StringCompare | undefined;
}

export type Evaluate = (root: Doc, vars?: Vars) => unknown;

/** Compiles an aggregation expression. */
export function compileExpression(_expression: unknown, _options: ExpressionOptions = {}): Evaluate {
  throw notImplemented('expression');
}
