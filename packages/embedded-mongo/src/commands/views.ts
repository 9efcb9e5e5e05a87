import { collationCompare } from '../semantics/collation.js';
import type { PipelineEnv } from '../semantics/types.js';
import { type Context, docField, letField } from './context.js';
import { docsOf, rowsOf, select } from './query.js';

/** What a pipeline works with: the command's variables and collation, and the documents of other collections. */
export function pipelineEnv(context: Context): PipelineEnv {
  const { engine, db } = context;
  const now = engine.now();
  const collation = collationCompare(docField(context, 'collation'));
  return {
    now,
    vars: letField(context),
    collation,
    find: (from, filter) =>
      docsOf(
        rowsOf(
          engine.scanner,
          engine.catalogue.get(`${db}.${from}`),
          select({ filter, now, order: collation }),
        ),
      ),
  };
}
