import { ServerError } from '../bson/errors.js';
import type { Row, Rows } from '../plan/scan.js';
import { turn } from '../store/lmdb.js';
import { PAUSE, unpaused } from '../values/pace.js';
import type { Engine } from './engine.js';
import { rowsOf, type Selection } from './selection.js';

/** Pauses (5 ms each) that a statement may take inside a write transaction before it goes outside. */
const patience = 4;
/** Documents changed in one transaction. */
const perTransaction = 500;

export const TOO_LONG: unique symbol = Symbol('too long');

/** Throws MaxTimeMSExpired when the time of a command is over. */
type Check = () => void;
const outOfTime = (error?: ServerError): boolean => error?.code === 50;

/** One statement of a write command: `now` inside a transaction if it is short, else `later` in its own ones. */
export interface Statement<T> {
  now: (check?: Check) => T | typeof TOO_LONG;
  later: (check?: Check) => Promise<T>;
}

/**
 * Runs statements in order, as many per transaction as time allows. `failed` returns true to stop. A commit that the
 * disk refuses fails the statements from there on: what went before them is done and counted. The end of the command's
 * time fails the command as a whole, and what was done stays.
 */
export async function runStatements<T>(
  engine: Engine,
  statements: Statement<T>[],
  done: (index: number, result: T) => void,
  failed: (index: number, error: ServerError) => boolean,
  check?: Check,
): Promise<void> {
  let next = 0;
  while (next < statements.length) {
    const first = next;
    const slice = () => {
      const list: { result?: T | typeof TOO_LONG; error?: ServerError }[] = [];
      const end = performance.now() + turn;
      for (let i = first; i < statements.length && list.length < perTransaction; i++) {
        try {
          check?.();
          list.push({ result: statements[i]!.now(check) });
        } catch (error) {
          if (!(error instanceof ServerError)) throw error;
          list.push({ error });
        }
        const { result, error } = list.at(-1)!;
        if (result === TOO_LONG || outOfTime(error) || performance.now() > end) break;
      }
      return list;
    };
    const outcomes = await engine.storage.write(slice).catch((error: unknown) => {
      if (error instanceof ServerError) return error;
      throw error;
    });
    if (outcomes instanceof ServerError) {
      while (next < statements.length) if (failed(next++, outcomes)) return;
      return;
    }
    for (const outcome of outcomes) {
      const index = next++;
      try {
        if (outcome.error) throw outcome.error;
        const { result } = outcome;
        done(index, result === TOO_LONG ? await statements[index]!.later(check) : (result as T));
      } catch (error) {
        if (!(error instanceof ServerError) || outOfTime(error)) throw error;
        // an ordered command has run no further: see `halting`
        if (failed(index, error)) return;
      }
    }
  }
}

/** Makes statements after a failed one do nothing, so that an ordered command leaves what MongoDB leaves. */
export function halting<T>(statements: Statement<T>[], ordered: boolean): Statement<T>[] {
  if (!ordered) return statements;
  let halted = false;
  const guard = <R>(run: () => R): R => {
    if (halted) throw new ServerError(1, 'not run');
    try {
      return run();
    } catch (error) {
      halted = true;
      throw error;
    }
  };
  return statements.map(({ now, later }) => ({ now: (check) => guard(() => now(check)), later }));
}

function firstRow(rows: Rows, check?: Check): Row | undefined | typeof TOO_LONG {
  let pauses = 0;
  for (const row of rows) {
    if (row !== PAUSE) return row;
    check?.();
    if (++pauses > patience) return TOO_LONG;
  }
  return undefined;
}

/** A statement on the first document of a selection, or on none. */
export function onFirst<T>(
  engine: Engine,
  namespace: string,
  selection: Selection,
  act: (row: Row | undefined) => T,
): Statement<T> {
  const rows = () => rowsOf(engine.scanner, engine.catalogue.get(namespace), { ...selection, limit: 1 });
  return {
    now(check) {
      const row = firstRow(rows(), check);
      return row === TOO_LONG ? row : act(row);
    },
    async later(check) {
      for (;;) {
        let candidate: Row | undefined;
        for await (candidate of unpaused(rows(), check)) break;
        const result = await engine.storage.write(() => {
          if (!candidate) return act(undefined);
          // meanwhile another may have changed it: then look again
          const collection = engine.catalogue.get(namespace);
          const row = collection && engine.scanner.read(collection, candidate.id);
          return row && selection.filter.test(row.doc) ? act(row) : TOO_LONG;
        });
        if (result !== TOO_LONG) return result;
      }
    },
  };
}

/** A statement on every document of a selection: found first, then changed in slices, each tested again. */
export function onAll(
  engine: Engine,
  namespace: string,
  selection: Selection,
  act: (row: Row) => void,
  none: () => void,
): Statement<void> {
  const rows = () => rowsOf(engine.scanner, engine.catalogue.get(namespace), selection);
  return {
    now(check) {
      const found: Row[] = [];
      let pauses = 0;
      for (const row of rows()) {
        if (row !== PAUSE) found.push(row);
        else {
          check?.();
          if (++pauses > patience) return TOO_LONG;
        }
        if (found.length > perTransaction) return TOO_LONG;
      }
      if (found.length === 0) none();
      found.forEach(act);
      return undefined;
    },
    async later(check) {
      // a document that another moves along the index meanwhile is met twice
      const ids = new Set<number>();
      for await (const { id } of unpaused(rows(), check)) ids.add(id);
      if (ids.size === 0) return engine.storage.write(none);
      const change = (id: number) => {
        const collection = engine.catalogue.get(namespace);
        const row = collection && engine.scanner.read(collection, id);
        if (row && selection.filter.test(row.doc)) act(row);
        return collection !== undefined;
      };
      await engine.storage.writeEach([...ids], change, check);
    },
  };
}

/** A statement whose compilation failed fails when its turn comes. */
export function compiled<T>(compile: () => Statement<T>): Statement<T> {
  let statement: Statement<T> | undefined;
  const get = () => (statement ??= compile());
  return { now: (check) => get().now(check), later: (check) => get().later(check) };
}

/** A statement with another result. */
export const mapped = <A, B>(statement: Statement<A>, to: (value: A) => B): Statement<B> => ({
  now(check) {
    const result = statement.now(check);
    return result === TOO_LONG ? TOO_LONG : to(result);
  },
  later: (check) => statement.later(check).then(to),
});

/** Runs one statement by itself; its error is the command's. */
export async function runOne<T>(engine: Engine, statement: Statement<T>, check: Check): Promise<T> {
  const result = await engine.storage.write(() => statement.now(check));
  return result === TOO_LONG ? statement.later(check) : result;
}
