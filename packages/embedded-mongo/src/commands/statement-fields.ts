import { type Doc, isDoc } from '../bson/document.js';
import { failedToParse } from '../bson/errors.js';
import { asBoolean } from '../bson/numbers.js';
import type { Vars } from '../language/types.js';
import type { DeleteSpec, UpdateSpec } from '../run/changes.js';
import { listField } from './context.js';

/** The update that the fields of a statement ask for; `constants` are variables of its pipeline. */
export function updateSpec(
  given: Doc,
  filter: Doc,
  update: unknown,
  { constants, vars }: { constants?: unknown; vars: Vars | undefined },
): UpdateSpec {
  if (!isDoc(update) && !Array.isArray(update))
    throw failedToParse('Update argument must be either an object or an array');
  const { arrayFilters } = given;
  return {
    filter,
    update: update as Doc | Doc[],
    multi: asBoolean(given.multi ?? false),
    upsert: asBoolean(given.upsert ?? false),
    arrayFilters: arrayFilters === undefined ? undefined : (listField(arrayFilters, 'arrayFilters') as Doc[]),
    collation: given.collation as Doc | undefined,
    hint: given.hint,
    sort: given.sort as Doc | undefined,
    vars: constants ? { ...vars, ...(constants as Doc) } : vars,
  };
}

/** The removal that the fields of a statement ask for. */
export const deleteSpec = (given: Doc, filter: Doc, multi: unknown, vars: Vars | undefined): DeleteSpec => ({
  filter,
  multi: asBoolean(multi ?? false),
  collation: given.collation as Doc | undefined,
  hint: given.hint,
  vars,
});
