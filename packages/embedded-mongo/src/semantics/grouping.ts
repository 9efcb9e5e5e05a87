import { encodeValue } from '../keys.js';
import { Pace } from '../pace.js';
import type { SpillFile } from '../spill.js';
import { compileAccumulators, ValueMap, type Accumulator, type AccumulatorField } from './accumulators.js';
import { compareValues } from './compare.js';
import { entries, isDoc } from './document.js';
import { fail, notImplemented } from './errors.js';
import { flowOf, Memory, scopeOf, type Flow } from './flow.js';
import { asInteger, int, isNumber } from './numbers.js';
import { flow, sortFlow, sortStage, type Stage, type StageContext } from './stages.js';
import { typeName } from './types-of.js';
import type { Doc, Vars } from './types.js';

interface Group {
  id: unknown;
  states: Accumulator[];
}

/** Files among which a `$group` beyond its memory divides its documents, by group; and how often it may do so again. */
const shares = 16;
const divisions = 7;

function shareOf(id: unknown, depth: number): number {
  let hash = 0x811c9dc5;
  for (const byte of encodeValue(id)) hash = Math.imul(hash ^ byte, 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> (depth * 4)) % shares;
}

/** Groups documents by `idOf`, and gives one document per group. */
function groupFlow(idOf: (vars: Vars) => unknown, fields: AccumulatorField[], { env, vars }: StageContext) {
  const keeps = fields.some((field) => field.keeps);

  async function* grouped(source: Flow, groups: ValueMap<Group>, depth: number): Flow & AsyncGenerator<Doc> {
    const memory = new Memory(env.memoryLimit);
    let files: SpillFile[] | undefined;
    const pace = new Pace();
    try {
      for await (const doc of source) {
        if (pace.due()) await pace.rest();
        const scope = scopeOf(doc, vars);
        const id = idOf(scope) ?? null;
        let group = groups.get(id);
        // beyond the memory no group begins, and none that keeps what it is given grows
        if (files && (!group || keeps)) {
          files[shareOf(id, depth)]!.append(doc);
          continue;
        }
        let fits = true;
        if (!group) {
          group = { id, states: fields.map(({ start }) => start(scope)) };
          groups.add(id, group);
          fits = memory.holds(id);
        }
        for (const [i, field] of fields.entries()) {
          const value = field.input(scope);
          if (field.keeps && !memory.holds(value)) fits = false;
          group.states[i]!.add(value);
        }
        if (!fits) files ??= divided(depth);
      }
      const all = groups.items();
      if (files)
        for (const [share, file] of files.entries()) {
          const own = new ValueMap<Group>(env.collation);
          for (const group of all) if (shareOf(group.id, depth) === share) own.add(group.id, group);
          yield* grouped(flowOf(file.read(0, file.mark())), own, depth + 1);
        }
      else
        for (const { id, states } of all) {
          const result: Doc = { _id: id };
          for (const [i, { key }] of fields.entries()) result[key] = states[i]!.result() ?? null;
          yield result;
        }
    } finally {
      for (const file of files ?? []) file.close();
    }
  }
  const divided = (depth: number): SpillFile[] => {
    const { spill } = env;
    if (!spill)
      fail(
        292,
        "Exceeded memory limit for $group, but didn't allow external sort. Pass allowDiskUse:true to opt in.",
      );
    if (depth >= divisions)
      fail(146, '$push used too much memory and cannot spill to disk. Memory limit: 104857600 bytes');
    if (env.collation) throw notImplemented('$group beyond its memory under a collation');
    return Array.from({ length: shares }, () => spill());
  };
  return (source: Flow): Flow => grouped(source, new ValueMap<Group>(env.collation), 0);
}

export function groupStage(spec: unknown, context: StageContext): Stage {
  if (!isDoc(spec)) fail(15947, "a group's fields must be specified in an object");
  if (spec['_id'] === undefined) fail(15955, 'a group specification must include an _id');
  const fields = entries(spec).filter(([name]) => name !== '_id');
  return flow(
    groupFlow(context.compiler.compile(spec['_id']), compileAccumulators(fields, context.compiler), context),
  );
}

const accumulatorsOf = (output: unknown, compiler: StageContext['compiler']): AccumulatorField[] =>
  compileAccumulators(isDoc(output) ? entries(output) : [['count', { $sum: int(1) }]], compiler);

export function bucketStage(spec: unknown, context: StageContext): Stage {
  if (!isDoc(spec))
    fail(40201, `Argument to $bucket stage must be an object, but found type: ${typeName(spec)}.`);
  const { groupBy, boundaries, default: otherwise, output, ...rest } = spec;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) fail(40197, `Unrecognized option to $bucket: ${unknown}.`);
  if (groupBy === undefined || boundaries === undefined)
    fail(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
  if (!Array.isArray(boundaries))
    fail(40200, `The $bucket 'boundaries' field must be an array, but found type: ${typeName(boundaries)}.`);
  const { compiler, vars, env } = context;
  const bounds = (boundaries as unknown[]).map((bound) => compiler.compile(bound)(vars));
  if (bounds.length < 2)
    fail(
      40192,
      `The $bucket 'boundaries' field must have at least 2 values, but found ${bounds.length} value(s).`,
    );
  const order = (a: unknown, b: unknown) => compareValues(a, b, env.collation);
  if (bounds.some((bound, i) => i > 0 && order(bounds[i - 1], bound) >= 0))
    fail(40194, "The 'boundaries' option to $bucket must be sorted");
  const value = compiler.compile(groupBy);
  const fallback = otherwise === undefined ? undefined : (compiler.compile(otherwise)(vars) ?? null);
  if (fallback !== undefined && order(fallback, bounds[0]) >= 0 && order(fallback, bounds.at(-1)) < 0)
    fail(
      40199,
      "The $bucket 'default' field must be less than the lowest boundary or greater than or equal to the highest boundary.",
    );
  const idOf = (scope: Vars) => {
    const at = value(scope) ?? null;
    const index = bounds.findLastIndex((bound) => order(bound, at) <= 0);
    if (index >= 0 && index < bounds.length - 1) return bounds[index];
    if (fallback === undefined)
      fail(40066, '$switch could not find a matching branch for an input, and no default was specified.');
    return fallback;
  };
  const fields = accumulatorsOf(output, compiler);
  const sorted = sortStage({ _id: int(1) }, Infinity, context) as Extract<Stage, { kind: 'flow' }>;
  return flow((source) => sorted.run(groupFlow(idOf, fields, context)(source)));
}

/** Buckets of about the same number of documents, in the order of a value; equal values stay together. */
export function bucketAutoStage(spec: unknown, context: StageContext): Stage {
  if (!isDoc(spec))
    fail(40240, `The argument to $bucketAuto must be an object, but found type: ${typeName(spec)}.`);
  const { groupBy, buckets, output, granularity, ...rest } = spec;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) fail(40245, `Unrecognized option to $bucketAuto: ${unknown}.`);
  if (groupBy === undefined || buckets === undefined)
    fail(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified.");
  if (!isDoc(groupBy) && !(typeof groupBy === 'string' && groupBy.startsWith('$')))
    fail(
      40239,
      "The $bucketAuto 'groupBy' field must be defined as a $-prefixed path or an expression object.",
    );
  if (granularity !== undefined) throw notImplemented('granularity of $bucketAuto');
  const most = asInteger(buckets);
  if (!isNumber(buckets) || most === undefined)
    fail(isNumber(buckets) ? 40242 : 40241, "The $bucketAuto 'buckets' field must be a 32-bit integer.");
  if (most <= 0) fail(40243, `The $bucketAuto 'buckets' field must be greater than 0, but found: ${most}.`);
  const { compiler, vars, env } = context;
  const value = compiler.compile(groupBy);
  const weigh = (doc: Doc) => value(scopeOf(doc, vars)) ?? null;
  const order = (a: unknown, b: unknown) => compareValues(a, b, env.collation);
  const fields = accumulatorsOf(output, compiler);
  return flow(async function* (source) {
    let count = 0;
    const counted = async function* () {
      for await (const doc of source) {
        count++;
        yield doc;
      }
    };
    let bucket: { min: unknown; max: unknown; size: number; states: Accumulator[] } | undefined;
    let begun = 0;
    const given = (max: unknown): Doc => {
      const { min, states } = bucket!;
      const results = fields.map(({ key }, i) => [key, states[i]!.result() ?? null] as const);
      return { _id: { min, max }, ...Object.fromEntries(results) };
    };
    for await (const doc of sortFlow(counted(), weigh, order, Infinity, env)) {
      const at = weigh(doc);
      const scope = scopeOf(doc, vars);
      const full = bucket && begun < most && bucket.size >= Math.max(1, Math.round(count / most));
      if (!bucket || (full && order(bucket.max, at) !== 0)) {
        if (bucket) yield given(at);
        bucket = { min: at, max: at, size: 0, states: fields.map(({ start }) => start(scope)) };
        begun++;
      }
      bucket.max = at;
      bucket.size++;
      for (const [i, field] of fields.entries()) bucket.states[i]!.add(field.input(scope));
    }
    if (bucket) yield given(bucket.max);
  });
}
