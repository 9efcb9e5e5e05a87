import { describe, expect, it } from 'vitest';
import { decode } from '../../bson/decode.js';
import type { Doc } from '../../bson/document.js';
import { encode } from '../../bson/encode.js';
import { ServerError } from '../../bson/errors.js';
import { compileFilter } from '../../language/filter/parse.js';
import { compilePipeline } from '../../language/pipeline/pipeline.js';
import { compileProjection } from '../../language/project/projection.js';
import { compileUpdate, upsertBase } from '../../language/update/update.js';
import { collationCompare } from '../../values/collation.js';
import { type CompiledSort, compileSort } from '../../values/sort.js';
import type { Case, Data } from './case.js';
import { topics } from './index.js';

const now = new Date('2026-01-01T00:00:00Z');
/** As it comes off the wire. */
const received = (data: Data): Doc => decode(encode(data));

const sortDocs = (docs: Doc[], { key, compareKeys }: CompiledSort): Doc[] =>
  docs
    .map((doc) => ({ doc, key: key(doc) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ doc }) => doc);

function find(docs: Doc[], run: Extract<Case['run'], { find: Data }>): Doc[] {
  const collation = collationCompare(run.collation && received(run.collation));
  const filter = compileFilter(received(run.find), { collation, now });
  const found = docs.filter((doc) => filter.test(doc));
  const sorted = run.sort ? sortDocs(found, compileSort(received(run.sort), collation)) : found;
  const page = sorted.slice(run.skip ?? 0, (run.skip ?? 0) + (run.limit ?? sorted.length));
  const project = compileProjection(received(run.projection ?? {}), { filter, collation, now });
  return page.map(project);
}

function update(docs: Doc[], run: Extract<Case['run'], { update: Data }>): Doc[] {
  const {
    update: where,
    with: change,
    arrayFilters = [],
    multi = false,
    upsert = false,
  } = received({ ...run }) as unknown as {
    update: Doc;
    with: Doc | Doc[];
    arrayFilters?: Doc[];
    multi?: boolean;
    upsert?: boolean;
  };
  const filter = compileFilter(where, { now });
  const compiled = compileUpdate(change, { arrayFilters });
  let done = false;
  const after = docs.map((doc) => {
    const match = filter.match(doc);
    if (!match || (done && !multi)) return doc;
    done = true;
    return compiled.apply(doc, { positional: match.positional, isUpsertInsert: false, now });
  });
  if (done || !upsert) return after;
  const base = upsertBase(filter, compiled.kind === 'replacement');
  return [...after, compiled.apply(base, { isUpsertInsert: true, now })];
}

async function aggregate(
  docs: Doc[],
  { others = {} }: Case,
  run: Extract<Case['run'], { aggregate: Data[] }>,
): Promise<Doc[]> {
  const { stages } = received({ stages: run.aggregate }) as { stages: Doc[] };
  const pipeline = compilePipeline(stages, {
    now,
    find: (name, filter) => find((others[name] ?? []).map(received), { find: filter }),
  });
  const { filter = {}, ...more } = pipeline.pushdown;
  const result: Doc[] = [];
  for await (const doc of pipeline.run(find(docs, { find: filter, ...more }))) result.push(doc);
  return result;
}

async function answer(one: Case): Promise<Doc[]> {
  const docs = one.docs.map(received);
  if ('find' in one.run) return find(docs, one.run);
  if ('aggregate' in one.run) return aggregate(docs, one, one.run);
  const after = update(docs, one.run);
  return sortDocs(after, compileSort({ _id: 1 }));
}

/** One level of arrays sorted, where their order is not defined. */
const settle = (docs: Doc[]): Doc[] =>
  docs.map((doc) =>
    Object.fromEntries(
      Object.entries(doc).map(([key, value]) => [
        key,
        Array.isArray(value) ? [...(value as unknown[])].sort() : value,
      ]),
    ),
  );

describe.each(Object.entries(topics))('%s', (_topic, cases) => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    let error: unknown;
    let result: Doc[] = [];
    try {
      result = await answer(one);
    } catch (thrown) {
      error = thrown;
    }
    if (one.error !== undefined) {
      expect(error).toBeInstanceOf(ServerError);
      expect((error as ServerError).code).toBe(one.error);
      return;
    }
    if (error !== undefined) throw error as Error;
    const expected = (one.expect ?? []).map(received);
    const [got, wanted] = one.unordered ? [settle(result), settle(expected)] : [result, expected];
    // toEqual shows the difference, the bytes also see field order and numeric types
    expect(got).toEqual(wanted);
    expect(got.map((doc) => encode(doc).toString('hex'))).toEqual(
      wanted.map((doc) => encode(doc).toString('hex')),
    );
  });
});
