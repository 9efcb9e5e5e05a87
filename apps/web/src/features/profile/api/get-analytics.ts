import { queryOptions, useQuery } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { api } from '../../../lib/api-client';
import { toAnalytics, type UserAnalytics } from '../model/analytics';

/** Figures of a user's posts. Throws ApiError. */
export const analyticsQuery = (userId: string) =>
  queryOptions({
    queryKey: keys.analytics(userId),
    queryFn: async ({ signal }): Promise<UserAnalytics> => {
      const params = { id: userId };
      return toAnalytics(
        await api.request({ method: 'GET', path: '/posts/analytics/user/:id' }, { params, signal }),
      );
    },
    networkMode: 'always',
  });

/** Figures of a user's posts: undefined while they load, zeros and an empty chart where they never could be read (A §7.3). */
export const useAnalytics = (userId: string): UserAnalytics | undefined => {
  const { data, isError } = useQuery(analyticsQuery(userId));
  return data ?? (isError ? toAnalytics(null) : undefined);
};
