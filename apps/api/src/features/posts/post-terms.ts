import { tagsIn } from '@social-feed/contracts/linked-text';
import { tagKey } from '@social-feed/contracts/words';
import { foldName } from '../../platform/fold-text.js';
import { searchTerms } from '../../platform/search-terms.js';

/** Tags that a post can be found by: its own and those of its texts, at most this many. */
const TAG_KEYS_MAX = 30;

/**
 * Search terms of one post. Texts with spaces never have so many within the limits of the contract; of a description in
 * Chinese or Japanese the first 3,000 characters or more are found, since a term for each pair of characters is kept once.
 */
export const POST_TERMS_MAX = 3000;

/** A tag as searches compare it: `#İzmir` and `#izmir` are the same. */
export const tagTerm = (tag: string): string => foldName(tagKey(tag));

interface Written {
  title: string;
  description: string;
  tags: readonly string[];
}

/** The tags of a post as they are written: its own first, then each #tag of its title and its description. */
export const writtenTags = (post: Written): string[] => [
  ...post.tags,
  ...tagsIn(post.title),
  ...tagsIn(post.description),
];

/** What `GET posts?tag=` finds a post by. */
export const tagKeys = (post: Written): string[] =>
  [...new Set(writtenTags(post).map(tagTerm))].slice(0, TAG_KEYS_MAX);

/** What `GET posts?q=` finds a post by: title, tags and place first, then the description. */
export const postTerms = (post: Written & { location: string }): string[] =>
  searchTerms([post.title, ...post.tags, post.location, post.description], POST_TERMS_MAX);
