import { describe, expect, it } from 'vitest';
import { batchedLookup } from './batched-lookup.js';

interface Row {
  id: number;
  version: number;
}

/** A table whose queries are answered when told to. */
function table(patience = 60_000) {
  const queries: { keys: number[]; answer: () => Promise<void>; fail: () => Promise<void> }[] = [];
  let version = 0;
  const lookup = batchedLookup<number, Row>({
    read: (keys) =>
      new Promise((resolve, reject) => {
        queries.push({
          keys,
          answer: () => {
            resolve(keys.filter((id) => id < 100).map((id) => ({ id, version })));
            return settle();
          },
          fail: () => {
            reject(new Error('down'));
            return settle();
          },
        });
      }),
    keysOf: (row) => [row.id],
    max: 4,
    patience,
  });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { queries, lookup, settle, change: () => (version += 1) };
}

describe('a batched lookup', () => {
  it('asks in the same turn of the event loop when nothing is under way', async () => {
    const { queries, lookup, settle } = table();
    const found = lookup([1, 2, 200]);
    await settle();
    await queries[0]!.answer();
    expect([...(await found).keys()]).toEqual([1, 2]);
  });

  it('lets lookups of one turn share one query', async () => {
    const { queries, lookup, settle } = table();
    const [first, second] = [lookup([1, 2]), lookup([2, 3])];
    await settle();
    expect(queries.map(({ keys }) => keys)).toEqual([[1, 2, 3]]);
    await queries[0]!.answer();
    expect((await first).has(1)).toBe(true);
    expect((await second).has(3)).toBe(true);
  });

  it('lets lookups that come meanwhile share one query, each key once', async () => {
    const { queries, lookup, settle } = table();
    const first = lookup([1]);
    await settle();
    const [second, third] = [lookup([2, 3]), lookup([3, 4])];
    expect(queries).toHaveLength(1);
    await queries[0]!.answer();
    expect(queries[1]!.keys).toEqual([2, 3, 4]);
    await queries[1]!.answer();
    expect((await first).get(1)).toEqual({ id: 1, version: 0 });
    expect((await second).get(3)).toEqual({ id: 3, version: 0 });
    expect((await third).get(4)).toEqual({ id: 4, version: 0 });
  });

  it('never answers what was read before it was asked', async () => {
    const { queries, lookup, settle, change } = table();
    void lookup([1]);
    await settle();
    change();
    const later = lookup([1]);
    await queries[0]!.answer();
    await queries[1]!.answer();
    expect((await later).get(1)?.version).toBe(1);
  });

  it('begins another batch where one is full', async () => {
    const { queries, lookup, settle } = table();
    void lookup([1]);
    await settle();
    void lookup([2, 3, 4]);
    void lookup([5, 6]);
    await queries[0]!.answer();
    expect(queries.map(({ keys }) => keys)).toEqual([[1], [2, 3, 4], [5, 6]]);
  });

  it('fails those who shared the failing query, and no others', async () => {
    const { queries, lookup, settle } = table();
    const first = lookup([1]);
    await settle();
    const second = lookup([2]);
    const refused = expect(first).rejects.toThrow('down');
    await queries[0]!.fail();
    await refused;
    await queries[1]!.answer();
    expect((await second).size).toBe(1);
  });

  it('does not wait for a query that hangs', async () => {
    const { queries, lookup, settle } = table(0);
    void lookup([1]);
    await settle();
    const second = lookup([2]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(queries).toHaveLength(2);
    await queries[1]!.answer();
    expect((await second).size).toBe(1);
  });
});
