import { type Doc, isDoc } from '../../bson/document.js';
import { fail } from '../../bson/errors.js';
import { asInteger, double, isNumber } from '../../bson/numbers.js';
import { Pace, unpaused } from '../../values/pace.js';
import { compileSort } from '../../values/sort.js';
import { Sorter } from '../../values/sorter.js';
import { compileFilter } from '../filter/parse.js';
import type { PipelineEnv } from '../types.js';
import { type Flow, flow, sizeOf, type Stage, type StageContext } from './flow.js';
import { groupStage } from './group.js';
import { transforms } from './transforms.js';
import { unwind } from './unwind.js';

/** Checks the argument of `$limit`, `$skip` and `$sample`: a whole number of at least `least`. */
export function stageNumber(name: string, value: unknown, least: number): number {
  const whole = asInteger(value);
  if (!isNumber(value) || whole === undefined || whole < least) {
    if (name === '$limit' && whole !== undefined) fail(15958, 'the limit must be positive');
    const kind = !isNumber(value) ? 'a number' : whole === undefined ? 'an integer' : 'a non-negative number';
    const code = name === '$limit' ? 2107201 : name === '$skip' ? 5107200 : 28747;
    fail(code, `invalid argument to ${name} stage: Expected ${kind} in: ${name}: ${String(value)}`);
  }
  return whole;
}

export function sortSpec(value: unknown): Doc {
  if (!isDoc(value)) fail(15973, 'the $sort key specification must be an object');
  if (Object.keys(value).length === 0) fail(15976, '$sort stage must have at least one sort key');
  return value;
}

/** Sorts documents or values. `weigh` returns the sort key of each. */
export async function* sortFlow<T, K>(
  source: AsyncIterable<T> | Iterable<T>,
  weigh: (item: T) => K,
  compare: (a: K, b: K) => number,
  limit: number,
  { memoryLimit, check }: Pick<PipelineEnv, 'memoryLimit' | 'check'>,
): AsyncGenerator<T> {
  const sorter = new Sorter<{ item: T; key: K }>({
    compare: (a, b) => compare(a.key, b.key),
    limit,
    memory: memoryLimit,
  });
  const pace = new Pace();
  for await (const item of source) {
    if (sorter.add({ item, key: weigh(item) }, sizeOf(item)))
      for await (const _none of unpaused(sorter.mergeSoFar(), check));
    if (pace.due()) await pace.rest(check);
  }
  for await (const { item } of unpaused(sorter.sorted(), check)) yield item;
}

/** `$sort`; keeps only the first `limit` documents if a `$limit` follows. */
function sortStage(spec: unknown, limit: number, { env }: StageContext): Stage {
  const sort = compileSort(sortSpec(spec));
  return flow((source) => sortFlow(source, sort.key, sort.compareKeys, limit, env));
}

function skipStage(count: number): Stage {
  return flow(async function* (source) {
    let passed = 0;
    for await (const doc of source) if (passed++ >= count) yield doc;
  });
}

function limitStage(count: number): Stage {
  return flow(async function* (source) {
    let given = 0;
    for await (const doc of source) {
      yield doc;
      if (++given >= count) return;
    }
  });
}

/** Draws documents without repeats, with equal probability, in random order. */
function sampleStage(spec: unknown, { env }: StageContext): Stage {
  if (!isDoc(spec)) fail(28745, 'the $sample stage specification must be an object');
  const [option] = Object.keys(spec).filter((key) => key !== 'size');
  if (option !== undefined) fail(28748, `unrecognized option to $sample: ${option}`);
  if (spec['size'] === undefined) fail(28749, '$sample stage must specify a size');
  const size = stageNumber('$sample', spec['size'], 1);
  return flow((source) =>
    sortFlow(
      source,
      () => double(Math.random()),
      (a, b) => a.value - b.value,
      size,
      env,
    ),
  );
}

function matchStage(spec: unknown, { env, vars }: StageContext): Stage {
  if (!isDoc(spec)) fail(15959, 'the match filter must be an expression in an object');
  const filter = compileFilter(spec, { vars, now: env.now });
  return { kind: 'map', apply: (doc) => (filter.test(doc) ? doc : undefined) };
}

/** All stages by name. `limit` is how many sorted documents the stages after a `$sort` need. */
export const stageBuilders = new Map<string, (spec: unknown, context: StageContext, limit: number) => Stage>([
  ['$match', matchStage],
  ['$sort', (spec, context, limit) => sortStage(spec, limit, context)],
  ['$skip', (spec) => skipStage(stageNumber('$skip', spec, 0))],
  ['$limit', (spec) => limitStage(stageNumber('$limit', spec, 1))],
  ['$group', groupStage],
  ['$unwind', (spec, { env }) => flow(unwind(spec, env.check))],
  ['$sample', sampleStage],
  // the caller provides its result, and the stage itself changes nothing
  ['$collStats', () => ({ kind: 'map', apply: (doc) => doc })],
  ...[...transforms].map(
    ([name, compile]) =>
      [
        name,
        (spec: unknown, { compiler, vars }: StageContext): Stage => {
          const transform = compile(spec, compiler);
          return { kind: 'map', apply: (doc) => transform(doc, vars) };
        },
      ] as const,
  ),
]);

async function* mapped(
  source: Flow,
  steps: ((doc: Doc) => Doc | undefined)[],
  check?: () => void,
): AsyncGenerator<Doc> {
  const pace = new Pace();
  for await (const doc of source) {
    let result: Doc | undefined = doc;
    for (const step of steps) {
      result = step(result);
      if (result === undefined) break;
    }
    if (pace.due()) await pace.rest(check);
    if (result !== undefined) yield result;
  }
}

/** Runs documents through stages; adjacent per-document stages share one step. */
export function runStages(stages: Stage[], source: Flow, check?: () => void): Flow {
  let at = source;
  for (let i = 0; i < stages.length; i++) {
    const stage = stages[i]!;
    if (stage.kind === 'flow') {
      at = stage.run(at);
      continue;
    }
    const steps: ((doc: Doc) => Doc | undefined)[] = [];
    for (let next: Stage | undefined = stage; next?.kind === 'map'; next = stages[++i])
      steps.push(next.apply);
    i--;
    at = mapped(at, steps, check);
  }
  return at;
}
