import { describe, expect, it } from 'vitest';
import { ServerError } from '../semantics/errors.js';
import type { Engine } from './context.js';
import { runStatements } from './statements.js';

/** An engine whose disk takes `commits` commits and then refuses with `error`. */
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
// of one transaction 500 at most
const statements = Array.from({ length: 502 }, () => ({ now: () => 1, later: () => Promise.resolve(1) }));

async function run(engine: Engine, ordered: boolean) {
  const done: number[] = [];
  const failed: number[] = [];
  await runStatements(
    engine,
    statements,
    (index) => done.push(index),
    (index, error) => {
      expect(error).toBe(full);
      failed.push(index);
      return ordered;
    },
  );
  return { done, failed };
}

describe('statements that need several commits', () => {
  it.each([
    { ordered: true, failed: [500] },
    { ordered: false, failed: [500, 501] },
  ])('count those before a commit that the disk refused, ordered: $ordered', async ({ ordered, failed }) => {
    const told = await run(engineOf(1, full), ordered);
    expect(told.done).toEqual(Array.from({ length: 500 }, (_, i) => i));
    expect(told.failed).toEqual(failed);
  });

  it('end with any other failure of a commit as it is', async () => {
    await expect(run(engineOf(1, new Error('broken')), true)).rejects.toThrow('broken');
  });
});
