import { describe, expect, it } from 'vitest';
import type { ZodMiniObject, ZodMiniType } from 'zod/mini';
import * as contracts from './index.js';
import { queryDocOf } from './query-fields.js';

interface Parameter {
  name: string;
  schema: ZodMiniType;
}

const parameters: [string, Parameter][] = Object.values(contracts)
  .filter((value): value is typeof value & { name: string; query: ZodMiniObject } => {
    return typeof value === 'object' && 'query' in value && value.query !== undefined;
  })
  .flatMap(({ name: call, query }) =>
    Object.entries(query.shape as Record<string, ZodMiniType>).map(([name, schema]): [string, Parameter] => [
      `${call}.${name}`,
      { name, schema },
    ]),
  );

/** Not documented by `documented`: texts of a sign-in by a provider, and ids that a call requires. */
const plain = (label: string) => /^oauthStart|^listSecurityLogOf\.userId$/.test(label);
const documentedOnes = parameters.flatMap(([label, { name, schema }]) => {
  const doc = queryDocOf(schema);
  return doc === undefined ? [] : [{ label, name, schema, doc }];
});
const seeds = documentedOnes.filter(({ name }) => name === 'seed');
const others = documentedOnes.filter(({ name }) => name !== 'seed');

const REFUSED = Symbol('refused');
const read = (schema: ZodMiniType, value: unknown): unknown => {
  const result = schema.safeParse(value);
  return result.success ? result.data : REFUSED;
};

describe('values of query parameters', () => {
  it('are documented', () => {
    expect(parameters.length).toBeGreaterThan(80);
    expect(
      parameters.filter(([label, { schema }]) => !plain(label) && queryDocOf(schema) === undefined),
    ).toEqual([]);
  });

  it.each(others)('$label: an empty value counts as missing, a repeated one is refused', ({ schema }) => {
    expect(read(schema, '')).toEqual(read(schema, undefined));
    expect(read(schema, undefined)).not.toBe(REFUSED);
    expect(read(schema, ['1', '2'])).toBe(REFUSED);
    expect(read(schema, { $gt: '' })).toBe(REFUSED);
  });

  it.each(others.filter(({ doc }) => doc.type === 'integer'))(
    '$label: a whole number is moved into its range, anything else is refused [B29-3]',
    ({ schema, doc: { minimum, maximum } }) => {
      for (const low of ['-1', `-${'9'.repeat(40)}`]) expect(read(schema, low)).toBe(minimum);
      for (const high of ['99999999', '9'.repeat(40), '9'.repeat(400)])
        expect(read(schema, high)).toBe(maximum);
      for (const wrong of ['abc', '1.5', '1e3', '0x10', ' 1', '１', '-', 'NaN', 'Infinity', '1,2']) {
        expect(read(schema, wrong), wrong).toBe(REFUSED);
      }
    },
  );

  it.each(others.filter(({ doc }) => doc.type === 'boolean'))(
    '$label: anything but true and false is refused',
    ({ schema }) => {
      expect([read(schema, 'true'), read(schema, 'false')]).toEqual([true, false]);
      for (const wrong of ['1', '0', 'TRUE', 'yes', 'on', 'null']) expect(read(schema, wrong)).toBe(REFUSED);
    },
  );

  it.each(others.filter(({ doc }) => doc.enum !== undefined))(
    '$label: anything but the listed values is refused',
    ({ schema, doc }) => {
      for (const value of doc.enum ?? []) {
        expect(read(schema, value)).toBe(value);
        expect(read(schema, `${value}x`)).toBe(REFUSED);
        expect(read(schema, value.toUpperCase())).toBe(REFUSED);
      }
    },
  );

  it.each(others.filter(({ doc }) => doc.type === 'string' && doc.enum === undefined))(
    '$label: a text that is too long or malformed is refused [B29-3]',
    ({ schema, doc }) => {
      expect(read(schema, 'x'.repeat((doc.maxLength ?? 24) + 1))).toBe(REFUSED);
      if (doc.pattern !== undefined) expect(read(schema, '$gt')).toBe(REFUSED);
    },
  );

  it.each(seeds)('$label: a seed that is none is replaced by the server [B29-3]', ({ schema }) => {
    expect([read(schema, '0'), read(schema, '999999')]).toEqual([0, 999_999]);
    for (const wrong of [undefined, '', 'abc', '-1', '1.5', '1000000', ['1', '2']]) {
      expect(read(schema, wrong)).toBeUndefined();
    }
  });
});
