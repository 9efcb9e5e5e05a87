import type { Doc } from '../bson/document.js';
import { ServerError } from '../bson/errors.js';
import type { Row, Rows } from '../plan/scan.js';
import { maxTransactionMs } from '../store/lmdb.js';
import { PAUSE, unpaused } from '../values/pace.js';
import type { Engine } from './engine.js';
import { rowsOf, type Selection } from './selection.js';

/** Pauses (5 ms each) that a statement may take inside a write transaction before it moves out of it. */
const maxPauses = 4;
/** Limits of one transaction: changed documents, and their bytes. */
const perTransaction = 500;
const bytesPerTransaction = 4 << 20;

export const TOO_LONG: unique symbol = Symbol('too long');

/** Throws MaxTimeMSExpired when a command's time is over. */
type Check = () => void;
const outOfTime = (error: ServerError): boolean => error.code === 50;

/** The result of a statement. */
export interface Outcome {
  /** Documents inserted, removed, or matched or upserted. */
  n: number;
  modified: number;
  upserted?: { _id: unknown };
  before?: Doc;
  after?: Doc;
}

/**
 * One statement of a write command. A short one runs inside the transaction of its group, a long one in separate
 * transactions.
 */
export interface Statement {
  inTransaction: (check?: Check) => Outcome | typeof TOO_LONG;
  onItsOwn: (check?: Check) => Promise<Outcome>;
}

interface Run {
  /** The first failure ends the command. */
  ordered: boolean;
  check: Check;
  done: (index: number, outcome: Outcome) => void;
  failed: (index: number, error: ServerError) => void;
}

/**
 * Runs statements in order, as many per transaction as time allows. Each is compiled just before it runs, and may
 * fail then. A failed commit fails the statements from there on; earlier ones are done and counted. When the
 * command's time is over, the command fails as a whole and keeps earlier changes.
 */
export async function runStatements(
  engine: Engine,
  statements: (() => Statement)[],
  { ordered, check, done, failed }: Run,
): Promise<void> {
  for (let next = 0; next < statements.length;) {
    const first = next;
    const slice = () => {
      const list: { outcome?: Outcome; long?: Statement; error?: ServerError }[] = [];
      const end = performance.now() + maxTransactionMs;
      for (const compile of statements.slice(first, first + perTransaction)) {
        try {
          check();
          const statement = compile();
          const outcome = statement.inTransaction(check);
          list.push(outcome === TOO_LONG ? { long: statement } : { outcome });
          if (outcome === TOO_LONG) break;
        } catch (error) {
          if (!(error instanceof ServerError)) throw error;
          list.push({ error });
          if (ordered || outOfTime(error)) break;
        }
        if (performance.now() > end) break;
      }
      return list;
    };
    const results = await engine.storage.write(slice).catch((error: unknown) => {
      if (!(error instanceof ServerError)) throw error;
      return statements.slice(first).map((): ReturnType<typeof slice>[number] => ({ error }));
    });
    for (const { outcome, long, error } of results) {
      const index = next++;
      try {
        if (error) throw error;
        done(index, long ? await long.onItsOwn(check) : outcome!);
      } catch (failure) {
        if (!(failure instanceof ServerError) || outOfTime(failure)) throw failure;
        failed(index, failure);
        if (ordered) return;
      }
    }
  }
}

/** Returns all rows if one transaction has time to find and change them. */
function rowsWithin(rows: Rows, check?: Check): Row[] | typeof TOO_LONG {
  const found: Row[] = [];
  let pauses = 0;
  let bytes = 0;
  for (const row of rows) {
    if (row === PAUSE) {
      check?.();
      if (++pauses > maxPauses) return TOO_LONG;
      continue;
    }
    found.push(row);
    bytes += row.raw.length;
    if (found.length > perTransaction || (found.length > 1 && bytes > bytesPerTransaction)) return TOO_LONG;
  }
  return found;
}

/** A statement on the first document of a selection, or on none. */
export function onFirst(
  engine: Engine,
  namespace: string,
  selection: Selection,
  act: (row: Row | undefined) => Outcome,
): Statement {
  const rows = () => rowsOf(engine.scanner, engine.catalogue.get(namespace), { ...selection, limit: 1 });
  return {
    inTransaction(check) {
      const found = rowsWithin(rows(), check);
      return found === TOO_LONG ? found : act(found[0]);
    },
    async onItsOwn(check) {
      for (;;) {
        let candidate: Row | undefined;
        for await (candidate of unpaused(rows(), check)) break;
        const result = await engine.storage.write(() => {
          if (!candidate) return act(undefined);
          // search again if another write changed it
          const collection = engine.catalogue.get(namespace);
          const row = collection && engine.scanner.read(collection, candidate.id);
          return row && selection.filter.test(row.doc) ? act(row) : TOO_LONG;
        });
        if (result !== TOO_LONG) return result;
      }
    },
  };
}

/**
 * A statement on every document of a selection; adds to `outcome`. Finds the documents first, then changes them in
 * slices and tests each one again.
 */
export function onAll(
  engine: Engine,
  namespace: string,
  selection: Selection,
  outcome: Outcome,
  act: (row: Row) => void,
  none: () => void,
): Statement {
  const rows = () => rowsOf(engine.scanner, engine.catalogue.get(namespace), selection);
  return {
    inTransaction(check) {
      const found = rowsWithin(rows(), check);
      if (found === TOO_LONG) return found;
      if (found.length === 0) none();
      found.forEach(act);
      return outcome;
    },
    async onItsOwn(check) {
      // a document moved along the index by another write appears twice
      const ids = new Set<number>();
      for await (const { id } of unpaused(rows(), check)) ids.add(id);
      if (ids.size === 0) await engine.storage.write(none);
      const change = (id: number) => {
        const collection = engine.catalogue.get(namespace);
        const row = collection && engine.scanner.read(collection, id);
        if (row && selection.filter.test(row.doc)) act(row);
        return collection !== undefined;
      };
      await engine.storage.writeEach([...ids], change, check);
      return outcome;
    },
  };
}

/** Runs a single statement; its error fails the command. */
export async function runOne(engine: Engine, statement: Statement, check: Check): Promise<Outcome> {
  const outcome = await engine.storage.write(() => statement.inTransaction(check));
  return outcome === TOO_LONG ? statement.onItsOwn(check) : outcome;
}
