import { textsFor, type PostFields, type TextsFor } from '@social-feed/contracts';
import { tagsIn } from '@social-feed/contracts/linked-text';
import { tagKey } from '@social-feed/contracts/words';
import { foldName } from '@social-feed/contracts/fold-text';
import { searchTerms } from '../../platform/search-terms.js';

/** Maximum number of tags a post can be found by: its own and those in its texts. */
const TAG_KEYS_MAX = 30;

/**
 * Maximum number of search terms per post. Texts with spaces cannot reach it within the contract's limits. Of a
 * Chinese or Japanese description, at least the first 3,000 characters are searchable, since each pair of
 * characters is stored once.
 */
export const POST_TERMS_MAX = 3000;

/** Normalizes a tag for comparison: `#İzmir` and `#izmir` are the same. */
export const tagTerm = (tag: string): string => foldName(tagKey(tag));

type Written = TextsFor<'prose'> & Pick<PostFields, 'tags'>;

/** The tags of a post in their original spelling: its own first, then each #tag of its title and description. */
export const writtenTags = (post: Written): string[] => [
  ...post.tags,
  ...textsFor('prose', post).flatMap(tagsIn),
];

/** How a post writes a tag; the term itself if it does not. */
export function spellingOf(term: string, post: Written | undefined): string {
  const written = post && writtenTags(post).find((tag) => tagTerm(tag) === term);
  return written === undefined ? term : tagKey(written);
}

/** Keys that `GET posts?tag=` matches. */
export const tagKeys = (post: Written): string[] =>
  [...new Set(writtenTags(post).map(tagTerm))].slice(0, TAG_KEYS_MAX);

/** Terms that `GET posts?q=` matches: title, tags and place first, then the description. */
export const postTerms = (post: TextsFor<'search'>): string[] =>
  searchTerms(textsFor('search', post), POST_TERMS_MAX);
