import { decode } from '../bson/decode.js';
import { type Doc, isDoc } from '../bson/document.js';
import { failedToParse, ServerError, typeMismatch } from '../bson/errors.js';
import { asBoolean, asNumber } from '../bson/numbers.js';
import { compileProjection } from '../language/project/projection.js';
import type { Vars } from '../language/types.js';
import { deleteStatement, insertStatement, updateStatement, type UpdateSpec } from '../run/changes.js';
import { type Outcome, runOne, runStatements, type Statement } from '../run/statements.js';
import { paced } from '../values/pace.js';
import {
  allowanceOf,
  checkFields,
  collectionName,
  type Command,
  type Context,
  docField,
  flag,
  letField,
  listField,
  requiredDoc,
  words,
} from './context.js';

/** Returns the statements of a write command, from the body or a document sequence. */
export async function statementsOf(context: Context, name: string): Promise<Doc[]> {
  const sequence = context.sequences.get(name);
  const list = sequence
    ? await paced(sequence, decode)
    : listField(context.body[name], `${context.name}.${name}`);
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

/** The options of a statement apart from its update. */
export const specOf = (given: Doc, filter: Doc, vars: Vars | undefined) => ({
  filter,
  vars,
  multi: asBoolean(given.multi ?? false),
  upsert: asBoolean(given.upsert ?? false),
  hint: given.hint,
  sort: given.sort as Doc | undefined,
});

/** The update of a statement; `constants` are variables for a pipeline update. */
export function updateSpec(
  given: Doc,
  filter: Doc,
  update: unknown,
  vars: Vars | undefined,
  constants?: unknown,
): UpdateSpec {
  if (!isDoc(update) && !Array.isArray(update))
    throw failedToParse('Update argument must be either an object or an array');
  const all = constants ? { ...vars, ...(constants as Doc) } : vars;
  return { ...specOf(given, filter, all), update: update as Doc | Doc[] };
}

/** Runs the statements of a write command; resolves with its `writeErrors`, if any. */
async function runAll(
  context: Context,
  statements: (() => Statement)[],
  done: (index: number, outcome: Outcome) => void,
): Promise<{ writeErrors?: Doc[] }> {
  const writeErrors: Doc[] = [];
  await runStatements(context.engine, statements, {
    ordered: asBoolean(context.body.ordered ?? true),
    check: allowanceOf(context).check,
    done,
    failed: (index, error) => writeErrors.push(writeError(index, error)),
  });
  return writeErrors.length ? { writeErrors } : {};
}

const insert: Command = {
  fields: 'documents ordered bypassDocumentValidation',
  async run(context) {
    const { engine, db } = context;
    const name = collectionName(context);
    const docs = await statementsOf(context, 'documents');
    const bytes = context.sequences.get('documents');
    let n = 0;
    const statements = docs.map(
      (doc, i) => () => insertStatement(engine, db, name, { doc, raw: bytes?.[i] }),
    );
    const writeErrors = await runAll(context, statements, () => n++);
    return { n, ...writeErrors };
  },
};

const updateFields = words('q u c multi upsert hint sort');
const deleteFields = words('q limit hint');

const update: Command = {
  fields: 'updates ordered bypassDocumentValidation let',
  async run(context) {
    const { engine, db } = context;
    const name = collectionName(context);
    const vars = letField(context);
    const statements = (await statementsOf(context, 'updates')).map((given) => {
      checkFields(given, 'update.updates', updateFields);
      const filter = requiredDoc(given, 'update.updates', 'q');
      const spec = updateSpec(given, filter, given.u, vars, given.c);
      return () => {
        if (given.c !== undefined && !Array.isArray(given.u))
          throw failedToParse('Constant values may only be specified for pipeline updates');
        if (spec.multi && given.sort) throw failedToParse('Cannot specify sort with multi=true');
        return updateStatement(engine, db, name, spec);
      };
    });
    const reply = { n: 0, nModified: 0 };
    const upserted: Doc[] = [];
    const writeErrors = await runAll(context, statements, (index, outcome) => {
      reply.n += outcome.n;
      reply.nModified += outcome.modified;
      if (outcome.upserted) upserted.push({ index, ...outcome.upserted });
    });
    const { n, nModified } = reply;
    return { n, ...(upserted.length > 0 && { upserted }), nModified, ...writeErrors };
  },
};

const del: Command = {
  fields: 'deletes ordered let',
  async run(context) {
    const { engine, db } = context;
    const name = collectionName(context);
    const vars = letField(context);
    const statements = (await statementsOf(context, 'deletes')).map((given) => {
      checkFields(given, 'delete.deletes', deleteFields);
      const filter = requiredDoc(given, 'delete.deletes', 'q');
      const limit = asNumber(given.limit);
      if (limit !== 0 && limit !== 1)
        throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${String(limit)}`);
      const spec = { ...specOf(given, filter, vars), multi: limit === 0 };
      return () => deleteStatement(engine, db, name, spec);
    });
    let n = 0;
    const writeErrors = await runAll(context, statements, (_, outcome) => (n += outcome.n));
    return { n, ...writeErrors };
  },
};

/** Changes or removes one document and returns it. */
const findAndModify: Command = {
  fields: 'query sort remove update new fields upsert bypassDocumentValidation hint let',
  async run(context) {
    const { engine, db, body } = context;
    const name = collectionName(context);
    const filter = docField(context, 'query') ?? {};
    const fields = docField(context, 'fields');
    const returnNew = flag(context, 'new');
    const vars = letField(context);
    const common = { multi: false, sort: docField(context, 'sort') };
    const { check } = allowanceOf(context);
    const project = fields && compileProjection(fields, { vars, now: engine.now() });
    const shown = (doc: Doc | undefined) => (doc && project ? project(doc) : (doc ?? null));
    if (flag(context, 'remove')) {
      if (body.update !== undefined) throw failedToParse('Cannot specify both an update and remove=true');
      if (flag(context, 'upsert')) throw failedToParse('Cannot specify both upsert=true and remove=true ');
      if (returnNew)
        throw failedToParse(
          "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
        );
      const { n, before } = await runOne(
        engine,
        deleteStatement(engine, db, name, { ...specOf(body, filter, vars), ...common }),
        check,
      );
      return { lastErrorObject: { n }, value: shown(before) };
    }
    if (body.update === undefined) throw failedToParse('Either an update or remove=true must be specified');
    const outcome = await runOne(
      engine,
      updateStatement(engine, db, name, { ...updateSpec(body, filter, body.update, vars), ...common }),
      check,
    ).catch((error: unknown) => {
      if (!(error instanceof ServerError) || error.code !== 11000) throw error;
      throw new ServerError(
        error.code,
        `Plan executor error during findAndModify :: caused by :: ${error.message}`,
        error.extra,
      );
    });
    const { n, upserted, before, after } = outcome;
    const updatedExisting = n > 0 && !upserted;
    return {
      lastErrorObject: { n, updatedExisting, ...(upserted && { upserted: upserted._id }) },
      value: shown(returnNew ? after : before),
    };
  },
};

export const writeCommands: Record<string, Command> = { insert, update, delete: del, findAndModify };
