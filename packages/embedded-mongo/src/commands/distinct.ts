import { Double } from 'bson';
import { encode } from '../bson/encode.js';
import { ServerError } from '../bson/errors.js';
import { sortFlow } from '../language/pipeline/stages.js';
import { docsOf, rowsOf } from '../run/selection.js';
import { compareValues } from '../values/compare.js';
import { keyText } from '../values/keys.js';
import { nextTurn } from '../values/pace.js';
import { distinctValues } from '../values/paths.js';
import { allowanceOf, collectionName, type Command } from './context.js';
import { countSelection } from './count.js';

const maxReply = 16 * 1024 * 1024;

/** Returns the distinct values of a field, sorted. */
export const distinct: Command = {
  fields: 'key query hint',
  async run(context) {
    const { engine, body } = context;
    if (typeof body.key !== 'string')
      throw new ServerError(14, "BSON field 'distinct.key' is the wrong type, expected type 'string'");
    const selection = countSelection(context);
    const collection = engine.catalogue.get(`${context.db}.${collectionName(context)}`);
    const { check } = allowanceOf(context);
    const docs = docsOf(rowsOf(engine.scanner, collection, selection), check);
    const values = new Map<string, unknown>();
    for await (const doc of docs)
      for (const value of distinctValues(doc, body.key)) {
        const key = keyText(value);
        if (!values.has(key)) values.set(key, value);
      }
    const sorted: unknown[] = [];
    const unlimited = { memoryLimit: Infinity, check };
    for await (const value of sortFlow(values.values(), (value) => value, compareValues, Infinity, unlimited))
      sorted.push(value);
    // writing the reply takes time, too
    if (sorted.length > 1000) await nextTurn();
    const reply = encode({ values: sorted, ok: new Double(1) });
    if (reply.length > maxReply) throw new ServerError(17217, 'distinct too big, 16mb cap');
    return reply;
  },
};
