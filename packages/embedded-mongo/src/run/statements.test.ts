import { rmSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ServerError } from '../bson/errors.js';
import { compileFilter } from '../language/filter/parse.js';
import { Row } from '../plan/scan.js';
import { Storage } from '../store/lmdb.js';
import { temporaryDirectory } from '../testing/server.js';
import { prefixBytes } from '../values/keys.js';
import { PAUSE } from '../values/pace.js';
import type { Engine } from './engine.js';
import type { Selection } from './selection.js';
import { onAll, onFirst, type Outcome, runStatements, TOO_LONG } from './statements.js';

/** An engine whose disk accepts `commits` commits and then fails with `error`. */
const engineOf = (commits: number, error: Error) => {
  let left = commits;
  const write = async <T>(change: () => T): Promise<T> => {
    const result = change();
    if (left-- > 0) return Promise.resolve(result);
    throw error;
  };
  return { storage: { write } } as unknown as Engine;
};

const full = new ServerError(14031, 'The disk is full');
// at most 500 per transaction
const one: Outcome = { n: 1, modified: 0 };
const statements = Array.from({ length: 502 }, () => () => ({
  inTransaction: () => one,
  onItsOwn: () => Promise.resolve(one),
}));

async function run(engine: Engine, ordered: boolean) {
  const done: number[] = [];
  const failed: number[] = [];
  await runStatements(engine, statements, {
    ordered,
    check: () => undefined,
    done: (index) => done.push(index),
    failed(index, error) {
      expect(error).toBe(full);
      failed.push(index);
    },
  });
  return { done, failed };
}

describe('statements that need several commits', () => {
  it.each([
    { ordered: true, failed: [500] },
    { ordered: false, failed: [500, 501] },
  ])('count the statements before a failed commit, ordered: $ordered', async ({ ordered, failed }) => {
    const told = await run(engineOf(1, full), ordered);
    expect(told.done).toEqual(Array.from({ length: 500 }, (_, i) => i));
    expect(told.failed).toEqual(failed);
  });

  it('rethrow any other failure of a commit', async () => {
    await expect(run(engineOf(1, new Error('broken')), true)).rejects.toThrow('broken');
  });
});

it('a change of many large documents runs in several transactions', () => {
  const row = (id: number) => new Row(id, Buffer.alloc(3_000_000));
  const statementOn = (count: number) => {
    const engine = {
      catalogue: { get: () => ({ indexes: [], options: {}, prefix: prefixBytes(1) }) },
      scanner: { run: () => Array.from({ length: count }, (_, id) => row(id)).values() },
    } as unknown as Engine;
    const selection = { filter: compileFilter({}), hint: { $natural: 1 } } as unknown as Selection;
    const none = () => undefined;
    return onAll(engine, 'db.c', selection, one, none, none);
  };
  expect(statementOn(1).inTransaction()).toBe(one);
  expect(statementOn(2).inTransaction()).toBe(TOO_LONG);
});

describe('the time limit of a command', () => {
  afterEach(() => void vi.useRealTimers());
  const over = new ServerError(50, 'operation exceeded time limit');
  /** Times out after `times` calls. */
  const allowing = (times: number) => () => {
    if (times-- <= 0) throw over;
  };

  it.each([true, false])(
    'ends it between statements and keeps earlier changes, ordered: %s',
    async (ordered) => {
      const ran: number[] = [];
      const three = [0, 1, 2].map((i) => () => {
        ran.push(i);
        return { inTransaction: () => one, onItsOwn: () => Promise.resolve(one) };
      });
      const failed: number[] = [];
      const running = runStatements(engineOf(9, full), three, {
        ordered,
        check: allowing(2),
        done: () => undefined,
        failed: (index) => failed.push(index),
      });
      await expect(running).rejects.toBe(over);
      expect(ran).toEqual([0, 1]);
      expect(failed).toEqual([]);
    },
  );

  it('ends a statement during its search, inside and outside of a transaction', async () => {
    function* endless() {
      for (;;) yield PAUSE;
    }
    const engine = {
      catalogue: { get: () => ({ indexes: [], options: {}, prefix: prefixBytes(1) }) },
      scanner: { run: endless },
    } as unknown as Engine;
    const selection = { filter: compileFilter({}), hint: { $natural: 1 } } as unknown as Selection;
    const none = () => undefined;
    for (const statement of [
      onFirst(engine, 'db.c', selection, () => one),
      onAll(engine, 'db.c', selection, one, none, none),
    ]) {
      expect(statement.inTransaction(allowing(100))).toBe(TOO_LONG);
      expect(() => statement.inTransaction(allowing(2))).toThrow(over);
      await expect(statement.onItsOwn(allowing(100))).rejects.toBe(over);
    }
  });

  it('ends a change of many documents between two transactions and keeps earlier changes', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const directory = temporaryDirectory();
    const storage = new Storage(directory);
    const put = (i: number) => {
      storage.docs.putSync(Buffer.of(i), Buffer.of(i));
      if (i === 2) vi.advanceTimersByTime(1000);
    };
    await expect(storage.writeEach([1, 2, 3, 4], put, allowing(1))).rejects.toBe(over);
    expect([1, 2, 3, 4].filter((i) => storage.docs.get(Buffer.of(i)))).toEqual([1, 2]);
    await storage.close();
    rmSync(directory, { recursive: true });
  });
});
