import { listFollowers, listFollowing, type Person } from '@social-feed/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { flattenUnique, useBlockStore } from '../../cache/block-store';
import { keys } from '../../cache/keys';
import { api } from '../../lib/api-client';
import { useOwnAccount } from '../../lib/viewer';
import { sendOwed } from './people-sync';

const ENDPOINTS = { followers: listFollowers, following: listFollowing };

/**
 * Who follows a user, or whom a user follows, in pages, the latest first; without those who are blocked here. Each read
 * waits for what this browser still owes the account, so that it has what was done here.
 */
export const usePeopleList = (userId: string, list: keyof typeof ENDPOINTS) => {
  const client = useQueryClient();
  const viewerId = useOwnAccount()?._id ?? null;
  const blocked = useBlockStore((state) => state.blocked);
  const query = useInfiniteQuery({
    queryKey: keys.follows(userId, list, viewerId),
    queryFn: async ({ pageParam: cursor, signal }) => {
      if (viewerId !== null && cursor === '') await sendOwed(client, viewerId);
      return api.call(ENDPOINTS[list], { params: { userId }, query: { cursor }, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
  const hidden = new Set(blocked.map(({ _id }) => _id).filter((id) => id !== viewerId));
  const people: Person[] = flattenUnique(query.data?.pages).filter(({ _id }) => !hidden.has(_id));
  return { ...query, people };
};
