import { searchTerms, termsFilter, type beginningWith } from '../platform/search-terms.js';

export interface Condition {
  $and?: Condition[];
  $or?: Condition[];
  searchTerms?: { $elemMatch: ReturnType<typeof beginningWith> };
}

/** MongoDB compares texts byte by byte. */
const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Whether a document with these terms matches a condition, as MongoDB would say. */
export function matches(terms: readonly string[], { $and, $or, searchTerms: words }: Condition): boolean {
  if ($and) return $and.every((each) => matches(terms, each));
  if ($or) return $or.some((each) => matches(terms, each));
  const { $gte, $lt } = words!.$elemMatch;
  return terms.some((term) => compare(term, $gte) >= 0 && compare(term, $lt) < 0);
}

/** Whether a search finds a document with these texts. */
export const finds = (query: string, ...texts: string[]): boolean => {
  const filter = termsFilter(query);
  return filter !== null && matches(searchTerms(texts, 5000), filter);
};
