import { getUserById } from '@social-feed/contracts';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { api } from '../../../lib/api-client';

/** The user name behind an id, for links of the form /profile/{userId}. */
export const userNameQuery = (userId: string) =>
  queryOptions({
    queryKey: keys.userNameOf(userId),
    queryFn: async ({ signal }): Promise<string> =>
      (await api.call(getUserById, { params: { userId }, signal })).data.userName,
    networkMode: 'always',
  });
