import { type Doc, entries, isDoc } from '../../bson/document.js';
import { fail } from '../../bson/errors.js';
import { describe } from '../../bson/print.js';
import { typeName } from '../../bson/types.js';
import type { Compiler } from '../expressions/core.js';
import { addField, computeFields, excludeFields, type FieldTree, fieldTree } from '../project/field-tree.js';
import { compileProjectStage } from '../project/projection.js';
import type { Vars } from '../types.js';
import { scopeOf } from './flow.js';
import '../expressions/index.js';

/** A stage that maps one document to one document. */
type Transform = (doc: Doc, vars: Vars) => Doc;

function addComputed(tree: FieldTree, path: string, value: unknown, compiler: Compiler): void {
  const [first] = isDoc(value) ? Object.keys(value) : ['$'];
  if (first === undefined)
    fail(40180, `an empty object is not a valid value. Found empty object at path ${path}`);
  if (first.startsWith('$')) addField(tree, path, compiler.compile(value));
  else
    for (const [name, inner] of entries(value as Doc)) addComputed(tree, `${path}.${name}`, inner, compiler);
}

function addFields(name: string, spec: unknown, compiler: Compiler): Transform {
  if (!isDoc(spec)) fail(40272, `${name} specification stage must be an object, got ${typeName(spec)}`);
  const tree = fieldTree();
  for (const [path, value] of entries(spec)) addComputed(tree, path, value, compiler);
  return (doc, vars) => computeFields(tree, doc, vars) as Doc;
}

function unset(spec: unknown): Transform {
  const paths = Array.isArray(spec) ? (spec as unknown[]) : [spec];
  if (paths.length === 0)
    fail(31119, '$unset specification must be a string or an array with at least one field');
  const tree = fieldTree();
  for (const path of paths) {
    if (typeof path !== 'string')
      fail(31120, '$unset specification must be a string or an array containing only string values');
    addField(tree, path, true);
  }
  return (doc) => excludeFields(tree, doc) as Doc;
}

function replaceRoot(expression: unknown, compiler: Compiler): Transform {
  const compute = compiler.compile(expression);
  return (_doc, vars) => {
    const root = compute(vars);
    if (!isDoc(root))
      fail(
        40228,
        `'newRoot' expression must evaluate to an object, but resulting value was: ${root === undefined ? 'MISSING' : describe(root)}. Type of resulting value: '${typeName(root)}'.`,
      );
    return root;
  };
}

/**
 * Compiles `$set`, `$addFields`, `$unset`, `$project`, `$replaceRoot` or `$replaceWith`; returns undefined for
 * other names.
 */
export function compileTransform(name: string, spec: unknown, compiler: Compiler): Transform | undefined {
  const withRoot =
    (transform: Transform): Transform =>
    (doc, vars) =>
      transform(doc, scopeOf(doc, vars));
  switch (name) {
    case '$set':
    case '$addFields':
      return withRoot(addFields(name, spec, compiler));
    case '$unset':
      return unset(spec);
    case '$project':
      return withRoot(compileProjectStage(spec, compiler));
    case '$replaceWith':
      return withRoot(replaceRoot(spec, compiler));
    case '$replaceRoot': {
      if (!isDoc(spec))
        fail(40229, `expected an object as specification for $replaceRoot stage, got ${typeName(spec)}`);
      for (const [key] of entries(spec))
        if (key !== 'newRoot')
          fail(40230, `unrecognized option to $replaceRoot stage: ${key}, only valid option is 'newRoot'.`);
      if (spec['newRoot'] === undefined) fail(40231, 'no newRoot specified for the $replaceRoot stage');
      return withRoot(replaceRoot(spec['newRoot'], compiler));
    }
    default:
      return undefined;
  }
}
