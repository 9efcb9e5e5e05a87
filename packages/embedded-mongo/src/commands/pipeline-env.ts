import type { PipelineEnv } from '../language/types.js';
import { docsOf, rowsOf, select } from '../run/selection.js';
import { collationCompare } from '../values/collation.js';
import { type Context, docField, letField } from './context.js';

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
