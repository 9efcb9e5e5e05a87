import { type Doc, isDoc } from '../../bson/document.js';
import { fail } from '../../bson/errors.js';
import { long } from '../../bson/numbers.js';
import { typeName } from '../../bson/types.js';
import { Pace } from '../../values/pace.js';
import { plainValue } from '../../values/paths.js';
import { splitPath } from '../expressions/core.js';
import { addField, computeFields, excludeFields, fieldTree } from '../project/field-tree.js';
import type { Flow } from './flow.js';

/** `$unwind`: one document per element of an array. */
export function unwind(spec: unknown, check?: () => void): (source: Flow) => Flow {
  const options = typeof spec === 'string' ? { path: spec } : spec;
  if (!isDoc(options))
    fail(
      15981,
      `expected either a string or an object as specification for $unwind stage, got ${typeName(spec)}`,
    );
  const {
    path,
    preserveNullAndEmptyArrays: preserve = false,
    includeArrayIndex: indexPath,
    ...rest
  } = options;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) fail(28811, `unrecognized option to $unwind stage: ${unknown}`);
  if (path === undefined) fail(28812, 'no path specified to $unwind stage');
  if (typeof path !== 'string')
    fail(28808, `expected a string as the path for $unwind stage, got ${typeName(path)}`);
  if (!path.startsWith('$'))
    fail(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  if (typeof preserve !== 'boolean')
    fail(
      28809,
      `expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got ${typeName(preserve)}`,
    );
  if (indexPath !== undefined && (typeof indexPath !== 'string' || indexPath === ''))
    fail(
      28810,
      `expected a non-empty string for the includeArrayIndex  option to $unwind stage, got ${typeName(indexPath)}`,
    );
  const keys = splitPath(path.slice(1));
  const segments = keys.map((key) => ({ name: key, key, index: -1 }));
  const set = fieldTree();
  addField(set, path.slice(1), ({ element }) => element);
  const indexed = fieldTree();
  if (indexPath !== undefined) addField(indexed, indexPath, ({ index }) => index);
  const dropped = fieldTree();
  addField(dropped, path.slice(1), true);
  const give = (doc: Doc, index: unknown) => computeFields(indexed, doc, { index }) as Doc;
  return async function* (source) {
    const pace = new Pace();
    for await (const doc of source) {
      const value = plainValue(doc, segments);
      if (Array.isArray(value) && value.length > 0) {
        for (const [i, element] of (value as unknown[]).entries()) {
          yield give(computeFields(set, doc, { element }) as Doc, long(i));
          if (pace.due()) await pace.rest(check);
        }
      } else if (Array.isArray(value)) {
        if (preserve) yield give(excludeFields(dropped, doc) as Doc, null);
      } else if (preserve || (value !== undefined && value !== null)) yield give(doc, null);
    }
  };
}
