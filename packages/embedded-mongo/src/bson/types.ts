/**
 * The value types: MongoDB's name and number, and the position in the sort order, which is also the first byte of
 * the type's keys. Types with the same position are compared by value.
 */
const table = {
  minKey: [-1, 0x08],
  undefined: [6, 0x10],
  missing: [undefined, 0x10],
  null: [10, 0x18],
  int: [16, 0x20],
  long: [18, 0x20],
  double: [1, 0x20],
  decimal: [19, 0x20],
  string: [2, 0x28],
  symbol: [14, 0x28],
  object: [3, 0x30],
  array: [4, 0x38],
  binData: [5, 0x40],
  objectId: [7, 0x48],
  bool: [8, 0x50],
  date: [9, 0x58],
  timestamp: [17, 0x60],
  regex: [11, 0x68],
  dbPointer: [12, 0x70],
  javascript: [13, 0x78],
  javascriptWithScope: [15, 0x80],
  maxKey: [127, 0xf0],
} as const;
type TypeName = keyof typeof table;
interface Type {
  readonly name: TypeName;
  readonly code: number | undefined;
  readonly rank: number;
}
const all = Object.entries(table).map(([name, [code, rank]]) => ({ name, code, rank }) as Type);
export const types = Object.fromEntries(all.map((type) => [type.name, type])) as Record<TypeName, Type>;

const bsonTypes: Record<string, Type> = {
  Int32: types.int,
  Double: types.double,
  Long: types.long,
  ObjectId: types.objectId,
  Binary: types.binData,
  BSONRegExp: types.regex,
  Undefined: types.undefined,
};

/** Returns the type of a value; JavaScript's undefined counts as missing. */
export function typeOf(value: unknown): Type {
  switch (typeof value) {
    case 'string':
      return types.string;
    case 'boolean':
      return types.bool;
    case 'undefined':
      return types.missing;
    case 'number':
      return value === (value | 0) ? types.int : types.double;
    default:
  }
  if (value === null) return types.null;
  // a field of that name has another key: see `fieldKey`
  const own = (value as { _bsontype?: string })._bsontype;
  if (own !== undefined) return bsonTypes[own]!;
  if (Array.isArray(value)) return types.array;
  if (value instanceof Date) return types.date;
  return types.object;
}

/** Returns MongoDB's name for the type of a value, as `$type` does. */
export const typeName = (value: unknown): TypeName => typeOf(value).name;
