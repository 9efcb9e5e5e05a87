import { ObjectId } from 'bson';
import { type Doc, isDoc } from '../bson/document.js';
import { encode } from '../bson/encode.js';
import { failedToParse, ServerError, tooLarge } from '../bson/errors.js';
import { typeName } from '../bson/types.js';
import { compileUpdate, upsertBase } from '../language/update/update.js';
import type { Row } from '../plan/scan.js';
import type { Collection } from '../store/catalogue.js';
import type { Engine } from './engine.js';
import { select } from './selection.js';
import { onAll, onFirst, type Outcome, type Statement } from './statements.js';

const maxDocument = 16 * 1024 * 1024;

function withId(doc: Doc): { doc: Doc; raw: Buffer } {
  const { _id: id = new ObjectId(), ...rest } = doc;
  const complete = { _id: id, ...rest };
  return { doc: complete, raw: encode(complete) };
}

function checkDocument(doc: Doc, size: number): void {
  if (size > maxDocument) throw tooLarge(size);
  const id = doc._id;
  const type = typeName(id);
  if (['array', 'regex'].includes(type))
    throw new ServerError(53, `The '_id' value cannot be of type ${type}`);
  if (isDoc(id) && Object.keys(id).some((key) => key.startsWith('$')))
    throw new ServerError(52, `_id fields may not contain '$'-prefixed fields`);
}

/** A document to insert; `raw` holds the bytes from the client. */
interface Insertion {
  doc: Doc;
  raw?: Buffer | undefined;
}

function insertDoc(engine: Engine, collection: Collection, { doc, raw }: Insertion): Doc {
  const first = raw && Object.keys(doc)[0] === '_id' ? { doc, raw } : withId(doc);
  checkDocument(first.doc, first.raw.length);
  engine.records.insert(collection, first.doc, first.raw);
  return first.doc;
}

/** Inserts one document. */
export function insertStatement(engine: Engine, db: string, name: string, insertion: Insertion): Statement {
  const insert = (): Outcome => {
    insertDoc(engine, engine.catalogue.ensure(db, name), insertion);
    return { n: 1, modified: 0 };
  };
  return { inTransaction: insert, onItsOwn: () => engine.storage.write(insert) };
}

/** Which documents a statement changes: all, or only the first. */
interface ChangeSpec {
  filter: Doc;
  multi: boolean;
  hint?: unknown;
  sort?: Doc | undefined;
  vars?: Doc | undefined;
}

export interface UpdateSpec extends ChangeSpec {
  update: Doc | Doc[];
  upsert: boolean;
}

/** Compiles one update; throws if MongoDB would reject it without reading documents. */
export function updateStatement(engine: Engine, db: string, name: string, spec: UpdateSpec): Statement {
  const now = engine.now();
  const namespace = `${db}.${name}`;
  const { multi, upsert, vars } = spec;
  const selection = select({ ...spec, now });
  const update = compileUpdate(spec.update, vars);
  if (multi && update.kind === 'replacement')
    throw failedToParse('multi update is not supported for replacement-style update');
  const outcome: Outcome = { n: 0, modified: 0 };

  const change = (row: Row): Outcome => {
    const collection = engine.catalogue.get(namespace)!;
    const positional = selection.filter.match(row.doc)?.positional;
    const doc = update.apply(row.doc, { positional, isUpsertInsert: false, now });
    outcome.n++;
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
  const insertNew = (): Outcome => {
    if (!upsert) return outcome;
    const base = upsertBase(selection.filter, update.kind === 'replacement');
    const doc = update.apply(base, { isUpsertInsert: true, now });
    outcome.after = insertDoc(engine, engine.catalogue.ensure(db, name), { doc });
    outcome.upserted = { _id: outcome.after._id };
    outcome.n = 1;
    return outcome;
  };
  if (multi) return onAll(engine, namespace, selection, outcome, change, insertNew);
  return onFirst(engine, namespace, selection, (row) => (row ? change(row) : insertNew()));
}

/** Compiles one delete. */
export function deleteStatement(engine: Engine, db: string, name: string, spec: ChangeSpec): Statement {
  const namespace = `${db}.${name}`;
  const selection = select({ ...spec, now: engine.now() });
  const outcome: Outcome = { n: 0, modified: 0 };
  const remove = (row: Row | undefined) => {
    if (!row) return outcome;
    engine.records.remove(engine.catalogue.get(namespace)!, row.id, row.doc, row.raw.length);
    outcome.n++;
    outcome.before = row.doc;
    return outcome;
  };
  if (!spec.multi) return onFirst(engine, namespace, selection, remove);
  return onAll(engine, namespace, selection, outcome, remove, () => undefined);
}
