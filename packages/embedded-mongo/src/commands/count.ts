import { asNumber } from '../bson/numbers.js';
import { queryOf, select, type Selection } from '../run/selection.js';
import type { Collection } from '../store/catalogue.js';
import { unpaused } from '../values/pace.js';
import { allowanceOf, collectionName, type Command, type Context, docField, numberField } from './context.js';

/** Counts the documents of a selection, from counters or index keys alone if possible. */
export async function countRows(
  context: Context,
  collection: Collection | undefined,
  selection: Selection,
): Promise<number> {
  if (!collection) return 0;
  const { engine } = context;
  const query = queryOf(collection, selection);
  const { plan, skip = 0, limit = 0 } = query;
  const bounded = (count: number) => {
    const rest = Math.max(0, count - skip);
    return limit ? Math.min(rest, limit) : rest;
  };
  if (plan.stage === 'COLLSCAN' && plan.covered) return bounded(collection.stats.count);
  const examined = { keys: 0, docs: 0 };
  const rows: Iterable<unknown> = plan.covered
    ? engine.scanner.countKeys(query, examined)
    : engine.scanner.run({ ...query, skip: 0, limit: 0, sort: undefined }, examined);
  let count = 0;
  for await (const _row of unpaused(rows, allowanceOf(context).check))
    if (++count === skip + limit && limit) break;
  return bounded(count);
}

/** The selection of a count or distinct. A distinct has no skip and no limit. */
export function countSelection(context: Context): Selection {
  return select({
    filter: docField(context, 'query'),
    hint: context.body.hint,
    now: context.engine.now(),
    skip: numberField(context, 'skip') ?? 0,
    limit: Math.abs(asNumber(context.body.limit ?? 0) ?? 0),
  });
}

export const count: Command = {
  fields: 'query limit skip hint fields',
  async run(context) {
    const selection = countSelection(context);
    const collection = context.engine.catalogue.get(`${context.db}.${collectionName(context)}`);
    return { n: await countRows(context, collection, selection) };
  },
};
