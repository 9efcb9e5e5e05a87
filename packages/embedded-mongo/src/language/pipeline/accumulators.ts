import { entries, fieldKey, isDoc } from '../../bson/document.js';
import { fail, notImplemented } from '../../bson/errors.js';
import { int } from '../../bson/numbers.js';
import { describe } from '../../bson/print.js';
import { compareValues, type StringCompare, valuesEqual } from '../../values/compare.js';
import { keyText } from '../../values/keys.js';
import type { Compiler, Fn } from '../expressions/core.js';
import { mergeObjects } from '../expressions/objects.js';
import { Sum } from '../expressions/sum.js';
import { isNullish } from '../filter/predicates.js';

/** The state of an accumulator in one group. */
export interface Accumulator {
  add(value: unknown): void;
  result(): unknown;
}

/** One output field of a `$group`. */
interface AccumulatorField {
  key: string;
  /** Computes the value that a document adds. */
  input: Fn;
  start: () => Accumulator;
  /** Whether the accumulator stores its inputs, which then count as memory. */
  keeps: boolean;
}

/** A map whose keys are equal if MongoDB considers them equal. */
export class ValueMap<T> {
  private readonly map = new Map<string, { value: unknown; item: T }>();

  constructor(private readonly collation: StringCompare | undefined) {}

  private find(value: unknown): { key: string; found: { value: unknown; item: T } | undefined } {
    const key = keyText(value);
    let found = this.map.get(key);
    if (!found && this.collation)
      found = [...this.map.values()].find((entry) => valuesEqual(entry.value, value, this.collation));
    return { key, found };
  }

  get(value: unknown): T | undefined {
    return this.find(value).found?.item;
  }

  /** Adds a value unless it is present. */
  add(value: unknown, item: T): void {
    const { key, found } = this.find(value);
    if (!found) this.map.set(key, { value, item });
  }

  values(): unknown[] {
    return [...this.map.values()].map(({ value }) => value);
  }

  items(): T[] {
    return [...this.map.values()].map(({ item }) => item);
  }
}

function folding(fold: (result: unknown, value: unknown, first: boolean) => unknown): () => Accumulator {
  return () => {
    let result: unknown = null;
    let first = true;
    return {
      add: (value) => {
        result = fold(result, value, first);
        first = false;
      },
      result: () => result ?? null,
    };
  };
}

const extreme = (sign: number, collation?: StringCompare) =>
  folding((best, value) => {
    if (isNullish(value)) return best;
    return best === null || sign * compareValues(value, best, collation) < 0 ? value : best;
  });

/** The accumulators with one argument, by name. */
export const accumulators: Record<string, (collation?: StringCompare) => () => Accumulator> = {
  $sum: () => () => {
    const sum = new Sum();
    return { add: (value) => sum.add(value), result: () => sum.result() };
  },
  $avg: () => () => {
    const sum = new Sum();
    return { add: (value) => sum.add(value), result: () => sum.average() };
  },
  $min: (collation) => extreme(1, collation),
  $max: (collation) => extreme(-1, collation),
  $first: () => folding((result, value, first) => (first ? value : result)),
  $last: () => folding((_result, value) => value),
  $push: () => () => {
    const values: unknown[] = [];
    return {
      add: (value) => {
        if (value !== undefined) values.push(value);
      },
      result: () => values,
    };
  },
  $addToSet: (collation) => () => {
    const values = new ValueMap<undefined>(collation);
    return {
      add: (value) => {
        if (value !== undefined) values.add(value, undefined);
      },
      result: () => values.values(),
    };
  },
  $mergeObjects: () => folding((result, value) => mergeObjects([result, value])),
};
const keeping = ['$push', '$addToSet', '$mergeObjects'];
const refused = (
  '$accumulator $median $percentile $stdDevPop $stdDevSamp $firstN $lastN $minN $maxN ' +
  '$top $topN $bottom $bottomN'
).split(' ');

/** Compiles the output fields of `$group`. */
export function compileAccumulators(
  fields: [name: string, spec: unknown][],
  compiler: Compiler,
): AccumulatorField[] {
  return fields.map(([field, spec]) => {
    if (field.includes('.')) fail(40235, `The field name '${field}' cannot contain '.'`);
    if (field.startsWith('$')) fail(40236, `The field name '${field}' cannot be an operator name`);
    if (!isDoc(spec) || Object.keys(spec).length === 0)
      fail(40234, `The field '${field}' must be an accumulator object`);
    const [[name, argument], other] = entries(spec) as [[string, unknown], unknown];
    if (other) fail(40238, `The field '${field}' must specify one accumulator`);
    const key = fieldKey(field);
    if (name === '$count') {
      if (!isDoc(argument) || Object.keys(argument).length > 0)
        fail(9, `$count takes no arguments, i.e. $count:{}. Found: ${describe(argument)}`);
      return { key, keeps: false, input: () => int(1), start: accumulators['$sum']!() };
    }
    const build = Object.hasOwn(accumulators, name) ? accumulators[name] : undefined;
    if (!build) {
      if (refused.includes(name)) throw notImplemented(name);
      fail(15952, `unknown group operator '${name}'`);
    }
    if (Array.isArray(argument) && argument.length !== 1 && name !== '$push')
      fail(40237, `The ${name} accumulator is a unary operator`);
    const value = Array.isArray(argument) && argument.length === 1 ? (argument[0] as unknown) : argument;
    return {
      key,
      keeps: keeping.includes(name),
      input: compiler.compile(value),
      start: build(compiler.collation),
    };
  });
}
