import { describe } from '../describe.js';
import { fieldKey, isDoc } from './document.js';
import { badValue } from './errors.js';
import { parsePath, plainValue } from './paths.js';
import type { Doc } from './types.js';
import type { Change } from './update-changes.js';

/** The two halves of `$rename`: what removes the source and what sets the target. */
export function renameChanges(
  source: string,
  target: unknown,
): { target: string; take: Change; put: Change } {
  if (typeof target !== 'string')
    throw badValue(`The 'to' field for $rename must be a string: ${source}: ${describe(target)}`);
  const dynamic = (path: string) => path.split('.').some((name) => name.startsWith('$'));
  if (dynamic(source)) throw badValue(`The source field for $rename may not be dynamic: ${source}`);
  if (dynamic(target)) throw badValue(`The destination field for $rename may not be dynamic: ${target}`);
  if (source === target)
    throw badValue(`The source and target field for $rename must differ: ${source}: "${target}"`);
  if (source.startsWith(`${target}.`) || target.startsWith(`${source}.`))
    throw badValue(
      `The source and target field for $rename must not be on the same path: ${source}: "${target}"`,
    );
  const from = parsePath(source);
  const refuseArrays = (role: string, path: string, doc: Doc) => {
    let value: unknown = doc;
    for (const name of path.split('.').slice(0, -1)) {
      value = isDoc(value) ? value[fieldKey(name)] : undefined;
      if (Array.isArray(value))
        throw badValue(
          `The ${role} field cannot be an array element, '${path}' in doc with _id: ${describe(doc['_id'])} has an array field called '${name}'`,
        );
    }
  };
  return {
    target,
    take: () => undefined,
    put: (old, { doc }) => {
      refuseArrays('source', source, doc);
      const value = plainValue(doc, from);
      if (value === undefined) return old;
      refuseArrays('destination', target, doc);
      return value;
    },
  };
}
