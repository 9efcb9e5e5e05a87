import type { Doc } from '../bson/document.js';
import { encode } from '../bson/encode.js';
import { asNumber } from '../bson/numbers.js';
import { type Context, docField } from './context.js';

/** A reply with a list, as the cursor of a namespace; `rest` are further fields of it. */
export function listReply(
  context: Context,
  namespace: string,
  docs: Doc[],
  rest?: Doc,
): Buffer[] | Promise<Buffer[]> {
  const { cursors } = context.engine;
  const cursor = cursors.create(namespace, docs.map((doc) => encode(doc)).values());
  const size = asNumber(docField(context, 'cursor')?.batchSize) ?? Infinity;
  return cursors.reply(cursor, 'firstBatch', size, false, rest);
}
