import { decode } from '../bson/decode.js';
import type { Doc } from '../bson/document.js';
import { badValue, failedToParse, ServerError } from '../bson/errors.js';
import { asBoolean, asNumber } from '../bson/numbers.js';
import { deleteStatement, insertStatement, updateStatement } from '../run/changes.js';
import type { Engine } from '../run/engine.js';
import { compiled, halting, mapped, runStatements, type Statement } from '../run/statements.js';
import { checkNamespace } from '../store/catalogue.js';
import { paced } from '../values/pace.js';
import {
  allowanceOf,
  checkFields,
  type Command,
  type Context,
  flag,
  letField,
  listField,
  requiredDoc,
  words,
} from './context.js';
import { listReply } from './listing.js';
import { deleteSpec, updateSpec } from './statement-fields.js';
import { writeError } from './write.js';

/** What one operation did: the line of the reply and how the totals grow. */
interface Outcome {
  line: Doc;
  totals: Partial<Record<'nInserted' | 'nMatched' | 'nModified' | 'nUpserted' | 'nDeleted', number>>;
}

async function list(context: Context, name: string): Promise<Doc[]> {
  const sequence = context.sequences.get(name);
  return sequence ? paced(sequence, decode) : (listField(context.body[name], `bulkWrite.${name}`) as Doc[]);
}

/** The fields of each kind of operation. */
const fields = new Map([
  ['insert', words('insert document')],
  ['update', words('update filter updateMods multi upsert arrayFilters hint constants collation sort')],
  ['delete', words('delete filter multi hint collation')],
]);

function operation(
  engine: Engine,
  op: Doc,
  namespaces: string[][],
  vars: Doc | undefined,
): Statement<Outcome> {
  const kind = Object.keys(op)[0] ?? '';
  const known = fields.get(kind);
  if (!known) throw failedToParse(`Unrecognized bulkWrite operation '${kind}'`);
  checkFields(op, `bulkWrite.ops`, known);
  const at = namespaces[asNumber(op[kind]) ?? -1];
  if (!at) throw badValue(`BulkWrite ops entry ${kind} has an invalid nsInfo index.`);
  const [db, name] = at as [string, string];
  if (kind === 'insert') {
    const doc = requiredDoc(op, kind, 'document');
    const done = { line: { n: 1 }, totals: { nInserted: 1 } };
    return mapped(
      compiled(() => insertStatement(engine, db, name, { doc })),
      () => done,
    );
  }
  const filter = requiredDoc(op, kind, 'filter');
  if (kind === 'delete') {
    const spec = deleteSpec(op, filter, op.multi, vars);
    return mapped(
      compiled(() => deleteStatement(engine, db, name, spec)),
      ({ n }) => ({ line: { n }, totals: { nDeleted: n } }),
    );
  }
  const spec = updateSpec(op, filter, op.updateMods, { constants: op.constants, vars });
  return mapped(
    compiled(() => updateStatement(engine, db, name, spec)),
    ({ matched, modified, hasUpserted, upserted }) => ({
      line: {
        n: hasUpserted ? 1 : matched,
        nModified: modified,
        ...(hasUpserted ? { upserted: { _id: upserted } } : {}),
      },
      totals: { nMatched: matched, nModified: modified, nUpserted: hasUpserted ? 1 : 0 },
    }),
  );
}

/** Writes to several collections in one command: what the drivers' `client.bulkWrite` sends from 8.0 on. */
export const bulkWrite: Command = {
  admin: true,
  fields: 'ops nsInfo errorsOnly ordered bypassDocumentValidation let cursor',
  async run(context) {
    const { engine, body } = context;
    const ordered = asBoolean(body.ordered ?? true);
    const errorsOnly = flag(context, 'errorsOnly');
    const vars = letField(context);
    const namespaces = (await list(context, 'nsInfo')).map(({ ns }) => {
      const [db = '', ...rest] = String(ns).split('.');
      checkNamespace(db, rest.join('.'));
      return [db, rest.join('.')];
    });
    const ops = await list(context, 'ops');
    if (ops.length === 0)
      throw new ServerError(16, 'Write batch sizes must be between 1 and 100000. Got 0 operations.');
    const statements = ops.map((op) => operation(engine, op, namespaces, vars));
    const totals = { nErrors: 0, nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
    const lines: Doc[] = [];
    await runStatements(
      engine,
      halting(statements, ordered),
      (idx, { line, totals: grown }) => {
        for (const key in grown) totals[key as keyof typeof grown] += grown[key as keyof typeof grown] ?? 0;
        if (!errorsOnly) lines.push({ ok: 1, idx, ...line });
      },
      (idx, error) => {
        const { index: _, ...rest } = writeError(idx, error);
        totals.nErrors++;
        lines.push({ ok: 0, idx, ...rest, n: 0 });
        return ordered;
      },
      allowanceOf(context).check,
    );
    return listReply(context, 'admin.$cmd.bulkWrite', lines, totals);
  },
};
