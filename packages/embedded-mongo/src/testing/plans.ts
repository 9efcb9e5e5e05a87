import { Double, Long } from 'bson';
import fc from 'fast-check';
import { decode } from '../bson/decode.js';
import type { Doc } from '../bson/document.js';
import { encode } from '../bson/encode.js';
import { ServerError } from '../bson/errors.js';
import { asNumber } from '../bson/numbers.js';
import { Records } from '../indexes/records.js';
import { type Row, Scanner } from '../plan/scan.js';
import { planSelection, rowsOf, select, type SelectionSource } from '../run/selection.js';
import { Catalogue, type Collection } from '../store/catalogue.js';
import { buildIndex, type Index, normaliseSpec } from '../store/index-spec.js';
import { Storage } from '../store/lmdb.js';
import { encodeValue } from '../values/keys.js';
import { PAUSE } from '../values/pace.js';
import { compileSort } from '../values/sort.js';

/** Random documents, indexes and queries. An index plan must find the same documents as a scan. */

const scalar = fc.oneof(
  fc.integer({ min: 0, max: 4 }),
  fc.constantFrom<unknown>(
    ...['', 'a', 'ab', 'b', 'A', 'Ä', null, true],
    ...[new Date(0), new Double(1.5), Long.fromNumber(2), NaN],
  ),
);
const part = fc.record({ x: scalar, y: scalar }, { requiredKeys: [] });
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: part },
  { weight: 1, arbitrary: fc.array(part, { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.oneof(scalar, part, fc.array(scalar, { maxLength: 2 })), { maxLength: 3 }),
  },
);
const document = fc.record({ a: value, b: scalar, c: value }, { requiredKeys: [] });
const path = fc.constantFrom('a', 'b', 'c', 'a.x', 'a.y', 'c.x', 'a.0', 'a.1', 'a.0.x');
const condition = fc.oneof(
  scalar.map((v): unknown => v),
  fc
    .tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte', '$ne', '$eq'), scalar)
    .map(([op, v]) => ({ [op]: v })),
  fc.tuple(scalar, scalar).map(([low, high]) => ({ $gte: low, $lt: high })),
  fc.array(scalar, { maxLength: 3 }).map((list) => ({ $in: list })),
  fc.boolean().map((exists) => ({ $exists: exists })),
  fc.constantFrom(
    { $regex: '^a' },
    { $regex: '^ab' },
    { $not: { $gt: 1 } },
    { $size: 2 },
    { $type: 'number' },
  ),
  fc.array(scalar, { maxLength: 2 }).map((list): unknown => list),
  fc.constant({ $elemMatch: { x: { $gte: 1 }, y: 2 } }),
  fc.tuple(scalar, scalar).map(([low, high]) => ({ $elemMatch: { $gte: low, $lt: high } })),
  fc.array(scalar, { maxLength: 2 }).map((list) => ({ $elemMatch: { $in: list, $ne: 1 } })),
  fc.constantFrom({ $elemMatch: { $elemMatch: { $gt: 1 } } }, { $elemMatch: { $gt: 1, $exists: true } }),
);
const leaf = fc.dictionary(path, condition, { minKeys: 1, maxKeys: 3 });
const branches = (of: fc.Arbitrary<Record<string, unknown>>) => fc.array(of, { minLength: 1, maxLength: 3 });
const filter = fc.oneof(
  { weight: 3, arbitrary: leaf },
  { weight: 2, arbitrary: branches(leaf).map(($or): Doc => ({ $or })) },
  { weight: 2, arbitrary: fc.tuple(leaf, branches(leaf)).map(([own, $or]): Doc => ({ ...own, $or })) },
  { weight: 1, arbitrary: branches(leaf).map(($and): Doc => ({ $and })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(branches(leaf), branches(leaf))
      .map(([a, b]): Doc => ({ $and: [{ $or: a }, { $or: b }] })),
  },
) as fc.Arbitrary<Doc>;
const keys = fc.dictionary(path, fc.constantFrom<1 | -1>(1, -1), { minKeys: 1, maxKeys: 3 });
const index = fc.tuple(
  keys,
  fc.constantFrom<Doc>(
    ...[{}, {}, { sparse: true }, { unique: true }],
    { partialFilterExpression: { b: { $gt: 1 } } },
    { partialFilterExpression: { a: { $exists: true } } },
  ),
);
const query = fc.tuple(filter, fc.option(keys, { nil: undefined }));

export type PlanCase = [
  documents: Doc[],
  indexes: [keys: Doc, options: Doc][],
  queries: [filter: Doc, sort: Doc | undefined][],
];

export const planCase: fc.Arbitrary<PlanCase> = fc.tuple(
  fc.array(document, { minLength: 1, maxLength: 25 }),
  fc.array(index, { minLength: 1, maxLength: 3 }),
  fc.array(query, { minLength: 5, maxLength: 12 }),
);

/** The document after a round trip over the wire. */
const received = (doc: Doc): Doc => decode(encode(doc));

/** A store that runs cases. The caller owns its directory. */
export class PlanRunner {
  private readonly storage: Storage;
  private readonly catalogue: Catalogue;
  private readonly records: Records;
  private readonly scanner: Scanner;
  private round = 0;
  /** The collection of the previous case. */
  private done: Collection | undefined;

  constructor(directory: string) {
    this.storage = new Storage(directory);
    this.catalogue = new Catalogue(this.storage);
    this.records = new Records(this.storage, this.catalogue);
    this.scanner = new Scanner(this.storage);
  }

  close = (): Promise<void> => this.storage.close();

  /** Runs a case; resolves with a message for each query whose plan and scan differ. */
  async run([documents, indexes, queries]: PlanCase): Promise<string[]> {
    const collection = await this.storage.write(() => this.filled(documents, indexes));
    const wrong = queries.flatMap(([given, sort]) => {
      const source: SelectionSource = {
        filter: received(given),
        sort: sort && received(sort),
        now: new Date(0),
      };
      return this.hints(collection)
        .map((hint) => this.compare(collection, source, hint))
        .filter((difference) => difference !== undefined)
        .map((difference) => `${difference}: ${JSON.stringify({ given, sort, indexes, documents })}`);
    });
    this.done = collection;
    if (this.round % 500 === 0) await this.catalogue.sweep();
    return wrong;
  }

  private filled(documents: Doc[], indexes: [Doc, Doc][]): Collection {
    if (this.done) this.catalogue.drop(this.done);
    const collection = this.catalogue.ensure('test', `c${this.round++}`);
    const made = indexes.map(([key, options], i): Index => {
      const spec = normaliseSpec(received({ key, ...options, name: `i${i}` }));
      return buildIndex(this.catalogue.nextId(), spec);
    });
    collection.indexes = [...collection.indexes, ...made];
    this.catalogue.save(collection);
    const attempt = (act: () => void) => {
      try {
        act();
      } catch (error) {
        // two arrays, a number as a name, an existing value: rejected before any change
        if (!(error instanceof ServerError)) throw error;
      }
    };
    documents.forEach((given, _id) => {
      const raw = encode({ _id, ...given });
      attempt(() => this.records.insert(collection, decode(raw), raw));
    });
    // test that indexes follow updates, too
    for (const { id, doc, raw } of this.rows(collection, {
      filter: received({ b: 1 }),
      hint: natural,
      now: new Date(0),
    })) {
      const after = encode({ ...doc, b: 3 });
      attempt(() => this.records.update(collection, id, doc, raw.length, decode(after), after));
    }
    for (const { id, doc, raw } of this.rows(collection, {
      filter: received({ b: 'ab' }),
      hint: natural,
      now: new Date(0),
    }))
      this.records.remove(collection, id, doc, raw.length);
    return collection;
  }

  /** No hint, and every index that has all documents. */
  private hints({ indexes }: Collection): (string | undefined)[] {
    return [
      undefined,
      ...indexes.filter(({ sparse, partial }) => !sparse && !partial).map(({ name }) => name),
    ];
  }

  private rows(collection: Collection, source: SelectionSource): Row[] {
    return [...rowsOf(this.scanner, collection, select(source))].filter((row) => row !== PAUSE);
  }

  /** Describes the difference between a plan and a scan; undefined if they agree. */
  private compare(
    collection: Collection,
    source: SelectionSource,
    hint: string | undefined,
  ): string | undefined {
    let expected: Row[];
    try {
      expected = this.rows(collection, { ...source, hint: natural });
    } catch (error) {
      // MongoDB rejects sorting by two arrays, with and without an index
      if (error instanceof ServerError) return undefined;
      throw error;
    }
    const found = this.rows(collection, { ...source, hint });
    const ids = (rows: Row[]) => rows.map(({ id }) => id).sort((a, b) => a - b);
    const by = `by ${hint ?? 'its own choice'}`;
    if (ids(found).join() !== ids(expected).join())
      return `${by} it finds ${ids(found).join()} instead of ${ids(expected).join()}`;
    const selection = select({ ...source, hint });
    const plan = planSelection(collection, selection);
    if (plan.covered && plan.stage === 'IXSCAN') {
      const counted = this.scanner.countKeys({ ...selection, collection, plan }, { keys: 0, docs: 0 });
      const count = [...counted].filter((id) => id !== PAUSE).length;
      if (count !== expected.length) return `${by} it counts ${count} instead of ${expected.length}`;
    }
    if (!source.sort) return undefined;
    const { key } = compileSort(source.sort);
    const places = (rows: Row[]) => rows.map(({ doc }) => encodeValue(key(doc)).toString('hex')).join();
    return places(found) === places(expected) ? undefined : `${by} the order is another`;
  }
}

const natural = { $natural: asNumber(1) };
