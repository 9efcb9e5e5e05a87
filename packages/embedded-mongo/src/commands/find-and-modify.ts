import { failedToParse, ServerError } from '../semantics/errors.js';
import { compileProjection } from '../semantics/project.js';
import type { Doc } from '../semantics/types.js';
import { checkUpdate, deleteStatement, updateStatement } from './changes.js';
import { collectionName, type Command, docField, flag, letField } from './context.js';
import { runOne } from './statements.js';
import { arrayOfDocs } from './write.js';

/** Changes or removes one document and answers it. */
export const findAndModify: Command = {
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
        bypass: flag(context, 'bypassDocumentValidation'),
      }),
    ).catch((error: unknown) => {
      if (!(error instanceof ServerError) || ![11000, 121].includes(error.code)) throw error;
      throw new ServerError(
        error.code,
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
