import type { FilterNode } from '../language/types.js';
import type { Index } from '../store/index-spec.js';
import { encodeValue } from '../values/keys.js';
import { boundsOf, conjuncts, excludesNull, existsOn, fieldBounds } from './bounds.js';

/** True if the partial or sparse index has every document that matches `filter`. */
export function contains(index: Index, filter: FilterNode): boolean {
  if (index.sparse) {
    const sure = index.paths.some((path, i) => {
      const bounds = boundsOf(filter, path, index.multikey[i]!);
      return (bounds !== null && excludesNull(bounds)) || existsOn(filter, path);
    });
    if (!sure) return false;
  }
  if (!index.partial) return true;
  return conjuncts(index.partial.ast).every((part) => {
    if (part.kind !== 'field') return false;
    const asked = boundsOf(filter, part.path, true);
    if (part.op === 'exists' && part.value === true)
      return existsOn(filter, part.path) || (asked !== null && excludesNull(asked));
    const held = fieldBounds(part);
    if (held?.exact && asked)
      return asked.intervals.every((a) =>
        held.intervals.some((h) => a.lo.compare(h.lo) >= 0 && a.hi.compare(h.hi) <= 0),
      );
    return conjuncts(filter).some(
      (other) =>
        other.kind === 'field' &&
        other.path === part.path &&
        other.op === part.op &&
        encodeValue(other.value).equals(encodeValue(part.value)),
    );
  });
}
