import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Doc } from '../bson/document.js';
import { encode } from '../bson/encode.js';
import { Records } from '../indexes/records.js';
import { planSelection, select } from '../run/selection.js';
import { Catalogue, type Collection } from '../store/catalogue.js';
import { Storage } from '../store/lmdb.js';
import { temporaryDirectory } from '../testing/server.js';
import { PAUSE } from '../values/pace.js';
import { Scanner } from './scan.js';

const count = 5000;
const directory = temporaryDirectory();
let storage: Storage;
let collection: Collection;
/** The scanner's clock in milliseconds, advanced by the test. */
let time = 0;
let scanner: Scanner;

beforeAll(async () => {
  storage = new Storage(directory);
  const catalogue = new Catalogue(storage);
  const records = new Records(storage, catalogue);
  scanner = new Scanner(storage, () => time);
  collection = await storage.write(() => {
    const made = catalogue.ensure('test', 'docs');
    for (let n = 0; n < count; n++) {
      const doc = { _id: n, key: (n * 7919) % count };
      records.insert(made, doc, encode(doc));
    }
    return made;
  });
});
afterAll(async () => {
  await storage.close();
  rmSync(directory, { recursive: true, force: true });
});

interface Walk {
  rows: Doc[];
  pauses: number;
  /** The longest stretch of work without a pause, in milliseconds of the test's clock. */
  longest: number;
}

/** Reads a query to its end; handling each row takes `millisecondsPerRow`. */
function walk(filter: Doc, sort: Doc | undefined, limit: number, millisecondsPerRow: number): Walk {
  const selection = select({ filter, sort, limit, now: new Date(0) });
  const query = { collection, ...selection, plan: planSelection(collection, selection) };
  const result: Walk = { rows: [], pauses: 0, longest: 0 };
  let since = time;
  for (const row of scanner.run(query)) {
    if (row === PAUSE) {
      result.pauses++;
      result.longest = Math.max(result.longest, time - since);
      since = time;
    } else {
      result.rows.push(row.doc);
      time += millisecondsPerRow;
    }
  }
  return result;
}

describe('a long read pauses', () => {
  it('every few milliseconds, regardless of the number of rows', () => {
    const slow = walk({}, undefined, 0, 1);
    expect(slow.rows).toHaveLength(count);
    expect(slow.longest).toBeLessThanOrEqual(6);
    const quick = walk({}, undefined, 0, 0.01);
    expect(quick.rows).toHaveLength(count);
    expect(quick.pauses).toBeLessThan(slow.pauses / 50);
    expect(quick.longest).toBeLessThanOrEqual(6);
  });

  it('after each row that alone takes long', () => {
    expect(walk({ _id: { $lt: 20 } }, undefined, 0, 40)).toMatchObject({ pauses: 20, longest: 40 });
  });

  it('while it returns sorted rows', () => {
    const { rows, longest } = walk({}, { key: 1 }, 0, 1);
    expect(rows.map(({ key }) => Number(key))).toEqual(Array.from({ length: count }, (_, n) => n));
    expect(longest).toBeLessThanOrEqual(6);
  });

  it('while it sorts, and keeps only the rows that the limit needs', () => {
    for (const limit of [1, 10, 999, 1000, 1001, 3000, count + 1]) {
      const { rows, pauses } = walk({}, { key: -1 }, limit, 0);
      const expected = Array.from({ length: Math.min(limit, count) }, (_, n) => count - 1 - n);
      expect(rows.map(({ key }) => Number(key))).toEqual(expected);
      expect(pauses).toBeGreaterThanOrEqual(count / 1000);
    }
  });
});
