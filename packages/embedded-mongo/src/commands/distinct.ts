import { Double } from 'bson';
import { encode } from '../bson/encode.js';
import { ServerError } from '../bson/errors.js';
import { ValueMap } from '../language/pipeline/accumulators.js';
import { docsOf, rowsOf } from '../run/selection.js';
import { compareValues, type StringCompare } from '../values/compare.js';
import { nextTurn, Pace, PAUSE, unpaused } from '../values/pace.js';
import { distinctValues } from '../values/paths.js';
import { Sorter } from '../values/sorter.js';
import { allowanceOf, collectionName, type Command } from './context.js';
import { countSelection } from './count.js';

const maxReply = 16 * 1024 * 1024;

/** The values of a field, each once, in their order. */
export const distinct: Command = {
  fields: 'key query collation hint',
  async run(context) {
    const { engine, body } = context;
    if (typeof body.key !== 'string')
      throw new ServerError(14, "BSON field 'distinct.key' is the wrong type, expected type 'string'");
    const selection = countSelection(context);
    const order = selection.collation;
    const collection = engine.catalogue.get(`${context.db}.${collectionName(context)}`);
    const docs = docsOf(rowsOf(engine.scanner, collection, selection), allowanceOf(context).check);
    const values = new ValueMap<undefined>(order);
    for await (const doc of docs)
      for (const value of distinctValues(doc, body.key)) values.add(value, undefined);
    const reply = encode({ values: await inOrder(values.values(), order), ok: new Double(1) });
    if (reply.length > maxReply) throw new ServerError(17217, 'distinct too big, 16mb cap');
    return reply;
  },
};

/** Values sorted, with pauses. */
async function inOrder(values: Iterable<unknown>, order: StringCompare | undefined): Promise<unknown[]> {
  const sorter = new Sorter<unknown>({ compare: (a, b) => compareValues(a, b, order), limit: Infinity });
  for (const value of values)
    if (sorter.add(value, 0)) for await (const _none of unpaused(sorter.mergeSoFar()));
  const sorted: unknown[] = [];
  const pace = new Pace();
  for (const value of sorter.sorted()) {
    if (value !== PAUSE) sorted.push(value);
    if (value === PAUSE || pace.due()) await nextTurn();
  }
  // to write the reply takes its time, too
  if (sorted.length > 1000) await nextTurn();
  return sorted;
}
