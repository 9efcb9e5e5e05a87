import type { Options, Vars } from '../types.js';
import { Compiler } from './core.js';
import './arithmetic.js';
import './logic.js';
import './strings.js';
import './arrays.js';
import './objects.js';
import './dates.js';
import './conversions.js';

/** Evaluates for one document; `vars` are added to those given when compiled. Missing is undefined. */
type Evaluate = (root: unknown, vars?: Vars) => unknown;

/**
 * Compiles an aggregation expression. Throws MongoDB's codes for unknown operators (168), variables (17276) and wrong
 * numbers of arguments (16020), when evaluated for wrong types; NotImplemented (238) for what is missing here.
 */
export function compileExpression(expression: unknown, options: Options = {}): Evaluate {
  const { vars = {}, now, collation } = options;
  const compute = new Compiler(collation, Object.keys(vars)).compile(expression);
  const base: Vars = now ? { NOW: now, ...vars } : vars;
  return (root, more) => compute({ ...base, ...more, ROOT: root, CURRENT: root });
}
