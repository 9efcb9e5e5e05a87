import { asBoolean, asNumber } from '../describe.js';
import { findHinted } from '../planner.js';
import { isDoc } from '../semantics/document.js';
import { notImplemented, ServerError } from '../semantics/errors.js';
import type { Doc } from '../semantics/types.js';
import { validation, view } from './collection-options.js';
import { collectionName, type Command, docField } from './context.js';
import { existing } from './indexing.js';
import { noteView } from './views.js';

/** Changes an index, the validator or, of a view, its stages. */
export const collMod: Command = {
  stable: true,
  fields: 'index validator validationLevel validationAction viewOn pipeline',
  async run(context) {
    const { engine } = context;
    const collection = existing(context, collectionName(context));
    const options = { ...collection.options, ...validation(context), ...view(context) };
    if ((collection.options.viewOn === undefined) !== (options.viewOn === undefined))
      throw new ServerError(72, 'option not supported on a collection: viewOn');
    if (isDoc(options.validator) && Object.keys(options.validator).length === 0) delete options.validator;
    await engine.storage.write(() => {
      Object.assign(collection, { options });
      engine.catalogue.save(collection);
      if (options.viewOn !== undefined) noteView(engine, collection, true);
    });
    const change = docField(context, 'index');
    if (!change) return {};
    const index = findHinted(collection, change.name ?? change.keyPattern);
    const reply: Doc = {};
    const spec = { ...index.spec };
    if (change.expireAfterSeconds !== undefined) {
      if (spec.expireAfterSeconds !== undefined) reply.expireAfterSeconds_old = spec.expireAfterSeconds;
      reply.expireAfterSeconds_new = spec.expireAfterSeconds = change.expireAfterSeconds;
    }
    if (change.hidden !== undefined) {
      reply.hidden_old = asBoolean(spec.hidden ?? false);
      reply.hidden_new = asBoolean(change.hidden);
      if (reply.hidden_new) spec.hidden = true;
      else delete spec.hidden;
    }
    for (const option in change)
      if (!['name', 'keyPattern', 'expireAfterSeconds', 'hidden'].includes(option))
        throw notImplemented(`collMod with index.${option}`);
    await engine.storage.write(() => {
      Object.assign(index, { spec, expireAfterSeconds: asNumber(spec.expireAfterSeconds) });
      engine.catalogue.save(collection);
    });
    return reply;
  },
};
