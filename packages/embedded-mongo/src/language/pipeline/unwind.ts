import { type Doc, isDoc } from '../../bson/document.js';
import { fail, notImplemented } from '../../bson/errors.js';
import { typeName } from '../../bson/types.js';
import { Pace } from '../../values/pace.js';
import { plainValue } from '../../values/paths.js';
import { splitPath } from '../expressions/core.js';
import { addField, computeFields, fieldTree } from '../project/field-tree.js';
import type { Flow } from './flow.js';

/** `$unwind`: one document per element of an array. */
export function unwind(spec: unknown, check?: () => void): (source: Flow) => Flow {
  const options = typeof spec === 'string' ? { path: spec } : spec;
  if (!isDoc(options))
    fail(
      15981,
      `expected either a string or an object as specification for $unwind stage, got ${typeName(spec)}`,
    );
  const { path, ...rest } = options;
  for (const option in rest) {
    if (['preserveNullAndEmptyArrays', 'includeArrayIndex'].includes(option))
      throw notImplemented(`$unwind with ${option}`);
    fail(28811, `unrecognized option to $unwind stage: ${option}`);
  }
  if (path === undefined) fail(28812, 'no path specified to $unwind stage');
  if (typeof path !== 'string')
    fail(28808, `expected a string as the path for $unwind stage, got ${typeName(path)}`);
  if (!path.startsWith('$'))
    fail(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  const segments = splitPath(path.slice(1)).map((key) => ({ name: key, key, index: -1 }));
  const tree = fieldTree();
  addField(tree, path.slice(1), ({ element }) => element);
  return async function* (source) {
    const pace = new Pace();
    for await (const doc of source) {
      const value = plainValue(doc, segments);
      if (!Array.isArray(value)) {
        if (value !== undefined && value !== null) yield doc;
        continue;
      }
      for (const element of value as unknown[]) {
        yield computeFields(tree, doc, { element }) as Doc;
        if (pace.due()) await pace.rest(check);
      }
    }
  };
}
