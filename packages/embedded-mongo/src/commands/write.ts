import { ObjectId } from 'bson';
import type { Collection } from '../catalogue.js';
import { asBoolean, asNumber } from '../describe.js';
import { PAUSE, type Row, type Rows } from '../scan.js';
import { decode, encode, isDoc } from '../semantics/document.js';
import { failedToParse, ServerError, typeMismatch } from '../semantics/errors.js';
import { compileProjection } from '../semantics/project.js';
import type { CompiledUpdate, Doc } from '../semantics/types.js';
import { compileUpdate } from '../semantics/update.js';
import { upsertBase } from '../semantics/upsert.js';
import {
  collectionName,
  type Command,
  type Context,
  docField,
  type Engine,
  flag,
  letField,
  listField,
} from './context.js';
import { rowsOf, select, type Selection } from './query.js';

const maxDocument = 16 * 1024 * 1024;
/** Pauses (200 documents each) that a statement may take inside a write transaction before it goes outside. */
const patience = 5;
/** Documents changed in one transaction, and the time in ms after which a transaction is committed. */
const perTransaction = 500;
const turn = 40;

export const TOO_LONG: unique symbol = Symbol('too long');
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** One statement of a write command: `now` inside a transaction if it is short, else `later` in its own ones. */
export interface Statement<T> {
  now: () => T | typeof TOO_LONG;
  later: () => Promise<T>;
}

/** Runs statements in order, as many per transaction as time allows. `failed` returns true to stop. */
export async function runStatements<T>(
  engine: Engine,
  statements: Statement<T>[],
  done: (index: number, result: T) => void,
  failed: (index: number, error: ServerError) => boolean,
): Promise<void> {
  let next = 0;
  while (next < statements.length) {
    const first = next;
    const outcomes = await engine.storage.write(() => {
      const list: { result?: T | typeof TOO_LONG; error?: ServerError }[] = [];
      const end = performance.now() + turn;
      for (let i = first; i < statements.length && list.length < perTransaction; i++) {
        try {
          list.push({ result: statements[i]!.now() });
        } catch (error) {
          if (!(error instanceof ServerError)) throw error;
          list.push({ error });
        }
        if (list.at(-1)!.result === TOO_LONG || performance.now() > end) break;
      }
      return list;
    });
    for (const outcome of outcomes) {
      const index = next++;
      try {
        if (outcome.error) throw outcome.error;
        done(index, outcome.result === TOO_LONG ? await statements[index]!.later() : (outcome.result as T));
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
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
  return statements.map(({ now, later }) => ({ now: () => guard(now), later }));
}

function firstRow(rows: Rows): Row | undefined | typeof TOO_LONG {
  let pauses = 0;
  for (const row of rows) {
    if (row !== PAUSE) return row;
    if (++pauses > patience) return TOO_LONG;
  }
  return undefined;
}

/** A statement on the first document of a selection, or on none. */
function onFirst<T>(
  engine: Engine,
  namespace: string,
  selection: Selection,
  act: (row: Row | undefined) => T,
): Statement<T> {
  const rows = () => rowsOf(engine.scanner, engine.catalogue.get(namespace), { ...selection, limit: 1 });
  return {
    now() {
      const row = firstRow(rows());
      return row === TOO_LONG ? row : act(row);
    },
    async later() {
      for (;;) {
        let candidate: Row | undefined;
        for (const row of rows()) {
          if (row === PAUSE) await breathe();
          else candidate = row;
          if (candidate) break;
        }
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
function onAll(
  engine: Engine,
  namespace: string,
  selection: Selection,
  act: (row: Row) => void,
  none: () => void,
): Statement<void> {
  const rows = () => rowsOf(engine.scanner, engine.catalogue.get(namespace), selection);
  return {
    now() {
      const found: Row[] = [];
      let pauses = 0;
      for (const row of rows()) {
        if (row !== PAUSE) found.push(row);
        else if (++pauses > patience) return TOO_LONG;
        if (found.length > perTransaction) return TOO_LONG;
      }
      if (found.length === 0) none();
      found.forEach(act);
      return undefined;
    },
    async later() {
      const ids: number[] = [];
      for (const row of rows()) {
        if (row === PAUSE) await breathe();
        else ids.push(row.id);
      }
      if (ids.length === 0) return engine.storage.write(none);
      for (let at = 0; at < ids.length;) {
        at = await engine.storage.write(() => {
          const collection = engine.catalogue.get(namespace);
          const end = performance.now() + turn;
          let i = at;
          for (; collection && i < ids.length && performance.now() < end; i++) {
            const row = engine.scanner.read(collection, ids[i]!);
            if (row && selection.filter.test(row.doc)) act(row);
          }
          return collection ? i : ids.length;
        });
      }
    },
  };
}

function withId(doc: Doc): { doc: Doc; raw: Buffer } {
  const { _id: id = new ObjectId(), ...rest } = doc;
  const complete = { _id: id, ...rest };
  return { doc: complete, raw: encode(complete) };
}

function checkDocument(doc: Doc, size: number): void {
  if (size > maxDocument)
    throw new ServerError(
      10334,
      `BSONObj size: ${size} (0x${size.toString(16).toUpperCase()}) is invalid. Size must be between 0 and 16793600(16MB)`,
    );
  const id = doc._id;
  if (Array.isArray(id)) throw new ServerError(53, "The '_id' value cannot be of type array");
  if ((id as { _bsontype?: string } | undefined)?._bsontype === 'BSONRegExp')
    throw new ServerError(53, "The '_id' value cannot be of type regex");
  if (isDoc(id) && Object.keys(id).some((key) => key.startsWith('$')))
    throw new ServerError(52, `_id fields may not contain '$'-prefixed fields`);
}

function insertDoc(engine: Engine, collection: Collection, doc: Doc, raw: Buffer | undefined): Doc {
  const first = raw && Object.keys(doc)[0] === '_id' ? { doc, raw } : withId(doc);
  checkDocument(first.doc, first.raw.length);
  engine.records.insert(collection, first.doc, first.raw);
  return first.doc;
}

/** The elements of an array inside BSON, as bytes: the documents of a command's body. */
function rawElements(body: Buffer, name: string): Buffer[] | undefined {
  const skip: Record<number, number> = { 1: 8, 6: 0, 7: 12, 8: 1, 9: 8, 10: 0, 16: 4, 17: 8, 18: 8, 19: 16 };
  for (let at = 4; at < body.length - 1;) {
    const type = body[at]!;
    const nameEnd = body.indexOf(0, at + 1);
    const value = nameEnd + 1;
    if (type === 4 && body.toString('utf8', at + 1, nameEnd) === name) {
      const items: Buffer[] = [];
      const end = value + body.readInt32LE(value) - 1;
      for (let i = value + 4; i < end;) {
        if (body[i] !== 3) return undefined;
        const start = body.indexOf(0, i + 1) + 1;
        i = start + body.readInt32LE(start);
        items.push(body.subarray(start, i));
      }
      return items;
    }
    const size = body.length >= value + 4 ? body.readInt32LE(value) : 0;
    const fixed = skip[type];
    if (fixed !== undefined) at = value + fixed;
    else if (type === 3 || type === 4 || type === 15) at = value + size;
    else if (type === 2 || type === 13 || type === 14) at = value + 4 + size;
    else if (type === 5) at = value + 5 + size;
    else return undefined;
  }
  return undefined;
}

/** The statements of a write command: from the body or from a document sequence. */
function statementsOf(context: Context, name: string): Doc[] {
  const sequence = context.sequences.get(name);
  const list = sequence ? sequence.map(decode) : listField(context.body[name], `${context.name}.${name}`);
  if (list.length === 0 || list.length > 100_000)
    throw new ServerError(
      16,
      `Write batch sizes must be between 1 and 100000. Got ${list.length} operations.`,
    );
  for (const item of list)
    if (!isDoc(item)) throw typeMismatch(`BSON field '${context.name}.${name}' must hold objects`);
  return list as Doc[];
}

export const writeError = (index: number, error: ServerError): Doc => ({
  index,
  code: error.code,
  errmsg: error.message,
  ...error.extra,
});

export function insertStatement(
  engine: Engine,
  db: string,
  name: string,
  doc: Doc,
  raw?: Buffer,
): Statement<void> {
  const now = () => void insertDoc(engine, engine.catalogue.ensure(db, name), doc, raw);
  return { now, later: () => engine.storage.write(now) };
}

const insert: Command = {
  stable: true,
  fields: ['insert', 'documents', 'ordered', 'bypassDocumentValidation'],
  async run(context) {
    const { engine, db, body, raw } = context;
    const name = collectionName(context);
    const docs = statementsOf(context, 'documents');
    const bytes = context.sequences.get('documents') ?? rawElements(raw, 'documents');
    const ordered = asBoolean(body.ordered ?? true);
    const writeErrors: Doc[] = [];
    let n = 0;
    const statements = docs.map((doc, i) => insertStatement(engine, db, name, doc, bytes?.[i]));
    await runStatements(
      engine,
      halting(statements, ordered),
      () => n++,
      (index, error) => {
        writeErrors.push(writeError(index, error));
        return ordered;
      },
    );
    return writeErrors.length ? { n, writeErrors } : { n };
  },
};

export interface UpdateOutcome {
  matched: number;
  modified: number;
  upserted?: unknown;
  hasUpserted: boolean;
  before?: Doc | undefined;
  after?: Doc | undefined;
}

export interface UpdateSpec {
  filter: Doc;
  update: Doc | Doc[];
  multi: boolean;
  upsert: boolean;
  arrayFilters?: Doc[] | undefined;
  collation?: Doc | undefined;
  hint?: unknown;
  sort?: Doc | undefined;
  vars?: Doc | undefined;
}

/** Compiles one update; throws for what MongoDB refuses before it looks at documents. */
export function updateStatement(
  engine: Engine,
  db: string,
  name: string,
  spec: UpdateSpec,
): Statement<UpdateOutcome> {
  const now = engine.now();
  const { filter, multi, upsert, arrayFilters, vars } = spec;
  const selection = select({
    filter,
    sort: spec.sort,
    hint: spec.hint,
    collation: spec.collation,
    vars,
    now,
  });
  const update: CompiledUpdate = compileUpdate(spec.update, {
    arrayFilters,
    let: vars,
    collation: selection.collation,
  });
  if (multi && update.kind === 'replacement')
    throw failedToParse('multi update is not supported for replacement-style update');
  const outcome: UpdateOutcome = { matched: 0, modified: 0, hasUpserted: false };
  const namespace = `${db}.${name}`;

  const change = (row: Row): UpdateOutcome => {
    const collection = engine.catalogue.get(namespace)!;
    const positional = selection.filter.match(row.doc)?.positional;
    const doc = update.apply(row.doc, { positional, isUpsertInsert: false, now });
    outcome.matched++;
    outcome.before = row.doc;
    outcome.after = doc;
    const raw = encode(doc);
    if (raw.equals(row.raw)) return outcome;
    if (raw.length > maxDocument)
      throw new ServerError(17419, `Resulting document after update is larger than ${maxDocument}`);
    engine.records.update(collection, row.id, row.doc, row.raw.length, doc, raw);
    outcome.modified++;
    return outcome;
  };
  const insertNew = (): UpdateOutcome => {
    if (!upsert) return outcome;
    const doc = update.apply(upsertBase(filter, update.kind === 'replacement'), {
      isUpsertInsert: true,
      now,
    });
    outcome.after = insertDoc(engine, engine.catalogue.ensure(db, name), doc, undefined);
    outcome.upserted = outcome.after._id;
    outcome.hasUpserted = true;
    return outcome;
  };
  if (!multi) return onFirst(engine, namespace, selection, (row) => (row ? change(row) : insertNew()));
  const all = onAll(engine, namespace, selection, change, insertNew);
  return {
    now: () => (all.now() === TOO_LONG ? TOO_LONG : outcome),
    later: () => all.later().then(() => outcome),
  };
}

/** A statement whose compilation failed fails when its turn comes. */
export function compiled<T>(compile: () => Statement<T>): Statement<T> {
  let statement: Statement<T> | undefined;
  const get = () => (statement ??= compile());
  return { now: () => get().now(), later: () => get().later() };
}

const arrayOfDocs = (value: unknown): Doc[] | undefined =>
  value === undefined ? undefined : (listField(value, 'arrayFilters') as Doc[]);

export function checkUpdate(value: unknown): Doc | Doc[] {
  if (isDoc(value) || Array.isArray(value)) return value as Doc | Doc[];
  throw failedToParse('Update argument must be either an object or an array');
}

const known = (given: Doc, prefix: string, fields: string[]) => {
  for (const key in given)
    if (!fields.includes(key))
      throw new ServerError(40415, `BSON field '${prefix}.${key}' is an unknown field.`);
};

const update: Command = {
  stable: true,
  fields: ['update', 'updates', 'ordered', 'bypassDocumentValidation', 'let'],
  async run(context) {
    const { engine, db, body } = context;
    const name = collectionName(context);
    const ordered = asBoolean(body.ordered ?? true);
    const vars = letField(context);
    const updateFields = ['q', 'u', 'c', 'multi', 'upsert', 'arrayFilters', 'collation', 'hint', 'sort'];
    const statements = statementsOf(context, 'updates').map((given) =>
      compiled(() => {
        known(given, 'update.updates', updateFields);
        if (given.c !== undefined && !Array.isArray(given.u))
          throw failedToParse('Constant values may only be specified for pipeline updates');
        const multi = asBoolean(given.multi ?? false);
        if (multi && given.sort) throw failedToParse('Cannot specify sort with multi=true');
        return updateStatement(engine, db, name, {
          filter: given.q as Doc,
          update: checkUpdate(given.u),
          multi,
          upsert: asBoolean(given.upsert ?? false),
          arrayFilters: arrayOfDocs(given.arrayFilters),
          collation: given.collation as Doc | undefined,
          hint: given.hint,
          sort: given.sort as Doc | undefined,
          vars: given.c ? { ...vars, ...(given.c as Doc) } : vars,
        });
      }),
    );
    const reply = { n: 0, nModified: 0 };
    const upserted: Doc[] = [];
    const writeErrors: Doc[] = [];
    await runStatements(
      engine,
      halting(statements, ordered),
      (index, outcome) => {
        reply.n += outcome.matched;
        reply.nModified += outcome.modified;
        if (!outcome.hasUpserted) return;
        reply.n++;
        upserted.push({ index, _id: outcome.upserted });
      },
      (index, error) => {
        writeErrors.push(writeError(index, error));
        return ordered;
      },
    );
    return {
      n: reply.n,
      ...(upserted.length ? { upserted } : {}),
      nModified: reply.nModified,
      ...(writeErrors.length ? { writeErrors } : {}),
    };
  },
};

export interface DeleteSpec {
  filter: Doc;
  multi: boolean;
  collation?: Doc | undefined;
  hint?: unknown;
  sort?: Doc | undefined;
  vars?: Doc | undefined;
}

export function deleteStatement(
  engine: Engine,
  db: string,
  name: string,
  { filter, multi, collation, hint, sort, vars }: DeleteSpec,
): Statement<{ n: number; before?: Doc }> {
  const selection = select({ filter, sort, hint, collation, vars, now: engine.now() });
  const namespace = `${db}.${name}`;
  const outcome: { n: number; before?: Doc } = { n: 0 };
  const remove = (row: Row | undefined) => {
    if (!row) return outcome;
    engine.records.remove(engine.catalogue.get(namespace)!, row.id, row.doc, row.raw.length);
    outcome.n++;
    outcome.before = row.doc;
    return outcome;
  };
  if (!multi) return onFirst(engine, namespace, selection, remove);
  const all = onAll(engine, namespace, selection, remove, () => undefined);
  return {
    now: () => (all.now() === TOO_LONG ? TOO_LONG : outcome),
    later: () => all.later().then(() => outcome),
  };
}

const del: Command = {
  stable: true,
  fields: ['delete', 'deletes', 'ordered', 'let'],
  async run(context) {
    const { engine, db, body } = context;
    const name = collectionName(context);
    const ordered = asBoolean(body.ordered ?? true);
    const statements = statementsOf(context, 'deletes').map((given) =>
      compiled(() => {
        known(given, 'delete.deletes', ['q', 'limit', 'collation', 'hint']);
        const limit = asNumber(given.limit);
        if (limit !== 0 && limit !== 1)
          throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${String(limit)}`);
        return deleteStatement(engine, db, name, {
          filter: given.q as Doc,
          multi: limit === 0,
          collation: given.collation as Doc | undefined,
          hint: given.hint,
          vars: letField(context),
        });
      }),
    );
    let n = 0;
    const writeErrors: Doc[] = [];
    await runStatements(
      engine,
      halting(statements, ordered),
      (_, outcome) => (n += outcome.n),
      (index, error) => {
        writeErrors.push(writeError(index, error));
        return ordered;
      },
    );
    return writeErrors.length ? { n, writeErrors } : { n };
  },
};

/** Runs one statement by itself; its error is the command's. */
async function runOne<T>(engine: Engine, statement: Statement<T>): Promise<T> {
  const result = await engine.storage.write(() => statement.now());
  return result === TOO_LONG ? statement.later() : result;
}

const findAndModify: Command = {
  stable: true,
  fields: [
    ...['findAndModify', 'findandmodify', 'query', 'sort', 'remove', 'update', 'new', 'fields', 'upsert'],
    ...['bypassDocumentValidation', 'collation', 'arrayFilters', 'hint', 'let'],
  ],
  async run(context) {
    const { engine, db, body } = context;
    const name = collectionName(context);
    const filter = docField(context, 'query') ?? {};
    const fields = docField(context, 'fields');
    const returnNew = flag(context, 'new');
    const common = {
      filter,
      multi: false,
      sort: docField(context, 'sort'),
      collation: docField(context, 'collation'),
      hint: body.hint,
      vars: letField(context),
    };
    const project = fields && Object.keys(fields).length ? compileProjection(fields, {}) : (doc: Doc) => doc;
    const shown = (doc: Doc | undefined) => (doc ? project(doc) : null);
    if (flag(context, 'remove')) {
      if (body.update !== undefined) throw failedToParse('Cannot specify both an update and remove=true');
      if (flag(context, 'upsert')) throw failedToParse('Cannot specify both upsert=true and remove=true ');
      if (returnNew)
        throw failedToParse(
          "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
        );
      const { n, before } = await runOne(engine, deleteStatement(engine, db, name, common));
      return { lastErrorObject: { n }, value: shown(before) };
    }
    if (body.update === undefined) throw failedToParse('Either an update or remove=true must be specified');
    const outcome = await runOne(
      engine,
      updateStatement(engine, db, name, {
        ...common,
        update: checkUpdate(body.update),
        upsert: flag(context, 'upsert'),
        arrayFilters: arrayOfDocs(body.arrayFilters),
      }),
    ).catch((error: unknown) => {
      if (!(error instanceof ServerError) || error.code !== 11000) throw error;
      throw new ServerError(
        11000,
        `Plan executor error during findAndModify :: caused by :: ${error.message}`,
        error.extra,
      );
    });
    const n = outcome.hasUpserted ? 1 : outcome.matched;
    return {
      lastErrorObject: {
        n,
        updatedExisting: outcome.matched > 0,
        ...(outcome.hasUpserted ? { upserted: outcome.upserted } : {}),
      },
      value: shown(returnNew ? outcome.after : outcome.before),
    };
  },
};

export const writeCommands: Record<string, Command> = { insert, update, delete: del, findAndModify };
