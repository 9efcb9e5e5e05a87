import type { Options, Vars } from '../types.js';
import { Compiler } from './core.js';
import './operators.js';

/** Evaluates for one document; `vars` add to the compile-time variables. Undefined means missing. */
type Evaluate = (root: unknown, vars?: Vars) => unknown;

/**
 * Compiles an aggregation expression. Throws MongoDB's codes for unknown operators (168), unknown variables (17276)
 * and wrong argument counts (16020), and NotImplemented (238) for operators that this server lacks. Type errors
 * throw on evaluation.
 */
export function compileExpression(expression: unknown, options: Options = {}): Evaluate {
  const { vars = {}, now } = options;
  const compute = new Compiler(Object.keys(vars)).compile(expression);
  const base: Vars = now ? { NOW: now, ...vars } : vars;
  return (root, more) => compute({ ...base, ...more, ROOT: root, CURRENT: root });
}
