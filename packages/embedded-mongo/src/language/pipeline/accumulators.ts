import { entries, fieldKey, isDoc } from '../../bson/document.js';
import { fail } from '../../bson/errors.js';
import { compareValues } from '../../values/compare.js';
import type { Compiler, Fn } from '../expressions/core.js';
import { Sum } from '../expressions/sum.js';
import { isNullish } from '../filter/predicates.js';
import { refuseOperator } from '../names.js';

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

const extreme = (sign: number) =>
  folding((best, value) => {
    if (isNullish(value)) return best;
    return best === null || sign * compareValues(value, best) < 0 ? value : best;
  });

/** All accumulators by name. */
export const accumulators = new Map<string, () => Accumulator>([
  [
    '$sum',
    () => {
      const sum = new Sum();
      return { add: (value) => sum.add(value), result: () => sum.result() };
    },
  ],
  ['$min', extreme(1)],
  ['$max', extreme(-1)],
  ['$first', folding((result, value, first) => (first ? value : result))],
  [
    '$push',
    () => {
      const values: unknown[] = [];
      return {
        add: (value) => {
          if (value !== undefined) values.push(value);
        },
        result: () => values,
      };
    },
  ],
]);

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
    const start = accumulators.get(name) ?? refuseOperator('accumulator', name);
    if (Array.isArray(argument) && argument.length !== 1 && name !== '$push')
      fail(40237, `The ${name} accumulator is a unary operator`);
    const value = Array.isArray(argument) && argument.length === 1 ? (argument[0] as unknown) : argument;
    return { key: fieldKey(field), input: compiler.compile(value), start, keeps: name === '$push' };
  });
}
