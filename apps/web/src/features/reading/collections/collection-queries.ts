import { PAGE } from '@social-feed/contracts';
import { shuffleKey } from '@social-feed/feed-order';
import { api } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';
import { toClientPost } from '../../content/post/model/post';
import { readKept } from './keep-collection';

interface PageRequest {
  cursor: string;
  /** Without it, the latest saved post comes first. */
  seed?: number;
  signal: AbortSignal;
}

/** All posts of a kept collection, in the same order as the server's. */
const keptPage = async (id: string, seed: number | undefined) => {
  const kept = await readKept(id);
  if (!kept) return undefined;
  if (seed === undefined) return kept;
  const data = kept.data.toSorted((a, b) => shuffleKey(seed, a._id) - shuffleKey(seed, b._id));
  return { ...kept, data, seed };
};

/** Fetches a page of a collection, or all of its kept copy if the server is unreachable. Throws ApiError. */
export const getCollectionPage = async (id: string, { cursor, seed, signal }: PageRequest) => {
  const order = seed === undefined ? {} : ({ sortBy: 'random', seed } as const);
  const query = { limit: PAGE.profile, cursor, ...order };
  const answer = await api
    .call('getCollection', { params: { collectionId: id }, query, signal })
    .catch(async (error: unknown) => {
      const isAway = error instanceof ApiError && (error.status === 0 || error.status >= 500);
      const kept = isAway ? await keptPage(id, seed) : undefined;
      if (kept) return kept;
      throw error;
    });
  return { ...answer, data: answer.data.map(toClientPost) };
};

export type CollectionPosts = Awaited<ReturnType<typeof getCollectionPage>>;
