import { POST_LIMITS, SEARCH_LIMITS } from '@social-feed/contracts';
import { hasTagSign, tagKey, withoutSign } from '@social-feed/contracts/hashtags';

/** Matching posts and tags per page. */
export const MATCHES_PER_PAGE = 10;
export const TAGS_PER_PAGE = 20;

/** Sections of the results, as named by `in` in the URL; all are shown by default. */
const RESULT_PARTS = ['all', 'posts', 'people', 'tags'] as const;
export type ResultPart = (typeof RESULT_PARTS)[number];

/** The search term of a URL, cut to the API's limit. */
export const termOf = (query: URLSearchParams): string =>
  (query.get('q') ?? '')
    .trim()
    .slice(0, SEARCH_LIMITS.queryMax)
    // half of a character, which no post has
    .replace(/\p{Cs}$/u, '');

/** The section selected by a URL. */
export const partOf = (query: URLSearchParams): ResultPart =>
  RESULT_PARTS.find((part) => part === query.get('in')) ?? 'all';

/** The term for user search; empty if the term is a tag. */
export const peopleTerm = (term: string): string => (hasTagSign(term) ? '' : term.replace(/^@+/, ''));

/** The term for tag search; empty if the term is a user name or longer than any tag. */
export const tagTerm = (term: string): string => {
  const tag = tagKey(term);
  return term.startsWith('@') || tag.length > POST_LIMITS.tagMax ? '' : tag;
};

/** The tag in a term, if any. */
export const tagOf = (term: string): string | undefined =>
  hasTagSign(term) && /^\S{2,}$/.test(term) ? withoutSign(term).slice(0, POST_LIMITS.tagMax) : undefined;
