import { describe, expect, it } from 'vitest';
import { Compiler } from './expressions/core.js';
import { compileFilter } from './filter/parse.js';
import { missing, type OperatorKind } from './names.js';
import { compilePipeline } from './pipeline/pipeline.js';
import { compileUpdate } from './update/update.js';
import './expressions/index.js';

/** Compiles something with the operator, and MongoDB's error code if it is unknown there, too. */
const uses: Record<OperatorKind, [use: (name: string) => unknown, code: number]> = {
  filter: [(name) => compileFilter({ [name]: 1 }), 2],
  condition: [(name) => compileFilter({ a: { [name]: 1 } }), 2],
  update: [(name) => compileUpdate({ [name]: { a: 1 } }), 9],
  push: [(name) => compileUpdate({ $push: { a: { $each: [], [name]: 1 } } }), 2],
  stage: [(name) => compilePipeline([{ [name]: 1 }], { now: new Date(0) }), 40324],
  accumulator: [
    (name) => compilePipeline([{ $group: { _id: null, v: { [name]: 1 } } }], { now: new Date(0) }),
    15952,
  ],
  expression: [(name) => new Compiler([]).compile({ [name]: 1 }), 168],
};

describe.each(Object.keys(uses) as OperatorKind[])('an operator of kind %s', (kind) => {
  const [use, code] = uses[kind];

  it('is refused by name if only MongoDB has it', () => {
    for (const name of missing[kind])
      expect(() => use(name), name).toThrow(
        expect.objectContaining({
          code: 238,
          message: `${name} is not supported by the embedded database; use MongoDB`,
        }),
      );
  });

  it('gets the error of MongoDB if MongoDB does not have it either', () => {
    for (const name of ['$foo', '$constructor'])
      expect(() => use(name)).toThrow(
        expect.objectContaining({ code, message: expect.stringContaining(name) as string }),
      );
  });
});
