import { asBoolean, asNumber } from '../describe.js';
import { paced } from '../pace.js';
import { decode, isDoc } from '../semantics/document.js';
import { failedToParse, ServerError, typeMismatch } from '../semantics/errors.js';
import { rawItems } from '../semantics/raw-fields.js';
import type { Doc } from '../semantics/types.js';
import { checkUpdate, deleteStatement, insertStatement, updateStatement } from './changes.js';
import { collectionName, type Command, type Context, flag, letField, listField } from './context.js';
import { compiled, halting, runStatements, type Statement } from './statements.js';

/** The statements of a write command: from the body or from a document sequence. */
async function statementsOf(context: Context, name: string): Promise<Doc[]> {
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

/** Runs the statements of a write command; resolves with its `writeErrors`, if there were any. */
async function runAll<T>(
  { engine, body }: Context,
  statements: Statement<T>[],
  done: (index: number, result: T) => void,
): Promise<{ writeErrors?: Doc[] }> {
  const ordered = asBoolean(body.ordered ?? true);
  const writeErrors: Doc[] = [];
  await runStatements(engine, halting(statements, ordered), done, (index, error) => {
    writeErrors.push(writeError(index, error));
    return ordered;
  });
  return writeErrors.length ? { writeErrors } : {};
}

const insert: Command = {
  stable: true,
  fields: ['insert', 'documents', 'ordered', 'bypassDocumentValidation'],
  async run(context) {
    const { engine, db, raw } = context;
    const name = collectionName(context);
    const docs = await statementsOf(context, 'documents');
    const bytes = context.sequences.get('documents') ?? rawItems(raw, 'documents');
    let n = 0;
    const bypass = flag(context, 'bypassDocumentValidation');
    const statements = docs.map((doc, i) =>
      insertStatement(engine, db, name, { doc, raw: bytes?.[i], bypass }),
    );
    const writeErrors = await runAll(context, statements, () => n++);
    return { n, ...writeErrors };
  },
};

export const arrayOfDocs = (value: unknown): Doc[] | undefined =>
  value === undefined ? undefined : (listField(value, 'arrayFilters') as Doc[]);

const known = (given: Doc, prefix: string, fields: string[]) => {
  for (const key in given)
    if (!fields.includes(key))
      throw new ServerError(40415, `BSON field '${prefix}.${key}' is an unknown field.`);
};

const update: Command = {
  stable: true,
  fields: ['update', 'updates', 'ordered', 'bypassDocumentValidation', 'let'],
  async run(context) {
    const { engine, db } = context;
    const name = collectionName(context);
    const vars = letField(context);
    const updateFields = ['q', 'u', 'c', 'multi', 'upsert', 'arrayFilters', 'collation', 'hint', 'sort'];
    const statements = (await statementsOf(context, 'updates')).map((given) =>
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
          bypass: flag(context, 'bypassDocumentValidation'),
        });
      }),
    );
    const reply = { n: 0, nModified: 0 };
    const upserted: Doc[] = [];
    const writeErrors = await runAll(context, statements, (index, outcome) => {
      reply.n += outcome.matched;
      reply.nModified += outcome.modified;
      if (!outcome.hasUpserted) return;
      reply.n++;
      upserted.push({ index, _id: outcome.upserted });
    });
    return {
      n: reply.n,
      ...(upserted.length ? { upserted } : {}),
      nModified: reply.nModified,
      ...writeErrors,
    };
  },
};

const del: Command = {
  stable: true,
  fields: ['delete', 'deletes', 'ordered', 'let'],
  async run(context) {
    const { engine, db } = context;
    const name = collectionName(context);
    const statements = (await statementsOf(context, 'deletes')).map((given) =>
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
    const writeErrors = await runAll(context, statements, (_, outcome) => (n += outcome.n));
    return { n, ...writeErrors };
  },
};

export const writeCommands: Record<string, Command> = { insert, update, delete: del };
