import { entries, fieldKey, isDoc } from './document.js';
import { badValue, failedToParse } from './errors.js';
import { compileFilter } from './matcher.js';
import type { Doc, UpdateOptions } from './types.js';
import type { ElementTest } from './update-tree.js';

const parseFailure = (why: string) => `Error parsing array filter :: caused by :: ${why}`;

/** Names of the fields that an array filter is about, also below `$and`, `$or` and `$nor`. */
function filterNames(filter: Doc): string[] {
  return entries(filter).flatMap(([name, value]) => {
    if (!name.startsWith('$')) return [name.split('.')[0]!];
    return Array.isArray(value)
      ? (value as unknown[]).flatMap((item) => (isDoc(item) ? filterNames(item) : []))
      : [];
  });
}

/** The tests of `arrayFilters` by identifier. */
export function compileArrayFilters({
  arrayFilters = [],
  collation,
  let: vars,
}: UpdateOptions): Map<string, ElementTest> {
  const filters = new Map<string, ElementTest>();
  for (const filter of arrayFilters) {
    const compiled = compileFilter(filter, { collation, vars });
    const [name, other] = new Set(filterNames(filter));
    if (name === undefined)
      throw failedToParse('Cannot use an expression without a top-level field name in arrayFilters');
    if (other !== undefined)
      throw failedToParse(
        parseFailure(`Expected a single top-level field name, found '${name}' and '${other}'`),
      );
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name))
      throw badValue(
        parseFailure(
          `The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
        ),
      );
    if (filters.has(name))
      throw failedToParse(`Found multiple array filters with the same top-level field name ${name}`);
    filters.set(name, (element) => compiled.test({ [fieldKey(name)]: element }));
  }
  return filters;
}
