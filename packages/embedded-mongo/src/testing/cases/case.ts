import { Double, Long, ObjectId } from 'bson';

/** A document, filter, update or stage as a driver sends it; numbers as bson writes them. */
export type Data = Record<string, unknown>;

/** The operation on a collection that holds `docs`. */
export type Operation =
  | { find: Data; projection?: Data; sort?: Data; skip?: number; limit?: number }
  | { update: Data; with: Data | Data[]; multi?: boolean; upsert?: boolean }
  | { aggregate: Data[] };

/**
 * One documented behaviour as data, which can run on the embedded server and on MongoDB. `expect` is the result of
 * a find or aggregate, or the whole collection by `_id` after an update.
 */
export interface Case {
  name: string;
  /** Page of the manual (below docs/manual/) that documents the result. */
  manual: string;
  docs: Data[];
  run: Operation;
  expect?: Data[];
  /** Whether the order of the result is undefined. */
  unordered?: boolean;
  /** Expected error code instead of a result. */
  error?: number;
}

export const long = (value: number | string): Long => Long.fromString(String(value));
export const double = (value: number): Double => new Double(value);
export const id = (digit: string): ObjectId => new ObjectId(digit.repeat(24));
export const date = (text: string): Date => new Date(text);

/** Documents `{_id: 0, a: first}`, `{_id: 1, a: second}` …; a value of undefined omits `a`. */
export const withA = (values: unknown[]): Data[] =>
  values.map((a, _id) => (a === undefined ? { _id } : { _id, a }));

/** A filter and the values of `a` that it matches, by position. */
export const matches = (
  manual: string,
  name: string,
  values: unknown[],
  filter: Data,
  found: number[],
): Case => ({
  name,
  manual,
  docs: withA(values),
  run: { find: filter, projection: { _id: 1 }, sort: { _id: 1 } },
  expect: found.map((_id) => ({ _id })),
});

/** A find that MongoDB rejects. */
export const refuses = (manual: string, name: string, filter: Data, error: number): Case => ({
  name,
  manual,
  docs: [{ _id: 0, a: 1 }],
  run: { find: filter },
  error,
});

/** One document, an update, and the document after it (or the error code). */
export const updates = (
  manual: string,
  name: string,
  before: Data,
  update: Data | Data[],
  after: Data | number,
  options: { where?: Data } = {},
): Case => {
  const { where = {}, ...rest } = options;
  return {
    name,
    manual,
    docs: [{ _id: 1, ...before }],
    run: { update: { _id: 1, ...where }, with: update, ...rest },
    ...(typeof after === 'number' ? { error: after } : { expect: [{ _id: 1, ...after }] }),
  };
};

/** The value of an expression for one document, or the error code. */
export const evaluates = (
  manual: string,
  name: string,
  doc: Data,
  expression: unknown,
  value: { is: unknown } | { missing: true } | { error: number },
): Case => ({
  name,
  manual,
  docs: [{ _id: 1, ...doc }],
  run: { aggregate: [{ $project: { _id: 0, v: expression } }] },
  ...('error' in value ? { error: value.error } : { expect: ['is' in value ? { v: value.is } : {}] }),
});

export const aggregates = (
  manual: string,
  name: string,
  docs: Data[],
  stages: Data[],
  expect: Data[] | number,
  more: { unordered?: boolean } = {},
): Case => ({
  name,
  manual,
  docs,
  run: { aggregate: stages },
  ...(typeof expect === 'number' ? { error: expect } : { expect }),
  ...more,
});
