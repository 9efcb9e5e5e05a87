import { plural } from '@lingui/core/macro';
import { COLLECTION_LIMITS, type Collection } from '@social-feed/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { ApiError } from '../../../lib/api-error';
import { toast } from '../../../lib/toast';
import { collectionsQuery, collectPost, createCollection } from '../../content/post/model/own-collections';
import { findPost } from '../../content/post/model/patch-post';
import { isSaved, type ClientPost } from '../../content/post/model/post';

/** The collection that receives what a reader keeps of a hand: the same one in every language. */
export const KEPT = 'Kept';

const findKept = async (client: QueryClient, viewerId: string) => {
  const own = await client.query(collectionsQuery(viewerId));
  return { own, kept: own.find(({ name }) => name.toLowerCase() === KEPT.toLowerCase()) };
};

/**
 * The own collection "Kept", created if there is none. If another tab creates it at the same time, returns that one.
 * @throws Error with a text for the reader, if there are too many collections
 */
const keptCollection = async (client: QueryClient, viewerId: string): Promise<Pick<Collection, '_id'>> => {
  const { kept } = await findKept(client, viewerId);
  if (kept) return kept;
  try {
    const created = await createCollection(client, KEPT);
    void client.invalidateQueries({ queryKey: keys.collectionsRoot });
    return created;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    const again = await findKept(client, viewerId);
    if (again.kept) return again.kept;
    if (again.own.length < COLLECTION_LIMITS.perUser) throw error;
    throw new Error(
      plural(COLLECTION_LIMITS.perUser, {
        one: `You have # collection, as many as there can be. Delete one to make room for “${KEPT}”.`,
        other: `You have # collections, as many as there can be. Delete one to make room for “${KEPT}”.`,
      }),
      { cause: error },
    );
  }
};

/**
 * Puts a post into the user's collection "Kept", and saves it first if it is not saved. Keeping it twice has the effect
 * of once.
 * @param save saves the post, and tells the user if that fails
 * @returns the collection's id, or `undefined` if the user was told why not
 * @throws Error with a text for the user
 */
export const keepPost = async (
  client: QueryClient,
  viewerId: string,
  post: ClientPost,
  save: (post: ClientPost) => Promise<void>,
): Promise<string | undefined> => {
  const { _id: collectionId } = await keptCollection(client, viewerId);
  if (!isSaved(findPost(client, post._id) ?? post)) {
    await save(post);
    const saved = findPost(client, post._id);
    if (!saved || !isSaved(saved)) return undefined;
    // it offers to add the post to a collection
    toast.dismiss(`saved-${post._id}`);
  }
  const isAdded = await collectPost(client, { viewerId, postId: post._id, collectionId, wanted: true });
  return isAdded ? collectionId : undefined;
};
