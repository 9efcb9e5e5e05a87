import { getUserByName, type PublicUser } from '@social-feed/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';

/** The public user of a profile address; cached 5 minutes, one retry (A §7.3). */
export const profileQuery = (userName: string) =>
  queryOptions({
    queryKey: ['user', 'by-name', userName.toLowerCase()],
    queryFn: async ({ signal }): Promise<PublicUser> => {
      const answer = await api.call(getUserByName, { params: { userName }, signal });
      return answer.data;
    },
    staleTime: 5 * 60_000,
    retry: (failures, error) =>
      failures < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
  });
