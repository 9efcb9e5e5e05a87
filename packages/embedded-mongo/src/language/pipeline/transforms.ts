import { type Doc, entries, isDoc } from '../../bson/document.js';
import { fail } from '../../bson/errors.js';
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

function setFields(spec: unknown, compiler: Compiler): Transform {
  if (!isDoc(spec)) fail(40272, `$set specification stage must be an object, got ${typeName(spec)}`);
  const tree = fieldTree();
  for (const [path, value] of entries(spec)) addComputed(tree, path, value, compiler);
  return (doc, vars) => computeFields(tree, doc, scopeOf(doc, vars)) as Doc;
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

function project(spec: unknown, compiler: Compiler): Transform {
  const run = compileProjectStage(spec, compiler);
  return (doc, vars) => run(doc, scopeOf(doc, vars));
}

/** The stages that map one document to one document. Updates may use them, too. */
export const transforms = new Map<string, (spec: unknown, compiler: Compiler) => Transform>([
  ['$set', setFields],
  ['$unset', unset],
  ['$project', project],
]);
