import { setTimeout as delay } from 'node:timers/promises';
import type { Collection } from '../catalogue.js';
import { END, type OpenCursor } from '../cursors.js';
import { recordBytes, successor } from '../keys.js';
import { PAUSE } from '../pace.js';
import type { Row } from '../scan.js';
import { badValue, failedToParse, ServerError } from '../semantics/errors.js';
import { compileFilter } from '../semantics/matcher.js';
import { asBoolean } from '../describe.js';
import type { Context, Engine } from './context.js';
import type { Selection } from './query.js';

/** Milliseconds that an awaiting cursor waits for documents unless its client says how long. */
const usualWait = 1000;
const poll = 10;

/** Throws unless a find may have a tailable cursor. */
export function checkTail(collection: Collection | undefined, { body }: Context, selection: Selection): void {
  if (asBoolean(body.awaitData ?? false) && !asBoolean(body.tailable ?? false))
    throw failedToParse("Cannot set 'awaitData' without also setting 'tailable'");
  if (!asBoolean(body.tailable ?? false)) return;
  if (collection && collection.options.capped !== true)
    throw badValue('error processing query: tailable cursor requested on non capped collection');
  if (selection.sort !== undefined || selection.natural === -1)
    throw badValue('cannot use tailable option with a sort other than {$natural: 1}');
}

/** The rows of a capped collection, and after END those that came since. */
export function* tailing(
  engine: Engine,
  collection: Collection,
  { filter, skip = 0 }: Selection,
): Generator<Row | typeof PAUSE | typeof END, void> {
  const { prefix } = collection;
  const all = compileFilter({});
  const key = (id: number) => Buffer.concat([prefix, recordBytes(id)]);
  let last: number | undefined;
  let passed = 0;
  for (;;) {
    if (last !== undefined && !engine.scanner.read(collection, last))
      throw new ServerError(
        136,
        `CollectionScan died due to position in capped collection being deleted. Last seen record id: RecordId(${last})`,
      );
    const ranges = [{ start: last === undefined ? prefix : key(last + 1), end: successor(prefix) }];
    const plan = {
      stage: 'COLLSCAN',
      ranges,
      reverse: false,
      sorted: true,
      covered: true,
      repeats: false,
    } as const;
    for (const row of engine.scanner.run({ collection, filter: all, plan })) {
      if (row === PAUSE) {
        yield PAUSE;
        continue;
      }
      last = row.id;
      if (filter.test(row.doc) && ++passed > skip) yield row;
    }
    yield END;
  }
}

/** Waits, where a cursor awaits data, until something was written or its time is over. */
export async function arrival(engine: Engine, cursor: OpenCursor, limit: number | undefined): Promise<void> {
  if (!cursor.awaits || cursor.endedAt !== engine.storage.version) return;
  const until = performance.now() + (limit ?? usualWait);
  while (!cursor.exhausted && cursor.endedAt === engine.storage.version && performance.now() < until)
    await delay(poll);
}
