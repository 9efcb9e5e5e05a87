import { describe } from '../describe.js';
import type { Doc, UpdateContext } from './types.js';

/** What an operator may look at besides the value that it changes. */
export interface Run {
  ctx: UpdateContext;
  /** The document as it was before the update. */
  doc: Doc;
}

/** New value of a field from its old one; undefined is missing in both directions. */
export type Change = (old: unknown, run: Run, path: string) => unknown;

export const idOf = (doc: Doc) => `{_id: ${describe(doc['_id'])}}`;
export const lastName = (path: string) => path.slice(path.lastIndexOf('.') + 1);
export const shown = (path: string, value: unknown) => `{${path}: ${describe(value)}}`;
