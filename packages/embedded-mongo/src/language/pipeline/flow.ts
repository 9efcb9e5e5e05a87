import { type Doc, isDoc } from '../../bson/document.js';
import { fail } from '../../bson/errors.js';
import { Pace } from '../../values/pace.js';
import { memoryLimit } from '../../values/sorter.js';
import type { Compiler } from '../expressions/core.js';
import type { PipelineEnv, Vars } from '../types.js';

/** Documents on their way. Whoever gives many of them for one lets others run meanwhile. */
export type Flow = AsyncIterable<Doc> | Iterable<Doc>;

/** Documents that are at hand as a flow that pauses. */
export async function* flowOf(docs: Doc[], check?: () => void): AsyncGenerator<Doc> {
  const pace = new Pace();
  for (const doc of docs) {
    yield doc;
    if (pace.due()) await pace.rest(check);
  }
}

/** Roughly the bytes that a value takes as BSON. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 6;
  if (Array.isArray(value))
    return (value as unknown[]).reduce<number>((sum, item) => sum + sizeOf(item) + 3, 16);
  if (!isDoc(value)) return 16;
  let size = 16;
  for (const key in value) size += key.length + 2 + sizeOf(value[key]);
  return size;
}

/** Counts what a stage holds and refuses what is beyond the limit (code 292). */
export class Memory {
  private used = 0;

  constructor(
    private readonly stage: string,
    private readonly limit = memoryLimit,
  ) {}

  hold(value: unknown): void {
    this.used += sizeOf(value);
    if (this.used > this.limit)
      fail(292, `Exceeded memory limit for ${this.stage}, and the embedded server does not use the disk.`);
  }
}

/** Variables of an expression that is evaluated for one document. */
export const scopeOf = (doc: Doc, vars: Vars): Vars => ({ ...vars, ROOT: doc, CURRENT: doc });

/** Stages that give at most one document for each are run in one go; the others take the whole flow. */
export type Stage =
  { kind: 'map'; apply: (doc: Doc) => Doc | undefined } | { kind: 'flow'; run: (source: Flow) => Flow };

export interface StageContext {
  env: PipelineEnv;
  vars: Vars;
  compiler: Compiler;
}

export const flow = (run: (source: Flow) => Flow): Stage => ({ kind: 'flow', run });
