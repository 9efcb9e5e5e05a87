import { POST_LIMITS, SEARCH_LIMITS } from '@social-feed/contracts';

/** The parts of the results, as the address names them in `in`; without it all of them show. */
export const RESULT_PARTS = ['all', 'people', 'tags'] as const;
export type ResultPart = (typeof RESULT_PARTS)[number];

/** What an address asks for, within the limits of the API. */
export const termOf = (query: URLSearchParams): string =>
  (query.get('q') ?? '').trim().slice(0, SEARCH_LIMITS.queryMax);

/** Which part an address asks for. */
export const partOf = (query: URLSearchParams): ResultPart =>
  RESULT_PARTS.find((part) => part === query.get('in')) ?? 'all';

/** What to look for among people; empty when the term names a tag. */
export const peopleTerm = (term: string): string => (term.startsWith('#') ? '' : term.replace(/^@+/, ''));

/** What to look for among tags; empty when the term names a person or is longer than any tag. */
export const tagTerm = (term: string): string => {
  const tag = term.replace(/^#+/, '').toLowerCase();
  return term.startsWith('@') || tag.length > POST_LIMITS.tagMax ? '' : tag;
};
