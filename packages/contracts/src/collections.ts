import * as z from 'zod/mini';
import { ID_PART, SHARE_ID_PART } from './address-parts.js';
import { isoDate, objectId, plainAnswer, shortText, success } from './common.js';
import { endpoint } from './endpoint.js';
import { COLLECTION_LIMITS, PAGE } from './limits.js';
import { person } from './people.js';
import { seed } from './post-lists.js';
import { post } from './posts.js';
import { listCursor, nextCursor, queryEnum, queryId, queryLimit } from './query-fields.js';
import { t } from './t.js';

const name = shortText(t({ message: 'Name', context: 'of a collection' }), COLLECTION_LIMITS.nameMax).check(
  z.minLength(1, t`Name is required`),
  z.regex(/^[^\n\r\u2028\u2029]*$/, t`Name must be one line`),
);

/**
 * A named set of saved posts. `shareId` is the address under which everyone may read it, `null` if it is private.
 * `posts` counts those of suspended authors, too.
 */
export const collection = z.object({
  _id: objectId(),
  name: z.string(),
  posts: z.number(),
  shareId: z.nullable(z.string()),
  createdAt: isoDate,
});
export type Collection = z.infer<typeof collection>;

const collectionParams = z.object({ collectionId: objectId('Invalid collection ID') });
const collectionAnswer = z.object({ ...success, data: collection });

/** The own collections by name. With `post`, `has` says which contain that post. */
export const listCollections = endpoint('listCollections', {
  query: z.object({ post: queryId('post', 'post') }),
  answer: z.object({ ...success, data: z.array(z.extend(collection, { has: z.optional(z.boolean()) })) }),
});

export const createCollection = endpoint('createCollection', {
  body: z.object({ name }),
  answer: collectionAnswer,
});

/** Fields that are not sent stay unchanged. `isShared: false` ends the address; sharing again makes a new one. */
export const updateCollection = endpoint('updateCollection', {
  params: collectionParams,
  body: z.object({
    name: z.optional(name),
    isShared: z.optional(z.boolean({ error: 'isShared must be true or false' })),
  }),
  answer: collectionAnswer,
});

/** The posts stay saved. */
export const deleteCollection = endpoint('deleteCollection', {
  params: collectionParams,
  answer: plainAnswer,
});

/** Adding or removing a post twice has the effect of once. Only saved posts can be added. */
export const collectPost = endpoint('collectPost', {
  params: collectionParams,
  body: z.object({
    post: objectId('Invalid post ID'),
    action: z.enum(['add', 'remove'], { error: 'action must be add or remove' }),
  }),
  answer: collectionAnswer,
});

/**
 * A collection with a page of its posts, latest saved first, or in the random order of a seed. `collectionId` is the ID
 * of an own collection, or the `shareId` of any.
 */
export const getCollection = endpoint('getCollection', {
  params: z.object({
    collectionId: z
      .string()
      .check(z.regex(new RegExp(`^(${ID_PART}|${SHARE_ID_PART})$`), 'Invalid collection ID')),
  }),
  query: z.object({
    limit: queryLimit(PAGE.profile),
    sortBy: queryEnum('sortBy', ['savedAt', 'random'] as const, 'savedAt'),
    seed,
    cursor: listCursor,
  }),
  answer: z.object({
    ...success,
    data: z.array(post),
    collection,
    owner: person,
    seed: z.optional(z.number()),
    nextCursor,
  }),
});
