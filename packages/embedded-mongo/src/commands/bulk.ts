import type { Doc } from '../bson/document.js';
import { badValue, failedToParse } from '../bson/errors.js';
import { asBoolean, asNumber } from '../bson/numbers.js';
import { deleteStatement, insertStatement, updateStatement } from '../run/changes.js';
import type { Engine } from '../run/engine.js';
import { runStatements, type Statement } from '../run/statements.js';
import { checkNamespace } from '../store/names.js';
import {
  allowanceOf,
  checkFields,
  type Command,
  flag,
  letField,
  listReply,
  requiredDoc,
  words,
} from './context.js';
import { specOf, statementsOf, updateSpec, writeError } from './write.js';

/** The operation kinds: their fields, and the total that each one increments. */
const kinds = new Map([
  ['insert', { fields: words('insert document'), total: 'nInserted' as const }],
  ['delete', { fields: words('delete filter multi hint'), total: 'nDeleted' as const }],
  [
    'update',
    {
      fields: words('update filter updateMods multi upsert hint constants sort'),
      total: 'nMatched' as const,
    },
  ],
]);

const kindOf = (op: Doc): string => Object.keys(op)[0] ?? '';

/** Checks an operation and returns a function that compiles it just before it runs. */
function operation(
  engine: Engine,
  op: Doc,
  namespaces: [string, string][],
  vars: Doc | undefined,
): () => Statement {
  const kind = kindOf(op);
  const known = kinds.get(kind);
  if (!known) throw failedToParse(`Unrecognized bulkWrite operation '${kind}'`);
  checkFields(op, `bulkWrite.ops`, known.fields);
  const at = namespaces[asNumber(op[kind]) ?? -1];
  if (!at) throw badValue(`BulkWrite ops entry ${kind} has an invalid nsInfo index.`);
  if (kind === 'insert') {
    const doc = requiredDoc(op, kind, 'document');
    return () => insertStatement(engine, ...at, { doc });
  }
  const filter = requiredDoc(op, kind, 'filter');
  if (kind === 'delete') return () => deleteStatement(engine, ...at, specOf(op, filter, vars));
  const spec = updateSpec(op, filter, op.updateMods, vars, op.constants);
  return () => updateStatement(engine, ...at, spec);
}

/** Writes to several collections in one command, as sent by the drivers' `client.bulkWrite` since 8.0. */
export const bulkWrite: Command = {
  admin: true,
  fields: 'ops nsInfo errorsOnly ordered bypassDocumentValidation let cursor',
  async run(context) {
    const { engine, body } = context;
    const errorsOnly = flag(context, 'errorsOnly');
    const vars = letField(context);
    const namespaces = (await statementsOf(context, 'nsInfo')).map(({ ns }) => {
      const [db = '', ...rest] = String(ns).split('.');
      checkNamespace(db, rest.join('.'));
      return [db, rest.join('.')] as [string, string];
    });
    const ops = await statementsOf(context, 'ops');
    const statements = ops.map((op) => operation(engine, op, namespaces, vars));
    const totals = { nErrors: 0, nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
    const lines: Doc[] = [];
    await runStatements(engine, statements, {
      ordered: asBoolean(body.ordered ?? true),
      check: allowanceOf(context).check,
      done(idx, { n, modified, upserted }) {
        const kind = kindOf(ops[idx]!);
        totals[upserted ? 'nUpserted' : kinds.get(kind)!.total] += n;
        totals.nModified += modified;
        const changed = kind === 'update' && { nModified: modified, ...(upserted && { upserted }) };
        if (!errorsOnly) lines.push({ ok: 1, idx, n, ...changed });
      },
      failed(idx, error) {
        const { index: _, ...rest } = writeError(idx, error);
        totals.nErrors++;
        lines.push({ ok: 0, idx, ...rest, n: 0 });
      },
    });
    return listReply(context, 'admin.$cmd.bulkWrite', lines, totals);
  },
};
