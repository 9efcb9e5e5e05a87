import { type Doc, fieldKey, fieldName, isDoc } from '../bson/document.js';
import { badValue, fail, failedToParse, notImplemented, ServerError } from '../bson/errors.js';
import { asInteger } from '../bson/numbers.js';
import { compareTuples, indexKeyTuples, parsePath, pickTuple } from './paths.js';

export interface CompiledSort {
  paths: string[];
  /** 1 or -1 per path. */
  directions: number[];
  /** The sort values of a document; an array sorts by its least (for -1, greatest) element. */
  key: (doc: Doc) => unknown[];
  compareKeys: (a: unknown[], b: unknown[]) => number;
}

function direction(path: string, value: unknown): number {
  if (isDoc(value)) {
    if ('$meta' in value) throw notImplemented('sort by $meta');
    fail(15975, `$meta is the only expression supported by $sort right now`);
  }
  const number = asInteger(value);
  if (number === undefined) fail(15974, `Illegal key in $sort specification: ${path}: ${String(value)}`);
  if (number !== 1 && number !== -1)
    fail(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
  return number;
}

/**
 * Compiles a sort specification; callers handle `$natural`. Throws for paths and directions that MongoDB rejects.
 * Comparing documents with parallel arrays throws BadValue.
 */
export function compileSort(spec: Doc): CompiledSort {
  const paths = Object.keys(spec).map(fieldName);
  if (paths.length > 32) throw badValue('too many compound keys');
  const directions = paths.map((path) => direction(path, spec[fieldKey(path)]));
  for (const path of paths)
    if (path === '' || path.split('.').includes(''))
      throw failedToParse("FieldPath must not be empty or end with a '.'.");
  const parsed = paths.map(parsePath);
  const single = parsed.length === 1 && parsed[0]!.length === 1 ? parsed[0]![0]!.key : undefined;
  const key = (doc: Doc): unknown[] => {
    if (single !== undefined && !Array.isArray(doc[single])) return [doc[single]];
    let tuples: unknown[][];
    try {
      tuples = indexKeyTuples(doc, parsed);
    } catch (error) {
      if (error instanceof ServerError && error.code === 171)
        throw badValue('cannot sort with keys that are parallel arrays');
      throw error;
    }
    return tuples.length === 1 ? tuples[0]! : pickTuple(tuples, directions);
  };
  const compareKeys = (a: unknown[], b: unknown[]) => compareTuples(a, b, directions);
  return { paths, directions, key, compareKeys };
}
