import { getUserById } from '@social-feed/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api-client';

/** The user name behind an id, for links of the form /profile/{userId}. */
export const userNameQuery = (userId: string) =>
  queryOptions({
    queryKey: ['user', 'name-of', userId],
    queryFn: async ({ signal }): Promise<string> =>
      (await api.call(getUserById, { params: { userId }, signal })).data.userName,
    networkMode: 'always',
  });
