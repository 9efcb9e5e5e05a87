import { type Doc, isDoc } from '../../bson/document.js';
import type { Compiler } from '../expressions/core.js';
import type { PipelineEnv, Vars } from '../types.js';

/** A stream of documents between stages. Stages that return many documents for one must yield to other work. */
export type Flow = AsyncIterable<Doc> | Iterable<Doc>;

/** Estimates the BSON size of a value in bytes. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 6;
  if (Array.isArray(value))
    return (value as unknown[]).reduce<number>((sum, item) => sum + sizeOf(item) + 3, 16);
  if (!isDoc(value)) return 16;
  let size = 16;
  for (const key in value) size += key.length + 2 + sizeOf(value[key]);
  return size;
}

/** The variables for evaluating an expression on one document. */
export const scopeOf = (doc: Doc, vars: Vars): Vars => ({ ...vars, ROOT: doc, CURRENT: doc });

/** Stages that return at most one document for each input run together; other stages take the whole flow. */
export type Stage =
  | { kind: 'map'; apply: (doc: Doc) => Doc | undefined }
  | { kind: 'flow'; run: (source: Flow) => Flow };

export interface StageContext {
  env: PipelineEnv;
  vars: Vars;
  compiler: Compiler;
}

export const flow = (run: (source: Flow) => Flow): Stage => ({ kind: 'flow', run });
