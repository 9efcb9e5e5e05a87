import { listPostsOfUser } from '@social-feed/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api-client';

/**
 * The user name behind an id, or `null`. No call looks a user up by id, but every post carries its author's name:
 * whoever has not posted yet is not found this way.
 */
export const userNameQuery = (userId: string) =>
  queryOptions({
    queryKey: ['user', 'name-of', userId],
    queryFn: async ({ signal }): Promise<string | null> => {
      const { data } = await api.call(listPostsOfUser, {
        params: { id: userId },
        query: { page: '1', limit: '1' },
        signal,
      });
      return data[0]?.user.userName ?? null;
    },
    networkMode: 'always',
  });
