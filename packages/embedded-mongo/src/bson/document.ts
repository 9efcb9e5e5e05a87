/** The deprecated BSON type 6; JavaScript's own undefined stands for a missing field. */
export class BsonUndefined {
  readonly _bsontype = 'Undefined';
}
export const UNDEFINED = new BsonUndefined();

/**
 * The key under which a decoded document holds field `name`. Names of digits only, which plain objects would move
 * to the front, and names that every object inherits get a NUL in front: BSON names cannot contain one, so the
 * mapping is exact, and `doc[fieldKey(name)]` reads own fields only.
 */
export function fieldKey(name: string): string {
  if (name in Object.prototype || name === '_bsontype') return `\0${name}`;
  if (name.charCodeAt(0) > 57) return name;
  return /^\d+$/.test(name) ? `\0${name}` : name;
}

/** The BSON name of a decoded document's key: the inverse of `fieldKey`. */
export const fieldName = (key: string): string => (key.charCodeAt(0) === 0 ? key.slice(1) : key);

/** True for embedded documents: not arrays, dates, regular expressions or bson's value classes. */
export function isDoc(value: unknown): value is Doc {
  if (typeof value !== 'object' || value === null) return false;
  const proto: unknown = Object.getPrototypeOf(value);
  return proto === Object.prototype || proto === null;
}

/** Names and values of the fields that are there, in order. */
export function entries(doc: Doc): [name: string, value: unknown][] {
  const list: [string, unknown][] = [];
  for (const key in doc) if (doc[key] !== undefined) list.push([fieldName(key), doc[key]]);
  return list;
}

/**
 * A decoded BSON document.
 *
 * Values: string, boolean, null, Date, array and plain object as in JavaScript; numbers always as bson's
 * Int32, Long, Double or Decimal128; every other type as bson's class. A JavaScript `undefined` means missing.
 * Keys that a plain object would reorder or confuse ("0", "17", "constructor") are kept under `fieldKey(name)`:
 * read and write fields of stored documents through this module or paths.ts.
 */
export type Doc = Record<string, unknown>;
