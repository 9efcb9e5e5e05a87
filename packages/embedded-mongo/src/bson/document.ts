/** The value of an empty array in an index key. JavaScript's own undefined represents a missing field. */
class BsonUndefined {
  readonly _bsontype = 'Undefined';
}
export const UNDEFINED = new BsonUndefined();

/**
 * Returns the key that holds field `name` in a decoded document. Plain objects move digit-only names to the front
 * and inherit names such as "constructor", so these names get a NUL prefix. BSON names cannot contain NUL, so the
 * mapping is exact, and `doc[fieldKey(name)]` only reads own fields.
 */
export function fieldKey(name: string): string {
  if (name in Object.prototype || name === '_bsontype') return `\0${name}`;
  if (name.charCodeAt(0) > 57) return name;
  return /^\d+$/.test(name) ? `\0${name}` : name;
}

/** Returns the BSON name for a key of a decoded document: the inverse of `fieldKey`. */
export const fieldName = (key: string): string => (key.charCodeAt(0) === 0 ? key.slice(1) : key);

/** True for embedded documents; false for arrays, dates and bson's value classes. */
export function isDoc(value: unknown): value is Doc {
  if (typeof value !== 'object' || value === null) return false;
  const proto: unknown = Object.getPrototypeOf(value);
  return proto === Object.prototype || proto === null;
}

/** Returns names and values of the present fields, in order. */
export function entries(doc: Doc): [name: string, value: unknown][] {
  const list: [string, unknown][] = [];
  for (const key in doc) if (doc[key] !== undefined) list.push([fieldName(key), doc[key]]);
  return list;
}

/**
 * A decoded BSON document.
 *
 * Strings, booleans, null, dates, arrays and plain objects are JavaScript values. Numbers are always bson's Int32,
 * Long or Double. Other types use bson's classes. A JavaScript `undefined` means missing. Keys that a plain object
 * would reorder or inherit ("0", "17", "constructor") are stored under `fieldKey(name)`: read and write fields of
 * stored documents through this module or paths.ts.
 */
export type Doc = Record<string, unknown>;
